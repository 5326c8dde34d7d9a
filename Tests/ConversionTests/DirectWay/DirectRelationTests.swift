import FastCoder
import Foundation
import JSONFormat
@testable import ModelCore
import TestSupport
import Testing

#if Macros
    @Model final class DirectLibrary: BaseModel {
        var authors: [DirectAuthor] = []
        var loose: [DirectVolume] = []
        @Relationship var first: DirectAuthor?
    }

    @Model class DirectAuthor: BaseModel {
        final var name = ""
        @Relationship(inverse: \DirectVolume.author) final var volumes: [DirectVolume] = []
        @Relationship(inverse: \DirectSeal.owner) final var seal: DirectSeal?
    }

    /// A subclass that codes itself.
    @Model final class DirectEditor: DirectAuthor {
        override func set(with decoder: ModelDecoder) throws {
            OwnCalls.note("set editor")
            try super.set(with: decoder)
        }
    }

    @Model final class DirectVolume: BaseModel {
        var title = ""
        @Relationship weak var author: DirectAuthor?
        @Relationship(inverse: \DirectSeal.owners) weak var sealed: DirectSeal?
        var note: DirectNote?
    }

    @Model final class DirectSeal: BaseModel {
        @Relationship weak var owner: DirectAuthor?
        // Lists of strong references would be cycles.
        @Relationship var owners: [DirectVolume] = []
        var mark = OwnText()
    }

    @Model final class DirectNote: BaseModel {
        var text = ""
        var about: DirectAuthor?
    }

    /// Both ends hold the models.
    @Model final class DirectTopic: BaseModel {
        var name = ""
        @Relationship(inverse: \DirectArticle.topics) var articles: [DirectArticle] = []
    }
    @Model final class DirectArticle: BaseModel {
        @Relationship var topics: [DirectTopic] = []
    }

    /// Related models are linked on the direct way as by way of a document.
    @Suite("Relationships on the direct way")
    struct DirectRelationTests {
        typealias Format = DirectWayTests.Format

        private static func library(_ generator: inout some RandomNumberGenerator, isGraph: Bool) -> DirectLibrary {
            func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &generator)! }
            let library = DirectLibrary()
            var all: [DirectVolume] = []
            for index in 0..<pick([1, 2, 4]) {
                let author = pick([DirectAuthor(), DirectAuthor(), DirectAuthor(), DirectEditor()])
                author.name = "author \(index)"
                for number in 0..<pick([0, 1, 3]) {
                    let volume = DirectVolume()
                    volume.title = "\(index) \(number)"
                    if pick([false, true]) { volume.note = DirectNote() }
                    author.volumes.append(volume)
                    all.append(volume)
                }
                if pick([false, true]) {
                    author.seal = DirectSeal()
                    author.seal?.mark = OwnText(text: pick(["", "m"]))
                }
                library.authors.append(author)
            }
            guard isGraph else { return library }
            for volume in all {
                if pick([false, false, true]) { volume.note?.about = pick(library.authors) }
                if pick([false, true]), let seal = pick(library.authors).seal { seal.owners.append(volume) }
                // A volume that belongs to nobody, or to an author whose list doesn't have it.
                if pick([false, false, false, true]) {
                    volume.author?.volumes.removeAll { $0 === volume }
                    library.loose.append(volume)
                }
            }
            library.first = pick([nil] + library.authors)
            return library
        }

        /// All about a library, by names: who has what, and who refers back.
        private static func everything(in library: DirectLibrary) throws -> Data {
            try FastCoder().encodeByDocument(library, as: .fastCoding)
        }

        private static func expectSame(_ content: Data, _ format: Format) throws -> Bool {
            let direct = OwnCalls.during {
                Result { try format.provider.decodeDirectly(DirectLibrary.self, from: content, as: format.format) }
            }
            let whole = OwnCalls.during { Result { try format.byDocument(DirectLibrary.self, content) } }
            switch (direct.result, whole.result) {
            case (.success(let library?), .success(let other)):
                #expect(try everything(in: library) == everything(in: other), "\(library)")
                #expect(direct.calls == whole.calls)
                #expect(library.authors.allSatisfy { $0.inverseUpkeep == .all })
                return true
            case (.success(nil), _): return false
            case (.failure(let error), .failure(let other)):
                #expect("\(error)" == "\(other)")
                return true
            case (let direct, let whole):
                Issue.record(
                    """
                    \(String(decoding: content, as: UTF8.self)): directly \(direct), by way of a document \(whole)
                    """)
                return false
            }
        }

        @Test("The same bytes and models", arguments: Format.all.filter(\.hasParts))
        func random(_ format: Format) throws {
            var generator = SeededGenerator(seed: 51)
            var (written, read, damaged) = (0, 0, 0)
            for _ in 0..<300 {
                let library = Self.library(&generator, isGraph: format.isGraph)
                let whole = try format.byDocument(library)
                if let direct = try format.provider.encodeDirectly(library, as: format.format) {
                    written += 1
                    #expect(direct == whole)
                }
                if try Self.expectSame(whole, format) { read += 1 }
                for _ in 0..<5 where try Self.expectSame(DirectWayTests.damaged(whole, &generator), format) {
                    damaged += 1
                }
            }
            // A weak reference may lead to what comes later.
            #expect(
                written > (format.isGraph ? 100 : 290) && read > (format.isGraph ? 100 : 290) && damaged > 20,
                "\(written), \(read), \(damaged)")
        }

        @Test("No comma is skipped behind an object that its class decodes itself")
        func commas() throws {
            let content = Data(#"{"authors":[{"$class":"DirectEditor","name":"n"}]"loose":[]}"#.utf8)
            #expect(throws: ModelError.self) { try JSONFormat().decode(DirectLibrary.self, from: content, as: .json) }
        }

        @Test(
            "An object's unknown keys are kept beside references to objects that were read before",
            arguments: Format.all.filter(\.isGraph))
        func unknownKeys(_ format: Format) throws {
            let library = DirectLibrary()
            library.authors = [DirectAuthor()]
            library.authors[0].seal = DirectSeal()
            let document = try ModelDocument(encoding: library)
            var edited = document
            try edited.set(.int64(5), at: ["authors", 0, "seal", "more"])
            let content = try format.provider.encode(edited, as: format.format)
            let read = try format.provider.decode(DirectLibrary.self, from: content, as: format.format)
            #expect(try ModelDocument(encoding: read)[["authors", 0, "seal", "more"]]?.scalar == .int64(5))
        }

        @Test(
            "The second of two authors who have the same volume in a file gets it",
            arguments: Format.all.filter { $0.name == "FastCoding" || $0.name == "archive" })
        func taken(_ format: Format) throws {
            let library = DirectLibrary()
            library.authors = [DirectAuthor(), DirectAuthor()]
            let volume = DirectVolume()
            for author in library.authors {
                author.inverseUpkeep = .nothing
                author.volumes = [volume]
            }
            let content = try format.byDocument(library)
            let read = try #require(
                try format.provider.decodeDirectly(DirectLibrary.self, from: content, as: format.format))
            #expect(
                read.authors.map(\.volumes.count) == [0, 1] && read.authors[1].volumes[0].author === read.authors[1])
            let other = try format.byDocument(DirectLibrary.self, content)
            #expect(other.authors.map(\.volumes.count) == [0, 1])
        }

        @Test("Where both ends hold the models, a format without references needs the whole")
        func bothEnds() throws {
            let topic = DirectTopic()
            topic.articles = [DirectArticle(), DirectArticle()]
            for format in Format.all.filter(\.hasParts) {
                let direct = try format.provider.encodeDirectly(topic, as: format.format)
                #expect((direct != nil) == format.isGraph, "\(format)")
                let whole = try format.byDocument(topic)
                if let direct { #expect(direct == whole) }
                let read = try format.provider.decode(DirectTopic.self, from: whole, as: format.format)
                #expect(read.articles.count == 2 && read.articles.allSatisfy { $0.topics.first === read }, "\(format)")
            }
        }
    }
#endif
