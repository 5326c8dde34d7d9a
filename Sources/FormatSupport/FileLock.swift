import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock on an open file (`flock(2)`) until this value ends, or the process does.
///
/// It keeps out who asks for a lock on the same file, in this process and in others, and nobody else.
public struct FileLock: ~Copyable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        // A process that is being started has the file, too, until it runs its program: closing alone leaves it locked.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Locks a file, which is closed in the end, also where it isn't locked.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - isShared: Whether others may have a shared lock on it at the same time.
    ///   - mayWait: Asked every two milliseconds, as long as others keep the lock.
    /// - Returns: Nil where the system refuses the lock; `errno` tells why: `EWOULDBLOCK` where `mayWait` said no.
    /// - Throws: What `mayWait` throws.
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

    /// Leaves `errno` as it is.
    private static func closeSilently(_ descriptor: Int32) {
        let reason = errno
        close(descriptor)
        errno = reason
    }
}
