internal import CBaseModel
import FormatSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads and writes whole files. A file that is written atomically always has either the old content or the new
/// content.
public enum FileStore {
    /// Returns true if there is a file or a folder at the path. Doesn't open it.
    package static func exists(_ path: String) -> Bool {
        !path.utf8.contains(0) && file_access(path, F_OK) == 0
    }

    /// Returns the content of a regular file.
    ///
    /// - Throws: `fileMissing`; `fileUnreadable` for a folder and any other file that isn't regular or can't be
    ///   opened; `bytesExceeded` if the file exceeds the limit.
    public static func read(_ path: String, limit: Int = DecodingLimits.standard.bytes) throws(ModelError) -> Data {
        try LongWork.runWithModelErrors { () throws(ModelError) in try content(of: path, limit: limit).data }
    }

    /// Returns the content of a regular file, and the file's status before it was read.
    package static func content(
        of path: String, limit: Int = DecodingLimits.standard.bytes
    ) throws(ModelError) -> (data: Data, look: FileStatus) {
        guard isName(path) else { throw ModelError(.fileUnreadable, notAName).inFile(path) }
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = retrying { file_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0) }
        guard descriptor >= 0 else { throw readError(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard file_fstat(descriptor, &status) == 0 else { throw readError(errno, path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ModelError(.fileUnreadable, "It is no regular file.").inFile(path)
        }
        guard status.st_size <= limit else { throw ModelError.tooLarge(limit).inFile(path) }
        let look = FileStatus(status)
        // The size may be wrong: the system's own files, such as those in /proc, have none, and others may grow.
        var got = 0
        let content = try ByteSource.content(expecting: Int(status.st_size), limit: limit) {
            (bytes) throws(ModelError) in
            if got == pieceSize { try LongWork.check() }
            got = retrying { readBytes(descriptor, bytes, atMost: pieceSize) }
            guard got >= 0 else { throw readError(errno, path) }
            return got
        }
        guard let content else { throw ModelError.tooLarge(limit).inFile(path) }
        return (content, look)
    }

    /// Writes a file. Symbolic links are followed.
    ///
    /// Atomically: the content goes into a new file in the same folder. The new file gets the access rights of the
    /// old file, is forced to the disk, is read back, and then replaces the old file. Therefore a failure leaves the
    /// old file unchanged, unless only the folder couldn't be forced to the disk afterwards. A hard link to the old
    /// file still refers to the old content. New files that killed processes left in the folder are removed.
    ///
    /// In place: the file keeps its hard links, its rights and its attributes.
    ///
    /// - Parameter isConfidential: True for a file that only its owner may read and write, from the first byte on,
    ///   whatever the permissions were.
    /// - Throws: `fileUnwritable`, also for anything that isn't a regular file.
    public static func write(
        _ content: Data, to path: String, atomically: Bool = true, isConfidential: Bool = false
    ) throws(ModelError) {
        try LongWork.runWithModelErrors { () throws(ModelError) in
            let target = try target(of: path)
            if atomically {
                _ = try replace(target, with: content, isConfidential: isConfidential) { true }
            } else {
                try overwrite(target, with: content, isConfidential: isConfidential)
            }
        }
    }

    /// Writes a file atomically, if there is no file or if its content is that of the stamp. Otherwise returns false.
    /// No other program that saves in this way can change the file between the comparison and the write.
    package static func write(
        _ content: Data, to path: String, since stamp: FileStamp?, isConfidential: Bool
    ) throws(ModelError) -> Bool {
        let look = FileStatus(at: path)
        guard isReplaceable(path, since: stamp) else {
            var status = stat()
            if file_stat(path, &status) == 0 { try requireRegular(status, path) }
            return false
        }
        // It is enough to compare the file's status: a program that writes in this way puts another file there.
        return try replace(target(of: path), with: content, isConfidential: isConfidential) {
            FileStatus(at: path).map { look?.isSame(as: $0) ?? false } ?? (look == nil)
        }
    }

    /// Returns the path of the file that a path refers to, with all symbolic links followed. Makes the file's folder
    /// if it doesn't exist.
    private static func target(of path: String) throws(ModelError) -> String {
        guard isName(path) else { throw ModelError(.fileUnwritable, notAName).inFile(path) }
        let target = try followLinks(path)
        try makeFolder(of: target)
        return target
    }

    /// Returns false for a path that no file can have: an empty path; a path that ends in a slash or in dots, which
    /// names a folder; a path with a NUL, where the system would end the path.
    private static func isName(_ path: String) -> Bool {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        return !name.isEmpty && name != "." && name != ".." && !path.utf8.contains(0)
    }

    private static let notAName = "No file can have that path."

    /// The permissions of a file that only its owner may read and write.
    static let confidentialMode: mode_t = 0o600

    /// Removes a file. Throws `fileMissing` or `fileUnwritable`.
    public static func remove(_ path: String) throws(ModelError) {
        guard isName(path) else { throw ModelError(.fileUnwritable, notAName).inFile(path) }
        guard file_unlink(path) == 0 else {
            throw errno == ENOENT ? readError(errno, path) : writeError(errno, path)
        }
        try syncFolder(of: path)
    }

    // MARK: Writing

    /// - Parameter mayReplace: Called just before the new file replaces an old file, while the old file is locked. It
    ///   isn't called if there is no old file.
    /// - Returns: False if `mayReplace` returned false.
    private static func replace(
        _ target: String, with content: Data, isConfidential: Bool, if mayReplace: () -> Bool
    ) throws(ModelError) -> Bool {
        try LongWork.requireWhole()
        let folder = folder(of: target)
        let old = try access(to: target, isConfidential)
        // Nobody else may open the new file before it has the old one's rights.
        let newMode = old != nil || isConfidential ? confidentialMode : 0o666
        // This comes first, because the abandoned files may be what fills the disk.
        NewFile.removeAbandoned(in: folder)
        for isNamed in [false, true] {
            guard var file = NewFile.make(in: folder, mode: newMode, isNamed: isNamed) else { continue }
            if let old, !old.apply(to: file.descriptor) { throw writeError(errno, target) }
            try writeAll(content, to: file.descriptor, target)
            try verify(content, in: file.descriptor, target)
            // If another program has put a file there in the meantime, `place(at:)` fails, and that file is replaced.
            if old != nil || !file.place(at: target) {
                if old == nil, let new = try access(to: target, isConfidential), !new.apply(to: file.descriptor) {
                    throw writeError(errno, target)
                }
                guard file.giveName() else { continue }
                let lock = lock(on: target)
                defer { extendLifetime(lock) }
                guard mayReplace() else { return false }
                guard file.replace(target) else { throw writeError(errno, target) }
            }
            try syncFolder(of: target)
            return true
        }
        throw writeError(errno, target)
    }

    /// Returns the access rights and attributes that a new file takes over from the file at a path. Returns nil if
    /// there is no file.
    ///
    /// - Throws: `fileUnwritable` if they can't be read, or the file may not be replaced.
    private static func access(to target: String, _ isConfidential: Bool) throws(ModelError) -> FileAccess? {
        var status = stat()
        guard file_stat(target, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw writeError(errno, target)
        }
        try requireRegular(status, target)
        // A file that can't be written must not be replaced either, even if its folder would allow it.
        guard file_access(target, W_OK) == 0, let access = FileAccess(of: target, status, isConfidential) else {
            throw writeError(errno, target)
        }
        return access
    }

    /// The number of seconds to wait for other programs' locks. No lock of this library takes as long, but another
    /// program may never unlock the file.
    private static let lockTimeout = 2.0

    /// Locks the file at a path while another file replaces it. If several programs compare a file and replace it,
    /// each program therefore sees the file of the program before it.
    ///
    /// Returns nil if there is no file, if its file system has no locks, or if another program keeps the file locked.
    private static func lock(on path: String) -> FileLock? {
        let deadline = ContinuousClock.now + .seconds(lockTimeout)
        repeat {
            // Some file systems lock only files that are open for writing.
            let descriptor = retrying { file_open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0) }
            guard descriptor >= 0, let lock = FileLock.lock(descriptor, while: { ContinuousClock.now < deadline })
            else { return nil }
            var (own, found) = (stat(), stat())
            guard file_fstat(descriptor, &own) == 0, file_stat(path, &found) == 0 else { return nil }
            // If another file has taken the locked one's place, that file must be locked.
            if own.st_dev == found.st_dev, own.st_ino == found.st_ino { return lock }
        } while ContinuousClock.now < deadline
        return nil
    }

    private static func overwrite(
        _ target: String, with content: Data, isConfidential: Bool
    ) throws(ModelError) {
        // Opening some devices has an effect, so the kind of file is checked first.
        var status = stat()
        if file_stat(target, &status) == 0 { try requireRegular(status, target) }
        let newMode = isConfidential ? confidentialMode : 0o666
        // Without O_NONBLOCK, opening a pipe that was put there in the meantime would wait for its reader.
        let descriptor = retrying {
            file_open(target, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, newMode)
        }
        guard descriptor >= 0 else { throw writeError(errno, target) }
        defer { close(descriptor) }
        guard file_fstat(descriptor, &status) == 0 else { throw writeError(errno, target) }
        try requireRegular(status, target)
        try LongWork.requireWhole()
        guard retrying({ ftruncate(descriptor, 0) }) == 0 else { throw writeError(errno, target) }
        if isConfidential, fchmod(descriptor, confidentialMode) != 0 { throw writeError(errno, target) }
        // The old content is gone: now only the new one can be whole.
        try LongWork.steadily { () throws(ModelError) in
            try writeAll(content, to: descriptor, target)
            try verify(content, in: descriptor, target)
        }
        try syncFolder(of: target)
    }

    private static func requireRegular(_ status: stat, _ path: String) throws(ModelError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ModelError(.fileUnwritable, "It is no regular file.").inFile(path)
        }
    }

    /// The number of bytes that a system call reads or writes at once. A long file takes several calls, with a
    /// checkpoint between them.
    private static let pieceSize = LongWork.bytes * 4

    private static func writeAll(_ content: Data, to descriptor: Int32, _ target: String) throws(ModelError) {
        var length = 0
        while length < content.count {
            if length >= pieceSize { try LongWork.check() }
            let done = content.withBytes { bytes in
                retrying { writeBytes(descriptor, bytes.part(length..<min(length + pieceSize, bytes.count))) }
            }
            guard done >= 0 else { throw writeError(errno, target) }
            length += done
        }
        guard retrying({ fsync(descriptor) }) == 0 else { throw writeError(errno, target) }
    }

    /// Reads the file back, and compares it with the content.
    private static func verify(_ content: Data, in descriptor: Int32, _ target: String) throws(ModelError) {
        var status = stat()
        guard file_fstat(descriptor, &status) == 0, Int(status.st_size) == content.count else {
            throw ModelError(.fileUnwritable, "The file has another length than what was written.").inFile(target)
        }
        var buffer = [UInt8](repeating: 0, count: min(content.count, 1 << 16))
        var position = 0
        while position < content.count {
            if position > 0, position % LongWork.bytes == 0 { try LongWork.check() }
            let wanted = min(buffer.count, content.count - position)
            let got = unsafe buffer.withUnsafeMutableBytes { bytes in
                retrying { unsafe pread(descriptor, bytes.baseAddress, wanted, off_t(position)) }
            }
            guard got > 0, isEqual(content, from: position, to: buffer, got) else {
                throw ModelError(.fileUnwritable, "The file reads back otherwise than it was written.").inFile(target)
            }
            position += got
        }
    }

    /// Returns true if the content contains the first `count` bytes of an array at a position.
    private static func isEqual(_ content: Data, from place: Int, to bytes: [UInt8], _ count: Int) -> Bool {
        bytes.withBytes { bytes in content.withBytes { $0.has(bytes.part(0..<count), at: place) } }
    }

    // MARK: Folders and links

    private static func folder(of path: String) -> String {
        let folder = PathText.folder(of: path)
        return folder.isEmpty ? "." : folder
    }

    /// Makes the folder of a file and the missing folders above it, and forces them to the disk.
    private static func makeFolder(of path: String) throws(ModelError) {
        var missing: [String] = []
        var folder = folder(of: path)
        // The loop ends even if the working folder has been removed.
        while file_access(folder, F_OK) != 0, errno == ENOENT, missing.last != folder {
            missing.append(folder)
            folder = self.folder(of: folder)
        }
        for folder in missing.reversed() {
            // The XDG Base Directory Specification wants folders that are for the user alone.
            guard folder_make(folder, 0o700) == 0 || errno == EEXIST else {
                throw ModelError(.fileUnwritable, "Its folder can't be made: \(message(errno)).").inFile(path)
            }
            try syncFolder(of: folder)
        }
    }

    /// Forces the folder of a file to the disk. Until then, a rename isn't on the disk.
    private static func syncFolder(of path: String) throws(ModelError) {
        let descriptor = retrying { file_open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
        guard descriptor >= 0 else { throw writeError(errno, path) }
        defer { close(descriptor) }
        // Some file systems can't do that, and report it. There is nothing more to do then.
        guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL || errno == EROFS else {
            throw writeError(errno, path)
        }
    }

    /// Returns the path at the end of a chain of symbolic links. The file needn't exist.
    private static func followLinks(_ path: String) throws(ModelError) -> String {
        var current = path
        for _ in 0..<40 {
            var status = stat()
            guard file_lstat(current, &status) == 0 else {
                // A link whose status can't be read must not be replaced by a file.
                if errno != ENOENT, errno != ENOTDIR { throw writeError(errno, path) }
                return current
            }
            guard status.st_mode & S_IFMT == S_IFLNK else { return current }
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: current) else { return current }
            current = next.hasPrefix("/") ? next : PathText.appending(next, to: folder(of: current))
        }
        throw writeError(ELOOP, path)
    }

    // MARK: Errors

    private static func readError(_ code: Int32, _ path: String) -> ModelError {
        code == ENOENT || code == ENOTDIR
            ? ModelError(.fileMissing, "There is no such file.").inFile(path)
            : ModelError(.fileUnreadable, "It can't be read: \(message(code)).").inFile(path)
    }

    private static func writeError(_ code: Int32, _ path: String) -> ModelError {
        ModelError(.fileUnwritable, "It can't be written: \(message(code)).").inFile(path)
    }

    private static func message(_ code: Int32) -> String {
        unsafe String(cString: strerror(code)).lowercased()
    }
}

// Inside `FileStore`, `read` and `write` are its own functions. These two call the system's.

@safe
private func readBytes(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer, atMost count: Int) -> Int {
    unsafe read(descriptor, room.baseAddress, min(room.count, count))
}

@safe
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
