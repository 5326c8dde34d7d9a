import Foundation
import ModelCore
import TestSupport
import Testing

/// What a review of the encoder and the decoder found.
@Suite("Encoders and decoders in odd hands")
struct OddHandsTests {
    struct Place: Codable, Equatable {
        var zip = 0
        var since = Date(timeIntervalSinceReferenceDate: 0)
    }

    final class Person: BaseModel {
        var place = Place()
        var names: [String] = []
        var name = "nobody"
        var anything: Any?
        var document = ModelDocument(.null)

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("place", \Person.place), ModelProperty("names", \Person.names),
                ModelProperty("name", \Person.name), ModelProperty("document", \Person.document),
            ]
        }
    }

    @Test("Text in a program's dictionary stands for a Codable value's numbers and dates, too")
    func convertsText() throws {
        let given: [String: Any] = ["place": ["zip": "12345", "since": "2001-01-01T00:00:01Z"]]
        let person = try #require(try Person.instance(with: given))
        #expect(person.place == Place(zip: 12345, since: Date(timeIntervalSinceReferenceDate: 1)))
    }

    @Test("Sets in sets are written in time that doesn't double with each level")
    func nestedSets() throws {
        var set: AnyHashable = "innermost"
        // Deeper, and Swift's own hash takes as long.
        for level in 0..<10 { set = AnyHashable(Set<AnyHashable>([set, AnyHashable(level)])) }
        let seconds = try threadSeconds { _ = try ModelDocument(encoding: set.base) }
        #expect(seconds < 10)
    }

    @Test("Sets that stand in one another very deep are arrays: Swift's own hash of them would never end")
    func deepSets() throws {
        func archive(_ depth: Int) throws -> Data {
            var builder = DocumentBuilder()
            for _ in 0..<depth { try builder.beginArray(.set) }
            try builder.append("innermost")
            for _ in 0..<depth { try builder.end() }
            return try KeyedArchive().encode(builder.finish())
        }
        func read(_ depth: Int) throws -> Any? {
            try KeyedArchive().decode(from: archive(depth)) { try AnyValue.decode(from: $0) }
        }
        #expect(try read(5) is Set<AnyHashable>)
        #expect(try read(300) is [Any])
    }

    @Test("Parts of a document each count their own depth")
    func depthOfParts() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for _ in 0..<400 { try builder.beginArray() }
        for _ in 0..<400 { try builder.end() }
        try builder.beginArray()
        try builder.end()
        try builder.end()
        let document = try builder.finish()
        let deep = ModelDocument(try #require(document.root[0]))
        let flat = ModelDocument(try #require(document.root[1]))
        var nested: [Any] = [flat, deep]
        for _ in 0..<150 { nested = [nested] }
        _ = try ModelDocument(encoding: [deep, nested] as [Any])
    }

    @Test("A Codable value whose code catches an error leaves nothing of it")
    func caughtInCodable() throws {
        struct Refuses: Encodable { func encode(to encoder: any Encoder) throws { throw CancellationError() } }
        struct Catches: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(1)
                try? container.encode(Refuses())
                try container.encode(2)
            }
        }
        #expect(try ModelDocument(encoding: Catches() as Any) == ModelDocument(encoding: [1, 2]))
    }

    @Test("A container whose number is taken leaves nothing of itself")
    func numberTwice() throws {
        var builder = DocumentBuilder()
        try builder.beginArray(number: 0)
        do throws(ModelError) {
            try builder.beginArray(number: 0)
            Issue.record("The number was taken twice.")
        } catch {
            #expect(error.code == .invalidCoding)
        }
        try builder.append(true)
        try builder.end()
        #expect(try builder.finish() == ModelDocument(encoding: [true]))
    }

    @Test("The first error that code catches is the one that is thrown at the end")
    func firstError() throws {
        final class Catching: BaseModel {
            private static let ownModelClass = ModelClass(Catching.self, overrides: [])
            override class var modelClass: ModelClass { ownModelClass }
            override func set(with decoder: ModelDecoder) throws {
                _ = try? decoder.decode([Int].self, forKey: "list")
                _ = try decoder.decode(String.self, forKey: "name")
            }
        }
        let document = try ModelDocument(encoding: ["list": [1, "two"] as [Any], "name": "x"] as [String: Any])
        #expect { try document.decode(Catching.self) } throws: { error in
            (error as? ModelError)?.code == .typeMismatch && (error as? ModelError)?.path == ["list", 1]
        }
    }
}
