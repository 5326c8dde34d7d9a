import Foundation
import SecretStore
import Testing

/// The keyring of the session that the tests run in: see `Scripts/with-secret-service.sh`.
///
/// gnome-keyring 42 ends now and then on a machine with much else to do, and another one takes its place. A failure
/// at that time says nothing about the library.
enum SessionKeyring {
    private static let file = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { $0 + "/keyring.pid" }

    /// The process that is the keyring now. Nil if it runs elsewhere.
    private static var process: pid_t? {
        guard let file, let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        return pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Runs a test, and once more if the keyring has ended meanwhile: then the issues of the first time are no failures.
    static func test(_ body: () throws -> Void) throws {
        for _ in 0..<3 {
            guard let process else { break }
            @Sendable func hasEnded() -> Bool { self.process != process || kill(process, 0) != 0 }
            try withKnownIssue("gnome-keyring ended", isIntermittent: true) {
                try body()
            } matching: { _ in
                hasEnded()
            }
            if !hasEnded() { return }
            let deadline = ContinuousClock.now + .seconds(60)
            while hasEnded(), (try? SecretStore().checkAvailability()) == nil, ContinuousClock.now < deadline {
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        try body()
    }
}
