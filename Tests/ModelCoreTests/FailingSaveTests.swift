#if os(Linux)
import CFaults
import Foundation
import ModelCore
import TestSupport
import Testing

/// Saves of a shared instance whose calls to the system fail. Each test runs them in a process of its own.
@Suite("Calls of a shared instance's save that fail")
struct FailingSaveTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A class that is saved in the folder of the running test.
    final class Note: BaseModel {
        var text = ""
        @safe nonisolated(unsafe) static var folder = ""
        override class var saveFile: String { folder + "/note" }
        override class var modelProperties: [ModelProperty] { [ModelProperty("text", \Note.text)] }
    }

    /// The calls that `body` makes about files in a folder, of which one fails; 0 for none.
    fileprivate static func calls(in folder: String, failing turn: Int, _ body: () -> Void) -> [String] {
        unsafe faults_arm(folder, turn, FAULT_ERROR, EIO)
        body()
        _ = faults_disarm()
        return unsafe String(cString: faults_log()).split(separator: "\n").map(String.init)
    }

    @Test(
        "A folder that doesn't reach the disk is an error, and the file in it is the program's own all the same"
    )
    func folderOfOwnFile() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            Note.folder = folder
            let note = try Note.shared
            try note.save()
            note.text = "second"
            let calls = FailingSaveTests.calls(in: folder, failing: 0) { try? note.save() }
            let turn = try #require(calls.lastIndex(of: "fsync .")) + 1
            for text in ["third", "fourth"] {
                note.text = text
                var code: ModelError.Code?
                _ = FailingSaveTests.calls(in: folder, failing: turn) { code = errorCode { try note.save() } }
                #expect(code == .fileUnwritable)
                #expect(try Note.load(fromFile: Note.saveFile).text == text)
            }
            note.text = "last"
            try note.save()
            #expect(try Note.load(fromFile: Note.saveFile).text == "last")
        }
    }
}
#endif
