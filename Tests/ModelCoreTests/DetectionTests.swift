import Foundation
import ModelCore
import Synchronization
import Testing

/// What a file is, told by its content.
@Suite("Detection")
struct DetectionTests {
    private final class Count: Sendable {
        let asked = Mutex(0)
        let parsed = Mutex(0)
    }

    /// A format that takes everything for its own.
    private struct Eager: FormatProvider {
        let detection: FormatDetection
        let count = Count()
        /// The offset at which reading fails.
        var failure: Int?
        var format: FileFormat { detection.format }

        init(_ name: String, _ detection: (FileFormat) -> FormatDetection) {
            self.detection = detection(FileFormat(name, fileExtension: nil, library: "Tests"))
        }

        var formats: [FileFormat] { [format] }
        func capabilities(of format: FileFormat) -> FormatCapabilities { .all }

        func detect(_ content: Data) -> FormatDetection? {
            count.asked.withLock { $0 += 1 }
            return detection
        }
        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
            count.parsed.withLock { $0 += 1 }
            guard let failure else { return try builder.append(format.rawValue) }
            throw ModelError(.corruptData, "Not \(format.rawValue).").at(ModelLocation(byteOffset: failure))
        }
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { Data() }
    }

    @Test("Announced formats whose signatures lead in a circle match nothing, and stop nothing")
    func circularSignatures() throws {
        let (one, other) = (
            FileFormat("circle one", fileExtension: nil, library: "Tests"),
            FileFormat("circle other", fileExtension: nil, library: "Tests")
        )
        FormatRegistry.announce(one, signature: FormatSignature(classesIn: other))
        FormatRegistry.announce(other, signature: FormatSignature(classesIn: one))
        do {
            _ = try FormatRegistry().detect(Data("?".utf8))
            Issue.record("No error")
        } catch let error as ModelError {
            #expect(error.code == .unknownFormat)
        }
    }

    @Test("Nobody is asked once one is certain")
    func certain() throws {
        var registry = FormatRegistry()
        let late = Eager("late", FormatDetection.certain)
        registry.add(late)
        #expect(try registry.detect(KeyedArchive().encode(5)) == .keyedArchive)
        #expect(late.count.asked.withLock { $0 } == 0)
        #expect(try registry.detect(Data("?".utf8)) == late.format)
        #expect(late.count.asked.withLock { $0 } == 1)
    }

    @Test("Who is certain wins over who thinks it possible, and of those the first by name, however they are linked")
    func possible() throws {
        let (first, second) = (Eager("first", FormatDetection.possible), Eager("second", FormatDetection.possible))
        let sure = Eager("sure", FormatDetection.certain)
        #expect(try FormatRegistry([first, second]).detect(Data("?".utf8)) == first.format)
        #expect(try FormatRegistry([second, first]).detect(Data("?".utf8)) == first.format)
        #expect(try FormatRegistry([first, sure, second]).detect(Data("?".utf8)) == sure.format)
        #expect(second.count.asked.withLock { $0 } == 3)
        let surer = Eager("surer", FormatDetection.certain)
        for registry in [FormatRegistry([sure, surer]), FormatRegistry([surer, sure])] {
            #expect(try registry.detect(Data("?".utf8)) == sure.format)
        }
    }

    @Test("Of those that think it possible, the first that can read it wins, and each reads it once at most")
    func tried() throws {
        for order in 0..<6 {
            var first = Eager("1", FormatDetection.possible)
            let (second, third) = (
                Eager("2", FormatDetection.possible), Eager("3", FormatDetection.possible)
            )
            first.failure = 9
            let all = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][order]
            let registry = FormatRegistry(all.map { [first, second, third][$0] })
            #expect(try registry.detect(Data("?".utf8)) == second.format)
            for format in [first, second, third] { format.count.parsed.withLock { $0 = 0 } }
            #expect(try registry.document(from: Data("?".utf8)).root.stringValue == "2")
            #expect([first, second, third].map { $0.count.parsed.withLock { $0 } } == [1, 1, 0])
            let text = try FormatRegistry.withFormats(registry) {
                try registry.decode(from: Data("?".utf8)) { try String.decode(from: $0) }
            }
            #expect(text == "2" && [first, second, third].map { $0.count.parsed.withLock { $0 } } == [2, 2, 0])
        }
    }

    @Test("If none can read it, the error is that of the one that got furthest; of several, of the first")
    func nobody() throws {
        var formats = ["1", "2", "3"].map { Eager($0, FormatDetection.possible) }
        for (index, offset) in [3, 8, 8].enumerated() { formats[index].failure = offset }
        for registry in [FormatRegistry(formats), FormatRegistry(formats.reversed())] {
            let error = #expect(throws: ModelError.self) { try registry.document(from: Data("?".utf8)) }
            #expect(error?.format == formats[1].format && error?.location?.byteOffset == 8, "\(error as Any)")
            #expect(try registry.detect(Data("?".utf8)) == formats[1].format)
        }
    }

    @Test("An error of the type that is made from the content ends the trying, as does one that only one format has")
    func parsed() throws {
        let formats = ["1", "2"].map { Eager($0, FormatDetection.possible) }
        let error = #expect(throws: ModelError.self) {
            try FormatRegistry(formats).decode(from: Data("?".utf8)) { try Int.decode(from: $0) }
        }
        #expect(error?.code == .typeMismatch && error?.format == formats[0].format)
        #expect(formats[1].count.parsed.withLock { $0 } == 0)
        _ = try FormatRegistry([formats[0]]).detect(Data("?".utf8))
        #expect(formats[0].count.parsed.withLock { $0 } == 1)
    }
}
