import Foundation
import ModelCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps two savers of one service apart, also in different processes, and a reader from a save that isn't finished.
///
/// A lock on an empty file, which the system gives up when its holder dies. Where no such file can be made, there is no
/// lock.
final class StoreLock {
    private let descriptor: Int32

    /// Waits for the lock. Throws `timedOut`.
    init(service: String, exclusive: Bool, control: CallControl) throws {
        descriptor = openFile(Self.path(service), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        while flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR
        {
            do {
                _ = try control.remainingMilliseconds()
            } catch {
                close(descriptor)
                throw ModelError(.timedOut, "Another save of the same secrets didn't end in time.")
            }
            usleep(3000)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A process that is being started has the file, too, until it runs its program: closing alone leaves it locked.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The file of a service's lock.
    static func path(_ service: String) -> String {
        let folder: String
        if let set = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], set.hasPrefix("/") {
            folder = set
        } else {
            folder = BaseModel.applicationSupportDirectory.path
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        // FNV-1a: two services that share a name of a file merely wait for each other.
        let hash = service.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(folder)/basemodel-secrets-\(String(hash, radix: 16)).lock"
    }
}

/// Out here, because in the type its own `open` would be meant.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }
