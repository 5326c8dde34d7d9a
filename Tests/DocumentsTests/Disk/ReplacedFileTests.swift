import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

#if canImport(Glibc)
import Glibc
#endif

@Suite("Files that take another's place")
struct ReplacedFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func attribute<Value>(_ key: FileAttributeKey, of file: String, as type: Value.Type = Value.self) throws
        -> Value?
    {
        try FileManager.default.attributesOfItem(atPath: file)[key] as? Value
    }

    @Test(
        "They have its permissions, those too that no umask leaves",
        arguments: [
            0o600, 0o640, 0o644, 0o660, 0o664, 0o666, 0o711, 0o751, 0o755, 0o775, 0o777,
        ])
    func permissions(_ mode: Int) throws {
        let file = folder.file("a")
        try FileStore.write(Data("one".utf8), to: file, atomically: true)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        for text in ["two", "three"] {
            try FileStore.write(Data(text.utf8), to: file, atomically: true)
            #expect(try attribute(.posixPermissions, of: file, as: Int.self) == mode)
        }
    }

    @Test("They have its owner and its group", .enabled(if: geteuid() == 0, "Only root may give files away"))
    func owner() throws {
        let file = folder.file("a")
        try FileStore.write(Data("one".utf8), to: file, atomically: true)
        #expect(unsafe chown(file, 4321, 8765) == 0)
        try FileStore.write(Data("two".utf8), to: file, atomically: true)
        #expect(try attribute(.ownerAccountID, of: file, as: Int.self) == 4321)
        #expect(try attribute(.groupOwnerAccountID, of: file, as: Int.self) == 8765)
    }

    @Test("Links in other folders are followed from where each of them lies")
    func links() throws {
        let manager = FileManager.default
        for name in ["x", "y", "z"] {
            try manager.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try manager.createSymbolicLink(atPath: folder.file("x/first"), withDestinationPath: "../y/second")
        try manager.createSymbolicLink(atPath: folder.file("y/second"), withDestinationPath: "third")
        try manager.createSymbolicLink(atPath: folder.file("y/third"), withDestinationPath: "../z/real")
        for text in ["one", "two"] {
            try FileStore.write(Data(text.utf8), to: folder.file("x/first"), atomically: true)
            #expect(try FileStore.read(folder.file("z/real")) == Data(text.utf8))
            #expect(try manager.destinationOfSymbolicLink(atPath: folder.file("y/third")) == "../z/real")
        }
    }

    #if os(Linux)
    @Test("All that killed processes left goes with the next save")
    func abandoned() async throws {
        // A folder is looked at now and then in each process: so this is one.
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            let host = try #require(ReplacedFileTests.hostDigest(in: folder))
            let names = (1...3).map { ".BaseModel.\(host).000000000000000\($0).new" }
            for name in names { try Data("rest".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
            try Data().write(to: URL(fileURLWithPath: "\(folder)/.BaseModel.note"))
            try FileStore.write(Data("new".utf8), to: folder + "/a", atomically: true)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(left == [".BaseModel.note", "a"])
        }
    }

    @Test("What another computer left goes only after a day, as its locks may be invisible here")
    func abandonedByOthers() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as String] in
            let host = try #require(ReplacedFileTests.hostDigest(in: folder))
            let other = String(host.reversed()) == host ? "0123456789abcdef" : String(host.reversed())
            let names = (1...2).map { ".BaseModel.\(other).000000000000000\($0).new" }
            for (name, age) in zip(names, [0.0, 100_000]) {
                let path = "\(folder)/\(name)"
                try Data("rest".utf8).write(to: URL(fileURLWithPath: path))
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
            }
            try FileStore.write(Data("new".utf8), to: folder + "/a", atomically: true)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(left == [names[0], "a"])
        }
    }

    /// This computer's part of the names of new files, as a file has it that is held open under such a name.
    fileprivate static func hostDigest(in folder: String) -> String? {
        guard var file = NewFile.make(in: folder, mode: 0o600, isNamed: true) else { return nil }
        defer { _ = file.giveName() }
        let name = try? FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix(".BaseModel.") }
        return name?.split(separator: ".").dropFirst().first.map(String.init)
    }
    #endif

    @Test("A save waits for the lock on the file that is there, also where another one took its place meanwhile")
    func lockOnReplaced() throws {
        let (file, other) = (folder.file("a"), folder.file("b"))
        // A busy machine may use up the time that a save waits for a lock: then it is tried again.
        for _ in 0..<20 {
            try Data("first".utf8).write(to: URL(fileURLWithPath: file))
            try Data("second".utf8).write(to: URL(fileURLWithPath: other))
            let (first, second) = (try locked(file), try locked(other))
            let start = ContinuousClock.now
            let group = DispatchGroup()
            group.enter()
            Thread.detachNewThread {
                try? FileStore.write(Data("saved".utf8), to: file, atomically: true)
                group.leave()
            }
            while try OpenFiles.numbers(of: file).count < 2, ContinuousClock.now - start < .seconds(1) { usleep(1000) }
            #expect(unsafe rename(other, file) == 0)
            unlock(first)
            usleep(200_000)
            let found = try FileStore.read(file)
            let isInTime = ContinuousClock.now - start < .milliseconds(1600)
            unlock(second)
            group.wait()
            #expect(try FileStore.read(file) == Data("saved".utf8))
            if isInTime {
                #expect(found == Data("second".utf8))
                return
            }
        }
    }

    private func locked(_ path: String) throws -> Int32 {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return descriptor
    }

    private func unlock(_ descriptor: Int32) {
        // A process that is being started may have it, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
