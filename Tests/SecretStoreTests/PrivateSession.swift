import Foundation
import Testing

/// A D-Bus session of a test's own, with a keyring of its own, in a folder of its own. Nothing of the user's is touched.
/// `@unchecked Sendable`: a test that uses it from two threads only runs the probe in them, which changes nothing here.
final class PrivateSession: @unchecked Sendable {
    let folder: String
    var environment: [String: String]
    private var bus: Process?
    private var keyring: Process?

    /// - Parameters:
    ///   - withKeyring: True to start gnome-keyring, with an unlocked default collection.
    ///   - prompter: What D-Bus starts to show prompts. By default there is none.
    init(withKeyring: Bool = true, prompter: String? = nil) throws {
        // Short: a socket's path has at most 107 bytes.
        folder = "/tmp/bm-secrets-\(UInt32.random(in: 0...(.max)))"
        environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder + "/home", "XDG_DATA_HOME": folder + "/data",
            "XDG_RUNTIME_DIR": folder + "/run",
            "XDG_CACHE_HOME": folder + "/cache", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/bus",
            "LC_ALL": "C.UTF-8",
        ]
        // Where Swift's own libraries are.
        environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        for name in ["home", "data", "run", "cache", "services"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        if let prompter {
            try """
            [D-BUS Service]
            Name=org.gnome.keyring.SystemPrompter
            Exec=\(prompter)
            """.write(toFile: folder + "/services/prompter.service", atomically: true, encoding: .utf8)
        }
        try Self.configuration(folder).write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
        bus = try start("/usr/bin/dbus-daemon", ["--nofork", "--config-file=\(folder)/bus.conf"])
        try waitUntil("the bus listens") { FileManager.default.fileExists(atPath: folder + "/bus") }
        if withKeyring { try startKeyring() }
    }

    deinit { stop() }

    private static func configuration(_ folder: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(folder)/bus</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(folder)/services</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <limit name="service_start_timeout">60000</limit>
        </busconfig>
        """
    }

    /// - Parameter unlocked: True to unlock the default collection, which is made where there is none.
    func startKeyring(unlocked: Bool = true) throws {
        let arguments = ["--foreground", "--components=secrets"] + (unlocked ? ["--unlock"] : [])
        // The first answer means that the default collection is there, or will not be.
        try waitUntil("the keyring answers") {
            // A busy machine may end one before it answers: then another one takes its place.
            if keyring?.isRunning != true {
                keyring = try start(
                    "/usr/bin/gnome-keyring-daemon", arguments, input: unlocked ? "session password" : nil)
            }
            let result = try run(["check"])
            return result.isOK || (!unlocked && result.code == "collectionMissing")
        }
    }

    /// Ends the keyring's process at once, as a crash would.
    func killKeyring() {
        guard let keyring else { return }
        kill(keyring.processIdentifier, SIGKILL)
        keyring.waitUntilExit()
        self.keyring = nil
    }

    /// Halts the keyring's process, and lets it go on.
    func haltKeyring() { if let keyring { kill(keyring.processIdentifier, SIGSTOP) } }
    func continueKeyring() { if let keyring { kill(keyring.processIdentifier, SIGCONT) } }

    func killBus() {
        guard let bus else { return }
        kill(bus.processIdentifier, SIGKILL)
        bus.waitUntilExit()
        self.bus = nil
    }

    /// Locks the default collection.
    func lock() throws {
        let collection = "/org/freedesktop/secrets/aliases/default"
        let result = try tool(
            "/usr/bin/gdbus",
            [
                "call", "--session", "-d", "org.freedesktop.secrets", "-o", "/org/freedesktop/secrets", "-m",
                "org.freedesktop.Secret.Service.Lock", "['\(collection)']",
            ])
        #expect(result.status == 0, "\(result.output)")
    }

    func stop() {
        continueKeyring()
        for process in [keyring, bus] {
            guard let process, process.isRunning else { continue }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        (keyring, bus) = (nil, nil)
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: Programs

    /// Runs the probe, and waits for it.
    func run(_ arguments: [String], file: Bool = false) throws -> ProbeResult {
        var environment = environment
        if file { environment.merge(fileBackend) { $1 } }
        return try ProbeResult(Self.finish(try Self.make(Probe.path, arguments, environment)))
    }

    /// What makes libsecret keep its secrets in a file.
    var fileBackend: [String: String] {
        [
            "SECRET_BACKEND": "file", "SECRET_FILE_TEST_PATH": folder + "/test.keyring",
            "SECRET_FILE_TEST_PASSWORD": "file password",
        ]
    }

    /// Starts the probe, and doesn't wait.
    func startProbe(_ arguments: [String], file: Bool = false) throws -> Process {
        var environment = environment
        if file { environment.merge(fileBackend) { $1 } }
        let process = try Self.make(Probe.path, arguments, environment)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    func tool(_ path: String, _ arguments: [String], input: Data? = nil) throws -> (status: Int32, output: String) {
        let process = try Self.make(path, arguments, environment)
        if let input {
            let pipe = Pipe()
            process.standardInput = pipe
            try pipe.fileHandleForWriting.write(contentsOf: input)
            try pipe.fileHandleForWriting.close()
        }
        return try Self.finish(process)
    }

    /// What `secret-tool lookup` prints; nil where it finds nothing.
    func lookUp(_ account: String) throws -> String? {
        let result = try tool("/usr/bin/secret-tool", ["lookup", "service", "probe", "account", account])
        return result.status == 0 ? result.output : nil
    }

    /// Stores bytes with `secret-tool`, as another program would.
    func storeForeign(_ content: Data, _ account: String) throws {
        let result = try tool(
            "/usr/bin/secret-tool", ["store", "--label=foreign", "service", "probe", "account", account], input: content
        )
        #expect(result.status == 0, "\(result.output)")
    }

    private func start(_ path: String, _ arguments: [String], input: String? = nil) throws -> Process {
        let process = try Self.make(path, arguments, environment)
        process.standardOutput = FileHandle.nullDevice
        if let input {
            let pipe = Pipe()
            process.standardInput = pipe
            try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try pipe.fileHandleForWriting.close()
        }
        try process.run()
        return process
    }

    private static func make(_ path: String, _ arguments: [String], _ environment: [String: String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    private static func finish(_ process: Process) throws -> (status: Int32, output: String) {
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while try !condition() {
            guard ContinuousClock.now < end else { throw TimedOut(what: what) }
            usleep(20_000)
        }
    }

    struct TimedOut: Error {
        let what: String
    }
}
