import FormatSupport
import Foundation
import ModelCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of files, of pipes, and of the standard input.
enum FileContent {
    /// The bytes at a path; `-` is the standard input.
    static func read(_ path: String) throws -> Data {
        if path == "-" { return try stream(.standardInput) }
        if isPipe(path) {
            guard let handle = FileHandle(forReadingAtPath: path) else {
                throw ModelError(.fileUnreadable, "It can't be opened.")
            }
            return try stream(handle)
        }
        return try BaseModel.content(ofFile: absolute(path))
    }

    /// Puts a file in the place of an old one, in one step.
    static func write(_ content: Data, to path: String, as format: FileFormat) throws {
        do {
            try BaseModel.write(content: content, toFile: absolute(path), format: format)
        } catch {
            throw ModelError(wrapping: error).named(path)
        }
    }

    /// The library takes relative paths for those of an app.
    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    private static func stream(_ handle: FileHandle) throws -> Data {
        let limit = DecodingLimits.standard.bytes
        let descriptor = handle.fileDescriptor
        let content = try ByteSource.content(expecting: 0, limit: limit) { (bytes) throws(ModelError) in
            var got = 0
            repeat {
                got = unsafe readBytes(descriptor, bytes.baseAddress, bytes.count)
            } while got < 0 && errno == EINTR
            guard got >= 0 else { throw ModelError(.fileUnreadable, "It can't be read.") }
            return got
        }
        guard let content else { throw ModelError(.bytesExceeded, "More than \(limit) bytes.") }
        return content
    }
}

/// `read` is a name of the type's own too.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}
