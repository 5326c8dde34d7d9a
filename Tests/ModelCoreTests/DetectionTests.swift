import Foundation
import ModelCore
import Synchronization
import Testing

/// What a file is, told by its content.
@Suite("Detection")
struct DetectionTests {
    private final class Count: Sendable {
        let asked = Mutex(0)
    }

    /// A format that takes everything for its own.
    private struct Eager: FormatProvider {
        let detection: FormatDetection
        let count = Count()
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
            try builder.appendNull()
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

    @Test("Who is certain wins over who thinks it possible, and of those the first")
    func possible() throws {
        let (first, second) = (Eager("first", FormatDetection.possible), Eager("second", FormatDetection.possible))
        let sure = Eager("sure", FormatDetection.certain)
        #expect(try FormatRegistry([first, second]).detect(Data("?".utf8)) == first.format)
        #expect(try FormatRegistry([second, first]).detect(Data("?".utf8)) == second.format)
        #expect(try FormatRegistry([first, sure, second]).detect(Data("?".utf8)) == sure.format)
        #expect(second.count.asked.withLock { $0 } == 2)
    }
}
