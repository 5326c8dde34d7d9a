import CLibsecret
import ModelCore

/// Turns GLib's errors into model errors.
enum GLibFailure {
    /// Makes a GLib call that reports a failure through a pointer to an error. Returns its result, or throws the
    /// failure.
    @safe
    static func check<Result>(
        _ call: (UnsafeMutablePointer<OpaquePointer?>) -> Result
    ) throws(ModelError) -> Result {
        var failure: OpaquePointer?
        // The pointer is valid during the call. The error that it points to afterwards is freed here.
        let result = unsafe withUnsafeMutablePointer(to: &failure) { unsafe call($0) }
        guard let error = unsafe failure else { return result }
        defer { unsafe g_error_free(error) }
        throw modelError(error)
    }

    /// Makes a GLib call that returns a new object, or reports a failure through a pointer to an error. The caller
    /// owns the object.
    @safe
    static func made(
        _ call: (UnsafeMutablePointer<OpaquePointer?>) -> OpaquePointer?
    ) throws(ModelError) -> OpaquePointer {
        guard let made = unsafe try check(call) else { throw .unexpectedAnswer }
        return unsafe made
    }

    /// Returns the model error that corresponds to an error of GLib. The messages of other programs aren't repeated,
    /// because they may contain anything. The names of their errors are repeated.
    @safe
    private static func modelError(_ error: OpaquePointer) -> ModelError {
        let domain = clibsecret_error_domain(error)
        let code = Int(clibsecret_error_code(error))
        if let name = String(taking: g_dbus_error_get_remote_error(error)) { return remote(name) }
        let (system, service) = (g_io_error_quark(), secret_error_get_quark())
        return switch (domain, code) {
        case (system, CLIBSECRET_IO_ERROR_CANCELLED), (system, CLIBSECRET_IO_ERROR_TIMED_OUT): .secretTimeout
        case (system, CLIBSECRET_IO_ERROR_WRONG_ETAG):
            ModelError(.storeConflict, "Another program changed the keyring's file in the meantime. Try again.")
        case (service, CLIBSECRET_ERROR_IS_LOCKED): .secretsLocked
        case (service, CLIBSECRET_ERROR_NO_SUCH_OBJECT): .secretVanished
        default: unavailable(message(error))
        }
    }

    private static func remote(_ name: String) -> ModelError {
        switch name {
        case "org.freedesktop.Secret.Error.IsLocked": .secretsLocked
        case "org.freedesktop.Secret.Error.NoSuchObject", "org.freedesktop.DBus.Error.UnknownObject",
            "org.freedesktop.DBus.Error.UnknownMethod":
            .secretVanished
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
            unavailable("no secret service runs on the D-Bus session, and none can be started")
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected":
            unavailable("it ended before it answered")
        case "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.TimedOut": .secretTimeout
        default: unavailable("it answered \(name)")
        }
    }

    /// Returns the message of an error that a library in this process made.
    @safe
    private static func message(_ error: OpaquePointer) -> String {
        String(lent: clibsecret_error_message(error)) ?? "no reason is given"
    }

    private static func unavailable(_ why: String) -> ModelError {
        ModelError(.serviceUnavailable, "The secret service can't be used: \(why).")
    }
}

extension String {
    /// A copy of text that GLib owns. Returns nil if there is no text.
    @safe
    init?(lent text: UnsafePointer<CChar>?) {
        guard let text = unsafe text else { return nil }
        self = unsafe String(cString: text)
    }

    /// Copies text that GLib handed over, and frees GLib's text. Returns nil if there is no text.
    @safe
    init?(taking text: UnsafeMutablePointer<CChar>?) {
        guard let text = unsafe text else { return nil }
        defer { unsafe g_free(text) }
        self = unsafe String(cString: text)
    }
}
