import FormatSupport
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
    /// Returns the bytes at a path; `-` is the standard input.
    ///
    /// - Throws: `fileUnreadable`, also for a device. A device may have no end, and opening it may have effects.
    ///   `/dev/null` is an empty file, and a terminal can be the standard input.
    static func read(_ path: String) throws -> Data {
        var status = stat()
        if path == "-" {
            if unsafe fstat(STDIN_FILENO, &status) == 0, isDevice(status), isatty(STDIN_FILENO) == 0 {
                return try device(status)
            }
            return try stream(STDIN_FILENO)
        }
        guard unsafe stat(path, &status) == 0 else { return try BaseModel.content(ofFile: absolute(path)) }
        if isDevice(status), !isStandardInput(status) { return try device(status) }
        guard isDevice(status) || [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
            return try BaseModel.content(ofFile: absolute(path))
        }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ModelError(.fileUnreadable, "It can't be opened.") }
        defer { close(descriptor) }
        return try stream(descriptor)
    }

    /// Replaces a file in one step, unless another program has written the file in the meantime.
    ///
    /// - Parameter old: The file's content when it was read. Nil if there was no file.
    /// - Throws: `fileChanged` if the file has another content now.
    static func write(_ content: Data, to path: String, as format: FileFormat, replacing old: Data?) throws {
        do {
            try Interruption.deferring {
                try BaseModel.write(content: content, toFile: absolute(path), format: format, replacing: old)
            }
        } catch {
            throw ModelError(wrapping: error).named(path)
        }
    }

    /// Runs code that reads the file at a path and replaces it, when it is this process's turn. If another program has
    /// written the file meanwhile, the code runs again.
    ///
    /// Each repetition means that another program has made progress. Only a program that takes no turns, and writes
    /// all the time, could prevent this program from succeeding.
    static func retrying(_ path: String, _ body: () throws -> Void) throws {
        let turn = path == "-" ? nil : FileTurn(of: path)
        defer { withExtendedLifetime(turn) {} }
        for _ in 0..<1000 {
            do {
                return try body()
            } catch let error as ModelError where error.code == .fileChanged {}
        }
        try body()
    }

    /// Returns the content of the file at a path that will be written. Returns nil if there is no file.
    static func old(_ path: String) throws -> Data? {
        do {
            return try BaseModel.content(ofFile: absolute(path))
        } catch let error as ModelError where error.code == .fileMissing {
            return nil
        } catch {
            throw ModelError(wrapping: error).named(path)
        }
    }

    /// Returns true if two paths refer to the same file.
    static func isSame(_ one: String, _ other: String) -> Bool {
        var (left, right) = (stat(), stat())
        return unsafe stat(one, &left) == 0 && stat(other, &right) == 0 && left.st_dev == right.st_dev
            && left.st_ino == right.st_ino
    }

    /// Returns an absolute path. The library would resolve a relative path in the folder of an app.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    // MARK: What is no file

    private static func isDevice(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFCHR }

    /// Returns true for the terminal that is the standard input, whatever its path is.
    private static func isStandardInput(_ status: stat) -> Bool {
        var input = stat()
        return unsafe fstat(STDIN_FILENO, &input) == 0 && isatty(STDIN_FILENO) == 1 && input.st_rdev == status.st_rdev
    }

    private static func device(_ status: stat) throws -> Data {
        var null = stat()
        guard unsafe stat("/dev/null", &null) == 0, null.st_rdev == status.st_rdev else {
            throw ModelError(.fileUnreadable, "It is a device, and no file.")
        }
        return Data()
    }

    private static func stream(_ descriptor: Int32) throws -> Data {
        let limit = DecodingLimits.standard.bytes
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

/// Calls the system's function `read`. Inside `FileContent`, the name `read` refers to its own method.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}
