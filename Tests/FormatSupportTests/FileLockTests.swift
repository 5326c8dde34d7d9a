import FormatSupport
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Locks on files")
struct FileLockTests {
    private let path = NSTemporaryDirectory() + "FileLockTests-" + UUID().uuidString

    private func file() -> Int32 { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }

    /// True if the file can be locked. The lock ends when this returns.
    private func canLock(isShared: Bool = false) -> Bool {
        guard let lock = FileLock.lock(file(), isShared: isShared, while: { false }) else { return false }
        extendLifetime(lock)
        return true
    }

    private func openFiles() throws -> Int { try OpenFiles.numbers(of: path).count }

    @Test("A file whose lock another one keeps is closed, and so is one that was locked")
    func closing() throws {
        defer { unsafe unlink(path) }
        do {
            guard let lock = FileLock.lock(file(), while: { false }) else {
                Issue.record("Nobody has the lock.")
                return
            }
            for isShared in [false, true] {
                #expect(!canLock(isShared: isShared))
                #expect(errno == EWOULDBLOCK)
                #expect(try openFiles() == 1)
            }
            #expect(throws: CancellationError.self) {
                guard let other = try FileLock.lock(file(), while: { throw CancellationError() }) else { return }
                extendLifetime(other)
            }
            #expect(try openFiles() == 1)
            extendLifetime(lock)
        }
        #expect(try openFiles() == 0)
        #expect(canLock())
        #expect(try openFiles() == 0)
    }

    @Test("It waits as long as it may, and gets the lock when that is free")
    func waiting() throws {
        defer { unsafe unlink(path) }
        let first = file()
        #expect(flock(first, LOCK_SH) == 0)
        #expect(canLock(isShared: true) && !canLock())
        var turns = 0
        let lock = FileLock.lock(file()) {
            turns += 1
            if turns == 3 { flock(first, LOCK_UN) }
            return turns < 100
        }
        let isLocked = lock != nil
        extendLifetime(lock)
        #expect(isLocked && turns == 3)
        close(first)
    }

    @Test("What is no file isn't locked")
    func noFile() {
        let lock = FileLock.lock(-1, while: { true })
        let isLocked = lock != nil
        #expect(!isLocked && errno == EBADF)
    }
}
