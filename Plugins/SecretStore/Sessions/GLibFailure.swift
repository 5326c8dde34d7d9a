import CLibsecret
import ModelCore

/// Makes our errors of GLib's.
enum GLibFailure {
    /// The result of a GLib call that tells of a failure through a pointer to an error.
    static func check<Result>(
        _ call: (UnsafeMutablePointer<OpaquePointer?>) -> Result
    ) throws(ModelError) -> Result {
        var failure: OpaquePointer?
        // The pointer is valid during the call; what it then points to is ours to free.
        let result = unsafe withUnsafeMutablePointer(to: &failure) { unsafe call($0) }
        guard let error = unsafe failure else { return result }
        defer { unsafe g_error_free(error) }
        throw unsafe modelError(error)
    }

    /// What an error means. Messages of other programs aren't repeated: nobody knows what stands in them. Their names
    /// are.
    private static func modelError(_ error: OpaquePointer) -> ModelError {
        let domain = unsafe clibsecret_error_domain(error)
        let code = Int(unsafe clibsecret_error_code(error))
        if let name = unsafe g_dbus_error_get_remote_error(error) {
            defer { unsafe g_free(name) }
            return remote(unsafe String(cString: name))
        }
        if domain == g_io_error_quark() {
            switch code {
            case CLIBSECRET_IO_ERROR_CANCELLED, CLIBSECRET_IO_ERROR_TIMED_OUT:
                return .secretTimeout
            case CLIBSECRET_IO_ERROR_WRONG_ETAG:
                return ModelError(
                    .storeConflict, "Another program changed the keyring's file in the meantime. Try again.")
            default: return unavailable(unsafe message(error))
            }
        }
        if domain == secret_error_get_quark() {
            switch code {
            case CLIBSECRET_ERROR_IS_LOCKED: return .secretsLocked
            case CLIBSECRET_ERROR_NO_SUCH_OBJECT: return .secretVanished
            default: return unavailable(unsafe message(error))
            }
        }
        return unavailable(unsafe message(error))
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

    /// What this program's own libraries say.
    private static func message(_ error: OpaquePointer) -> String {
        guard let text = unsafe clibsecret_error_message(error) else { return "no reason is given" }
        return unsafe String(cString: text)
    }

    private static func unavailable(_ why: String) -> ModelError {
        ModelError(.serviceUnavailable, "The secret service can't be used: \(why).")
    }
}
