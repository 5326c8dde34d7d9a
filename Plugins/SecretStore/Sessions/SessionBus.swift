import CLibsecret
import FormatSupport
import ModelCore

/// A connection to the D-Bus session bus, for one operation only. Because of this, no messages accumulate in it while
/// no main loop runs, its end never ends the program, and a restarted service is found.
///
/// `@safe`: this object holds one reference to the connection as long as it exists.
@safe
final class SessionBus {
    @safe let connection: OpaquePointer
    private let control: CallControl

    init(_ control: CallControl) throws {
        let address = try Self.address()
        let flags = UInt32(CLIBSECRET_CONNECTION_AUTHENTICATION_CLIENT | CLIBSECRET_CONNECTION_MESSAGE_BUS)
        let made = try GLibFailure.check {
            g_dbus_connection_new_for_address_sync(address, flags, nil, control.cancellable, $0)
        }
        guard let made = unsafe made else {
            throw ModelError(.serviceUnavailable, "The D-Bus session can't be reached.")
        }
        connection = unsafe made
        self.control = control
    }

    deinit {
        // Waits until the connection is closed, so that its socket doesn't stay open.
        g_dbus_connection_close_sync(connection, nil, nil)
        unsafe g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Returns the address of the session bus. If there is none, GLib would start a new bus, which has no secret
    /// service.
    private static func address() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if let set = environment["DBUS_SESSION_BUS_ADDRESS"], !set.isEmpty {
            guard !set.hasPrefix("autolaunch:"), !set.hasPrefix("disabled:"),
                g_dbus_is_supported_address(set, nil) != 0
            else {
                throw ModelError(.serviceUnavailable, "DBUS_SESSION_BUS_ADDRESS names no D-Bus session.")
            }
            return set
        }
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
            FileManager.default.fileExists(atPath: folder + "/bus"),
            let path = String(taking: g_dbus_address_escape_value(folder + "/bus"))
        {
            return "unix:path=" + path
        }
        throw ModelError(
            .serviceUnavailable,
            """
            There is no D-Bus session: neither DBUS_SESSION_BUS_ADDRESS nor a bus in XDG_RUNTIME_DIR. See \
            SecretStore's page for headless machines.
            """
        )
    }

    /// Returns true if a program is running as the secret service.
    func hasService(within limit: Duration) throws -> Bool {
        let answer = try call(
            "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [.string("org.freedesktop.secrets")],
            within: limit,
            of: "org.freedesktop.DBus")
        return answer[0]?.bool ?? false
    }

    /// Calls a method of the secret service, and waits for its answer no longer than `limit`.
    func call(
        _ path: String, _ interface: String, _ method: String, _ parameters: [GLibVariant], within limit: Duration,
        of program: String = "org.freedesktop.secrets"
    ) throws -> GLibVariant {
        let milliseconds = min(
            try control.remainingMilliseconds(), Int32(clamping: limit.components.seconds * 1000 + 999))
        let arguments = GLibVariant.tuple(parameters)
        let answer = try GLibFailure.made {
            g_dbus_connection_call_sync(
                connection, program, path, interface, method, arguments.pointer, nil, 0,
                milliseconds, control.cancellable, $0)
        }
        return GLibVariant(taking: answer)
    }
}

extension ModelError {
    static var unexpectedAnswer: ModelError {
        ModelError(.serviceUnavailable, "The secret service gave an answer that the specification doesn't allow.")
    }
}
