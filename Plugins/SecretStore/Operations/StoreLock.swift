import FormatSupport
import ModelCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock that prevents two saves of one service at the same time, even in different processes. It also prevents that
/// a reader sees an unfinished save.
///
/// The lock is on an empty file. The system releases it when its process ends. If the file can't be made, there is no
/// lock.
final class StoreLock {
    private let lock: FileLock?
    private let isLocked: Bool

    /// Waits for the lock. Throws `timedOut`.
    init(service: String, exclusive: Bool, control: CallControl) throws {
        let descriptor = unsafe open(Self.path(service), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        let lock = try FileLock.lock(descriptor, isShared: !exclusive) {
            do {
                return try control.remainingMilliseconds() >= 0
            } catch {
                throw ModelError(.timedOut, "Another save of the same secrets didn't end in time.")
            }
        }
        isLocked = lock != nil
        self.lock = lock
    }

    /// Runs `body` while this thread has the exclusive lock. During the call, the thread's own operations take no
    /// lock.
    ///
    /// - Throws: `timedOut`; `serviceUnavailable` if the file can't be made; the errors of `body`.
    static func hold<Result>(
        service: String, options: SecretStoreOptions, _ body: () throws -> Result
    ) throws -> Result {
        let control = CallControl(deadline: .now + options.boundedTimeout)
        let lock = try StoreLock(service: service, exclusive: true, control: control)
        guard lock.isLocked else {
            throw ModelError(.serviceUnavailable, "The lock of transactions can't be made.").inFile(path(service))
        }
        return try withExtendedLifetime(lock) {
            try $holders.withValue(holders + [Holder(service: service)], operation: body)
        }
    }

    /// Returns true if this thread has the exclusive lock, in the body of ``hold(service:options:_:)``.
    static func isHeld(service: String) -> Bool { holders.contains(Holder(service: service)) }

    /// A thread that has the lock of a service.
    private struct Holder: Hashable {
        let service: String
        let thread = pthread_self()
    }

    /// The locks that the current task holds. Tasks that it starts inherit this value, but run on other threads.
    @TaskLocal private static var holders: [Holder] = []

    /// Returns the path of the lock file of a service.
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
