import Foundation
import ModelCore
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Paths that lead to no file")
struct FileTargetTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Pipes, sockets, devices and folders are refused, nobody waits for another end, and they stay", arguments: [true, false])
    func notRegular(atomically: Bool) throws {
        let pipe = folder.file("pipe")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let socket = folder.file("socket")
        let descriptor = try bound(to: socket)
        defer { close(descriptor) }
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "pipe")
        // More than a pipe holds without a reader.
        let content = Data(count: 200_000)
        for path in [pipe, socket, link, "/dev/null", "/dev/full", folder.path] {
            let code = errorCode { try BaseModel.write(content, toFile: path, atomically: atomically) }
            #expect(code == .fileUnwritable, "\(path)")
            #expect(errorCode { try BaseModel.content(ofFile: path) } == .fileUnreadable, "\(path)")
        }
        var status = stat()
        #expect(unsafe lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        #expect(unsafe lstat(socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "pipe", "socket"])
    }

    private func bound(to path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes.prefix($0.count - 1)) }
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return descriptor
    }

    static let badNames = ["", ".", "..", "/", "a/", "a/.", "a/..", "a\0b", "\0"]

    @Test("Names that no file can have are errors, in the support folder and elsewhere", arguments: badNames)
    func names(_ name: String) throws {
        let support = BaseModel.applicationSupportDirectory.path
        let supportExists = BaseModel.fileExists(atPath: support)
        for path in [name, folder.path + "/" + name] {
            for atomically in [true, false] {
                #expect(
                    errorCode { try BaseModel.write(Data("x".utf8), toFile: path, atomically: atomically) } == .fileUnwritable)
            }
            #expect(errorCode { try BaseModel.content(ofFile: path) } == .fileUnreadable)
            #expect(errorCode { try BaseModel.removeFile(atPath: path) } == .fileUnwritable)
        }
        // Where a NUL ended the path, this would be there.
        try BaseModel.write(Data("x".utf8), toFile: folder.file("a"))
        #expect(!BaseModel.fileExists(atPath: folder.file("a\0b")))
        #expect(errorCode { try BaseModel.content(ofFile: folder.file("a\0b")) } == .fileUnreadable)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
        #expect(BaseModel.fileExists(atPath: support) == supportExists)
    }

    #if os(Linux)
    @Test("The system's files, which have no size, are read to their end")
    func withoutSize() throws {
        let content = try BaseModel.content(ofFile: "/proc/self/status")
        #expect(String(decoding: content, as: UTF8.self).contains("VmPeak"))
        // Longer than a piece that is read at once.
        let long = try BaseModel.content(ofFile: "/proc/self/maps")
        #expect(long.count > 8192 && long.last == UInt8(ascii: "\n"))
    }
    #endif
}
