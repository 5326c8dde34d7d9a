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

/// A lock that keeps two saves of one service apart, also in different processes, and a reader from an unfinished save.
///
/// It is a lock on an empty file, which the system releases when its holder dies. If the file can't be made, there is
/// no lock.
final class StoreLock {
    private let lock: FileLock?

    /// Waits for the lock. Throws `timedOut`.
    init(service: String, exclusive: Bool, control: CallControl) throws {
        let descriptor = unsafe open(Self.path(service), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        lock = try FileLock.lock(descriptor, isShared: !exclusive) {
            do {
                return try control.remainingMilliseconds() >= 0
            } catch {
                throw ModelError(.timedOut, "Another save of the same secrets didn't end in time.")
            }
        }
    }

    /// The path of the lock file of a service.
    static func path(_ service: String) -> String {
        let folder: String
        if let set = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], set.hasPrefix("/") {
            folder = set
        } else {
            folder = BaseModel.applicationSupportDirectory.path
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        // FNV-1a. Two services with the same hash share a lock file, and merely wait for each other.
        let hash = service.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(folder)/basemodel-secrets-\(String(hash, radix: 16)).lock"
    }
}
