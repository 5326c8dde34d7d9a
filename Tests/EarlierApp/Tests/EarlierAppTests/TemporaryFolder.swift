import Foundation

/// A folder that a sample may fill.
struct TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "documentation-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Makes it the home of this process, which must be one that a test started for itself.
    func becomeHome() {
        unsafe unsetenv("XDG_DATA_HOME")
        unsafe setenv("HOME", path, 1)
    }
}
