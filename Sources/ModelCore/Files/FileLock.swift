internal import CBaseModel
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock on the file that lies at a path, for the moment in which another one takes its place.
///
/// So of several programs that look at a file, and put theirs in its place, each sees what the one before has put
/// there. It keeps nobody from reading or writing the file who doesn't ask for the lock.
struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// How long others are waited for, in seconds: none of ours takes as long, and somebody may keep it for ever.
    private static let patience = 2.0

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        // A process that is being started has the file, too, until it runs its program: closing alone leaves it locked.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Locks the file; nil where there is none, where its file system has no locks, and where somebody else keeps it.
    static func lock(_ path: String) -> FileLock? {
        let start = ContinuousClock.now
        while start.duration(to: .now) < .seconds(patience) {
            // Some file systems lock only what is open for writing.
            let descriptor = retrying { file_open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0) }
            guard descriptor >= 0 else { return nil }
            let lock = FileLock(descriptor)
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR, start.duration(to: .now) < .seconds(patience) else {
                    return nil
                }
                usleep(500)
            }
            if lock.isOnFile(at: path) { return lock }
        }
        return nil
    }

    /// False once another file has taken its place.
    private func isOnFile(at path: String) -> Bool {
        var (own, found) = (stat(), stat())
        guard file_fstat(descriptor, &own) == 0, file_stat(path, &found) == 0 else { return false }
        return own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }
}
