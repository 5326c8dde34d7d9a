import Foundation

/// The program that does to a store what its arguments say, in an environment that the test chooses.
///
/// libsecret looks at the environment, and a process with threads can't change its own.
enum Probe {
    /// Beside the tests' own program.
    static let path: String = {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return (own as NSString).deletingLastPathComponent + "/secret-probe"
    }()

    /// What these tests need of the system.
    private static let tools = [
        "/usr/bin/dbus-daemon", "/usr/bin/gnome-keyring-daemon", "/usr/bin/secret-tool", "/usr/bin/gdbus",
    ]

    static let hasService = tools.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
}

/// What the probe printed.
struct ProbeResult {
    let status: Int32
    let lines: [String]

    init(_ result: (status: Int32, output: String)) throws {
        status = result.status
        lines = result.output.split(separator: "\n").map(String.init)
    }

    /// True where the program ended as it should, and without an error.
    var isOK: Bool { status == 0 && lines.contains("ok") }

    /// What was printed as the command's value.
    var value: String? { lines.first { $0.hasPrefix("value ") }.map { String($0.dropFirst(6)) } }

    /// The whole line of an error.
    var error: String? { lines.first { $0.hasPrefix("error ") } }

    /// The code of an error.
    var code: String? { error.map { String($0.split(separator: " ")[1]) } }

    /// The path of an error.
    var path: String? {
        error.flatMap { $0.split(separator: " ").first { $0.hasPrefix("path=") }.map { String($0.dropFirst(5)) } }
    }

    /// How long it took, in milliseconds.
    var milliseconds: Int { lines.last { $0.hasPrefix("ms ") }.flatMap { Int($0.dropFirst(3)) } ?? .max }
}
