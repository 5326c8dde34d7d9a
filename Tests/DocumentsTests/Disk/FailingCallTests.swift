#if os(Linux)
import CFaults
import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

/// Saves whose calls to the system fail. Each test runs them in a process of its own.
@Suite("Calls of a save that fail")
struct FailingCallTests {
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

    @Test("Whichever fails, the old file or the new one is there, and nothing else", arguments: [false, true])
    func anyCall(isNew: Bool) async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String, isNew = isNew as Bool] in
            let file = folder + "/a"
            let (old, new) = (Data("old".utf8), Data("new".utf8))
            var turn = 1
            var calls: [String] = []
            while true {
                try? FileManager.default.removeItem(atPath: file)
                if !isNew { try FileStore.write(old, to: file, atomically: true) }
                var code: ModelError.Code?
                calls = FailingCallTests.calls(in: folder, failing: turn) {
                    code = errorCode { try FileStore.write(new, to: file, atomically: true) }
                }
                let found = try? Data(contentsOf: URL(fileURLWithPath: file))
                let call = turn <= calls.count ? calls[turn - 1] : "none"
                #expect(found == new || code != nil && found == (isNew ? nil : old), "\(call)")
                #expect(code == nil || code == .fileUnwritable, "\(call)")
                // A lock that isn't got, and a look at the folder, are no reason not to save.
                if call.hasPrefix("fsync") || call.hasPrefix("write") { #expect(code == .fileUnwritable, "\(call)") }
                // The file is on the disk before it has its name, and that is, too, before the save returns.
                if call == "fsync unnamed" { #expect(found == (isNew ? nil : old)) }
                let left = try FileManager.default.contentsOfDirectory(atPath: folder)
                #expect(left == (found == nil ? [] : ["a"]), "\(call)")
                if calls.count < turn { break }
                turn += 1
            }
            let synced = calls.indices.filter { calls[$0].hasPrefix("fsync ") && calls[$0] != "fsync ." }
            let named = calls.indices.filter { calls[$0].hasPrefix("rename ") || calls[$0].hasPrefix("linkat ") }
            #expect(synced.count == 1 && !named.isEmpty && synced[0] < named[0], "\(calls)")
            #expect(calls.lastIndex(of: "fsync .").map { $0 > named[named.count - 1] } == true, "\(calls)")
            // Of a file that is replaced, the lock is held from the look at it until the new one has its place.
            let locked = calls.indices.filter { calls[$0] == "flock a" }
            #expect(
                isNew || locked.count == 2 && locked[0] < named[named.count - 1] && named[named.count - 1] < locked[1],
                "\(calls)")
        }
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
            let calls = FailingCallTests.calls(in: folder, failing: 0) { try? note.save() }
            let turn = try #require(calls.lastIndex(of: "fsync .")) + 1
            for text in ["third", "fourth"] {
                note.text = text
                var code: ModelError.Code?
                _ = FailingCallTests.calls(in: folder, failing: turn) { code = errorCode { try note.save() } }
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
