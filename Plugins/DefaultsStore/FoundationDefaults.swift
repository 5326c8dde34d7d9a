import DefaultsFiles
import Foundation

/// The program's own `UserDefaults` of a file.
struct FoundationDefaults: ProgramDefaults, @unchecked Sendable {
    // Unchecked because of `UserDefaults`, which may be used on any thread.
    private let defaults: UserDefaults?

    init(suite: String?) {
        defaults = suite.map { UserDefaults(suiteName: $0) } ?? .standard
    }

    func load(_ key: String) { _ = defaults?.object(forKey: key) }

    func synchronize() { defaults?.synchronize() }

    func announce() {
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: defaults)
    }
}
