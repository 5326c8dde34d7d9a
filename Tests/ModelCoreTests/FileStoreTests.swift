import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Files are the old one or the new one")
struct FileStoreTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Writing replaces the content and keeps the permissions, and leaves nothing else behind")
    func replace() throws {
        let file = folder.file("a.plist")
        try FileStore.write(Data("one".utf8), to: file, atomically: true)
        // Such as no umask makes of a new file.
        try FileManager.default.setAttributes([.posixPermissions: 0o751], ofItemAtPath: file)
        try FileStore.write(Data("two".utf8), to: file, atomically: true)
        #expect(try FileStore.read(file) == Data("two".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o751)
        try FileStore.write(Data("three".utf8), to: file, atomically: false)
        #expect(try FileStore.read(file) == Data("three".utf8))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o751)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.plist"])
    }

    @Test("A file is replaced only where it is what the program has read")
    func replacing() throws {
        let file = folder.file("a")
        func write(_ text: String, replacing old: String?) throws {
            try BaseModel.write(
                content: Data(text.utf8), toFile: file, format: .keyedArchive, replacing: old.map { Data($0.utf8) })
        }
        func code(_ body: () throws -> Void) -> ModelError.Code? {
            let error = #expect(throws: ModelError.self) { try body() }
            #expect(error?.file == file)
            return error?.code
        }
        try write("one", replacing: nil)
        try write("two", replacing: "one")
        #expect(code { try write("three", replacing: "one") } == .fileChanged)
        #expect(code { try write("three", replacing: nil) } == .fileChanged)
        #expect(try FileStore.read(file) == Data("two".utf8))
        try FileStore.remove(file)
        try write("four", replacing: "two")
        #expect(try FileStore.read(file) == Data("four".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
        try FileStore.remove(file)
        #expect(unsafe mkfifo(file, 0o600) == 0)
        #expect(code { try write("five", replacing: "four") } == .fileUnwritable)
    }

    @Test("Devices, folders, pipes and sockets aren't read, and nothing waits for them", .endsAtLast)
    func noFiles() throws {
        let pipe = folder.file("pipe")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        for path in ["/dev/zero", "/dev/full", "/dev/urandom", "/dev/null", "/dev/tty", folder.path, pipe] {
            for body in [
                { _ = try Item.load(fromFile: path) }, { _ = try BaseModel.content(ofFile: path) },
                { _ = try BaseModel.object(contentsOfFile: path) }, { _ = try String.load(fromFile: path) },
            ] as [() throws -> Void] {
                let error = #expect(throws: ModelError.self) { try body() }
                #expect(error?.code == .fileUnreadable, "\(path) \(error.map { "\($0)" } ?? "")")
            }
        }
    }

    @Test("A tilde is the home folder that the environment names")
    func home() throws {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
        #expect(AppFolder.resolve("~/x.plist") == home + "/x.plist")
        #expect(AppFolder.resolve("~") == home)
        #expect(AppFolder.resolve("~x y/z") == AppFolder.support.path + "/~x y/z")
        // No path that begins with a tilde leads out of a sandbox.
        ModelSandbox(folder: URL(fileURLWithPath: folder.path)).run {
            for path in ["~/x", "~", "~root/x", "~root", "~\(NSUserName())/x", "~x y/z"] {
                #expect(AppFolder.resolve(path).hasPrefix(folder.path), "\(path)")
            }
        }
    }

    @Test("Symbolic links are followed, also where they lead nowhere yet")
    func links() throws {
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "second")
        try FileManager.default.createSymbolicLink(atPath: folder.file("second"), withDestinationPath: folder.file("real"))
        try FileStore.write(Data([1]), to: link, atomically: true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "second")
        #expect(try FileStore.read(folder.file("real")) == Data([1]))
        try FileManager.default.createSymbolicLink(atPath: folder.file("loop"), withDestinationPath: "loop")
        #expect(errorCode { try FileStore.write(Data(), to: folder.file("loop"), atomically: true) } == .fileUnwritable)
    }

    @Test("Missing folders are made, for the user alone", arguments: [true, false])
    func folders(atomically: Bool) throws {
        try FileStore.write(Data([1]), to: folder.file("a/b/c"), atomically: atomically)
        #expect(try FileStore.read(folder.file("a/b/c")) == Data([1]))
        for name in ["a", "a/b"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o700, "\(name)")
        }
    }

    @Test("Missing, unreadable and unwritable are different")
    func errors() throws {
        #expect(errorCode { try FileStore.read(folder.file("none")) } == .fileMissing)
        #expect(errorCode { try FileStore.read(folder.file("none/below")) } == .fileMissing)
        #expect(errorCode { try FileStore.read(folder.path) } == .fileUnreadable)
        #expect(errorCode { try FileStore.read("/dev/zero") } == .fileUnreadable)
        #expect(errorCode { try FileStore.write(Data(), to: folder.path, atomically: true) } == .fileUnwritable)
        #expect(errorCode { try FileStore.write(Data(), to: "/proc/none/a", atomically: true) } == .fileUnwritable)
        #expect(errorCode { try FileStore.remove(folder.file("none")) } == .fileMissing)
        try FileStore.write(Data(count: 100), to: folder.file("big"), atomically: true)
        #expect(errorCode { try FileStore.read(folder.file("big"), limit: 99) } == .bytesExceeded)
    }

    #if os(Linux)
    @Test("A full disk leaves the old file, and no other")
    func fullDisk() async throws {
        let file = folder.file("a")
        try FileStore.write(Data("old".utf8), to: file, atomically: true)
        // A limit on the size of files fails as a full disk does; it holds for the whole process, so the process is another.
        await #expect(processExitsWith: .success) { [file = file as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            #expect { try FileStore.write(Data(count: 5000), to: file, atomically: true) } throws: {
                ($0 as? ModelError)?.code == .fileUnwritable
            }
        }
        #expect(try FileStore.read(file) == Data("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }
    #endif

    @Test("A killed process leaves the old file or the new one", arguments: 1...3)
    func kill(round: Int) async throws {
        let file = folder.file("a")
        let size = 300_000
        try FileStore.write(Data(repeating: 1, count: size), to: file, atomically: true)
        await #expect(processExitsWith: .signal(SIGKILL)) { [file = file as String, size = size as Int, round = round as Int] in
            Thread.detachNewThread {
                usleep(UInt32(7000 * round))
                Glibc.kill(getpid(), SIGKILL)
            }
            while true {
                for byte: UInt8 in 2...9 {
                    try FileStore.write(Data(repeating: byte, count: size), to: file, atomically: true)
                }
            }
        }
        let content = try FileStore.read(file)
        #expect(content.count == size)
        #expect(Set(content).count == 1)
    }
}
