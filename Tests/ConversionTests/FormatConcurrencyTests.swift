import FastCoder
import Foundation
import HRCoder
import ModelCore
import ModelTesting
import TestSupport
import Testing

/// Run under ThreadSanitizer too, as all suites of that name are: see `Scripts/test.sh`.
@Suite("Eight threads at once, in every format of files")
struct FormatConcurrencyTests {
    /// All but the encrypted one, which needs a password, and those that are only read.
    private static let formats = FormatRegistry.default.formats.filter { format in
        format != .cryptoCoding && (try? FormatRegistry.default.provider(for: format).encode(["a": "b"], as: format)) != nil
    }

    @Test("The contract's check", arguments: formats)
    func contract(_ format: FileFormat) async throws {
        var contract = FormatContract(try FormatRegistry.default.provider(for: format), format)
        contract.options.tasks = 8
        await contract.check(.concurrency)
    }

    @Test("One model is written by all threads at once, and none changes it or takes it for its own", arguments: formats)
    func oneModel(_ format: FileFormat) throws {
        let note = Note()
        note.text = "shared"
        note.others = [Note(), Note()]
        note.others[0].others = [Note()]
        nonisolated(unsafe) let shared = note
        let provider = try FormatRegistry.default.provider(for: format)
        let expected = try provider.encode(note, as: format)
        let differences = onThreads(8) { _ in
            var differences = 0
            for _ in 0..<50 where (try? provider.encode(unsafe shared, as: format)) != expected { differences += 1 }
            return differences
        }
        #expect(differences == Array(repeating: 0, count: 8))
    }

    class Note: BaseModel {
        var text = ""
        var others: [Note] = []
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("text", \Note.text), ModelProperty("others", \Note.others)]
        }
        @TaskLocal static var format = FileFormat.keyedArchive
        @TaskLocal static var folder = "/nonexistent"
        override class var saveFormat: FileFormat { format }
        override class var saveFile: String { "\(folder)/\(self).file" }
    }
    // The threads' own, so that their saves don't meet; and one that they have together.
    final class Zero: Note {}
    final class One: Note {}
    final class Two: Note {}
    final class Three: Note {}
    final class Common: Note {}

    @Test("Shared instances are made, saved, freed and loaded; models are written to one file and read from it")
    func sharedInstances() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("threads-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var classes = ClassRegistry()
        for type in [Note.self, Zero.self, One.self, Two.self, Three.self, Common.self] { classes.add(type) }
        for format in Self.formats {
            Common.setSharedInstance(nil)
            let errors = onThreads(8) { [classes] thread in
                ClassRegistry.withClasses(classes) {
                    Note.$folder.withValue("\(folder)/\(format)") {
                        Note.$format.withValue(format) { Self.run(thread) }
                    }
                }
            }
            #expect(errors.joined().isEmpty, "\(format): \(errors)")
        }
    }

    private static func run(_ thread: Int) -> [String] {
        do {
            let own: Note.Type = [Zero.self, One.self, Two.self, Three.self][thread % 4]
            for round in 0..<4 {
                if thread < 4 {
                    own.setSharedInstance(nil)
                    let shared = try own.shared
                    shared.text = "\(thread) \(round)"
                    shared.others = [Note(), shared.others.first ?? Note()]
                    try shared.save(overwritingChanges: round == 0)
                }
                _ = try Common.shared.text
                let note = Note()
                note.text = "\(thread)"
                try note.write(toFile: "\(Note.folder)/note")
                let read = try Note.load(fromFile: "\(Note.folder)/note")
                if read.text.isEmpty { return ["nothing"] }
            }
            return []
        } catch {
            return ["\(error)"]
        }
    }
}
