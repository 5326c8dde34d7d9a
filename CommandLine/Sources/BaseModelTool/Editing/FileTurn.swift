import Dispatch
import FormatSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The turn of this process among the user's processes that change one file. The turn ends when this value is
/// destroyed, or when the process ends.
///
/// A change is made again if another program has replaced the file in the meantime: see `FileContent.retrying`.
/// Therefore no change would be lost without turns. But the quickest of several programs would succeed each time, and
/// the work of the other programs would be wasted. The system grants the lock in the order in which processes began
/// to wait for it.
final class FileTurn {
    private let descriptor: Int32

    /// Waits for the turn.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The time to wait while no process changes the file. A program that has its turn may have been
    ///     stopped, or may be asking for a password.
    ///   - folder: The folder of the file that is locked.
    /// - Returns: Nil if the system doesn't support such locks.
    init?(of path: String, limit: DispatchTimeInterval = .seconds(10), folder: String = FileTurn.folder) {
        // Others can make files in some folders, such as /tmp. One that isn't this user's is never locked.
        let name = "\(folder)/basemodel-turns-\(geteuid())"
        let file = unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard file >= 0 else { return nil }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG
        else {
            close(file)
            return nil
        }
        descriptor = file
        let offset = Self.offset(of: path)
        guard Self.lock(file, offset, F_SETLK) != 0 else { return }
        // No lock of the system's waits for a limited time, so that another thread waits for it.
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            while Self.lock(file, offset, F_SETLKW) == EINTR {}
            isDone.signal()
        }
        var look = Self.look(at: path)
        while isDone.wait(timeout: .now() + limit) == .timedOut {
            let next = Self.look(at: path)
            // If the turn comes later, that is as good.
            if next == look { return }
            look = next
        }
    }

    deinit { close(descriptor) }

    /// Locks one byte of a file. Returns 0, or the error's number in `errno`.
    private static func lock(_ descriptor: Int32, _ offset: off_t, _ command: Int32) -> Int32 {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = offset
        lock.l_len = 1
        return unsafe fcntl(descriptor, command, &lock) == 0 ? 0 : errno
    }

    /// Returns the offset of the byte that represents a file: a hash (FNV-1a) of the file's path. Two files with the
    /// same hash merely wait for each other.
    private static func offset(of path: String) -> off_t {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let hash = path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return off_t(hash >> 2)
    }

    /// Returns numbers that describe the state of a file. They are different after each change.
    private static func look(at path: String) -> [Int] {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return [] }
        return [Int(status.st_ino), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    }

    /// The folder for files that last as long as the user's session. If there is none, the folder for temporary
    /// files.
    static var folder: String {
        let set = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
        return set.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? FileManager.default.temporaryDirectory.path
    }
}
