import ModelCore

/// A statement that has failed, or a connection that can't be made or was lost.
struct PostgresFailure: Error {
    /// The code of the server, SQLSTATE; nil if the answer didn't come.
    let state: String?
    /// The server's sentence, or libpq's. It has no secrets.
    let message: String

    /// True if the statement may have been carried out, and the connection is no more.
    var isLoss: Bool { state == nil }

    /// True if the transaction can't be carried out beside another one, and nothing of it was.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// True if another program has made the same table or index at the same time.
    var isRace: Bool { isConflict || ["42P07", "42710", "23505", "XX000"].contains(state) }
}

extension ModelError {
    /// The failure in terms of this library.
    init(_ failure: PostgresFailure, writes: Bool) {
        let unavailable: Code = writes ? .fileUnwritable : .fileUnreadable
        let code: Code =
            switch (failure.state ?? "", failure.state?.prefix(2) ?? "") {
            case ("40001", _), ("40P01", _): .fileChanged
            case ("54001", _): .depthExceeded
            case ("22021", _): .invalidKey
            // No answer, no rights, a database that is only read, a lock that others keep.
            case ("", _), ("42501", _), ("25006", _), ("55P03", _): unavailable
            // No connection, no such user, no such database, no room, a server that stops, a disk that fails.
            case (_, "08"), (_, "28"), (_, "3D"), (_, "53"), (_, "57"), (_, "58"): unavailable
            case (_, "54"): .bytesExceeded
            // A text or a number that isn't as the tables want it.
            case (_, "22"), (_, "23"), (_, "42"): .corruptData
            default: .underlying
            }
        self.init(code, "PostgreSQL: \(failure.message)" + (failure.state.map { " (\($0))" } ?? ""))
    }
}

extension ModelError.Code {
    /// The connection was lost while a transaction was committed: it may be stored, as a whole, or not at all.
    public static let outcomeUnknown = Self("outcomeUnknown")
}
