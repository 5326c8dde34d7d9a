#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock on an open file (`flock(2)`). The lock lasts until this value is destroyed or the process ends.
///
/// The lock keeps out only code that also requests a lock on the file, in this process and in other processes.
public struct FileLock: ~Copyable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        // A child process that was forked, and hasn't run its program yet, has the file open, too: closing alone would
        // leave it locked.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Locks a file, and takes over its descriptor. The file is closed when the lock ends, or at once if it can't be
    /// locked.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - isShared: True if other code may have a shared lock on the file at the same time.
    ///   - mayWait: Called every two milliseconds as long as other code has the lock. If it returns false, the
    ///     attempt ends.
    /// - Returns: Nil if the system refuses the lock. `errno` contains the reason: `EWOULDBLOCK` if other code has
    ///   the lock and `mayWait` returned false.
    /// - Throws: The error that `mayWait` throws.
    public static func lock(
        _ descriptor: Int32, isShared: Bool = false, while mayWait: () throws -> Bool
    ) rethrows -> FileLock? {
        var isLocked = false
        defer { if !isLocked { closeSilently(descriptor) } }
        while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            let reason = errno
            guard reason == EINTR || reason == EWOULDBLOCK, try mayWait() else {
                errno = reason
                return nil
            }
            usleep(2000)
        }
        isLocked = true
        return FileLock(descriptor)
    }

    /// Closes a file without changing `errno`.
    private static func closeSilently(_ descriptor: Int32) {
        let reason = errno
        close(descriptor)
        errno = reason
    }
}
