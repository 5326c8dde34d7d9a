import Foundation

/// The password of an encrypted list.
public enum TodoPassword {
    /// The environment variable that has it.
    public static let variable = "TODO_PASSWORD"

    /// The demo's own.
    @TaskLocal static var demo: String?

    /// Nil where there is none.
    public static var current: String? { demo ?? ProcessInfo.processInfo.environment[variable] }
}
