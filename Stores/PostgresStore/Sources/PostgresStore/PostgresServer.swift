import CLibpq
import Foundation

/// The connection string of a database, and the times to wait for the server. Printing this value never shows the
/// connection string, because it may contain a password.
struct PostgresServer: Sendable, CustomStringConvertible, CustomReflectable {
    /// The connection string.
    let text: String
    /// The maximum time to wait for a connection, and for other transactions, in seconds.
    let patience: Double
    /// The maximum time that a statement takes, in seconds.
    let timeout: Double

    var description: String { "PostgreSQL" }
    var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Throws a failure if the text is no connection string. The message of libpq would quote the text.
    func requireSound() throws(PostgresFailure) {
        var message: UnsafeMutablePointer<CChar>?
        let options = unsafe PQconninfoParse(text, &message)
        defer {
            unsafe PQconninfoFree(options)
            unsafe PQfreemem(message)
        }
        if unsafe options != nil { return }
        throw PostgresFailure(
            state: "08001",
            message: "The connection string isn't one: it is postgresql://user@host/database, or host=… dbname=….")
    }

    /// Returns the reason why a connection wasn't made, in one line.
    func message(of handle: OpaquePointer) -> String {
        let message = unsafe String(cString: PQerrorMessage(handle))
        let password = unsafe PQpass(handle).map { unsafe String(cString: $0) } ?? ""
        let isSecret = !password.isEmpty && message.utf8.firstRange(of: password.utf8) != nil
        let lines = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return isSecret || lines.isEmpty ? "The connection can't be made." : lines.joined(separator: " ")
    }
}
