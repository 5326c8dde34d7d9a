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
        "A byte that the disk changes is seen, however far behind the beginning it is",
        arguments: [10, 200_000, 5_000_000])
    func changedByte(_ count: Int) async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String, count = count as Int] in
            let file = folder + "/a"
            let (old, new) = (Data("old".utf8), Data(count: count))
            for atomically in [true, false] {
                try FileStore.write(old, to: file)
                let calls = FailingCallTests.calls(in: folder, failing: 0) {
                    try? FileStore.write(new, to: file, atomically: atomically)
                }
                try FileStore.write(old, to: file)
                let turn = try #require(calls.firstIndex { $0.hasPrefix("write ") }) + 1
                unsafe faults_arm(folder, turn, FAULT_LIE, 0)
                #expect(errorCode { try FileStore.write(new, to: file, atomically: atomically) } == .fileUnwritable)
                _ = faults_disarm()
                if atomically { #expect(try FileStore.read(file) == old) }
            }
        }
    }

    @Test("A file that another program makes during the save is replaced, and lets nobody do more than it did")
    func appearing() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            let file = folder + "/a"
            let new = Data("new".utf8)
            let calls = FailingCallTests.calls(in: folder, failing: 0) { try? FileStore.write(new, to: file) }
            let turns = calls.indices.filter { index in
                ["write ", "fsync ", "link"].contains { calls[index].hasPrefix($0) } && calls[index] != "fsync ."
            }
            #expect(turns.count == 3, "\(calls)")
            for (turn, mode) in turns.flatMap({ [($0 + 1, 0o600), ($0 + 1, 0o646)] }) {
                try FileStore.remove(file)
                unsafe faults_put(file, UInt32(mode))
                unsafe faults_arm(folder, turn, FAULT_PUT, 0)
                #expect(errorCode { try FileStore.write(new, to: file) } == nil)
                _ = faults_disarm()
                #expect(try FileStore.read(file) == new)
                let found = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect(found == mode, "\(calls[turn - 1])")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
            }
        }
    }
}
#endif
