import ModelCore

/// A statement that has failed, or a connection that can't be made or was lost.
struct PostgresFailure: Error {
    /// The server's error code, SQLSTATE. Nil if no answer arrived.
    let state: String?
    /// The message of the server or of libpq. It contains no secrets.
    let message: String

    /// True if the connection was lost. The statement may still have been carried out.
    var isLoss: Bool { state == nil }

    /// True if the transaction conflicts with another transaction. Then nothing of it was carried out.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// True if another transaction has locked a record for too long.
    var isImpatience: Bool { state == "55P03" }

    /// True if the user lacks the necessary permission.
    var isRefusal: Bool { state == "42501" }

    /// True if another program has made the same table or index at the same time.
    var isRace: Bool { isConflict || ["42P07", "42710", "23505", "XX000"].contains(state) }
}

extension ModelError {
    /// Creates the error of this library for a failure.
    init(_ failure: PostgresFailure, writes: Bool) {
        let unavailable: Code = writes ? .fileUnwritable : .fileUnreadable
        // The server's sentence may quote a statement or a value. Nil: it doesn't.
        let (code, message): (Code, String?) =
            switch (failure.state ?? "", failure.state?.prefix(2) ?? "") {
            case ("40001", _), ("40P01", _): (.fileChanged, nil)
            case ("54001", _): (.depthExceeded, nil)
            case ("22021", _): (.invalidKey, "A text contains a character that PostgreSQL refuses.")
            case ("55P03", _): (unavailable, "Another transaction has kept a record, or the table, for too long.")
            case ("42P01", _), ("42703", _), ("3F000", _), ("0A000", _):
                (unavailable, "The tables aren't those that the store has made.")
            case ("22P05", _): (.corruptData, nil)
            case ("XX001", _), ("XX002", _): (.corruptData, "The database is damaged.")
            // No answer, no rights.
            case ("", _), ("42501", _): (unavailable, nil)
            // No connection, a transaction that the server has ended, a database that is only read, no such user, no such
            // database, no room, a server that stops, a disk that fails.
            case (_, "08"), (_, "25"), (_, "28"), (_, "3D"), (_, "53"), (_, "57"), (_, "58"): (unavailable, nil)
            case (_, "54"): (.bytesExceeded, nil)
            case (_, "22"): (.corruptData, "A text or a number isn't one that the tables can contain.")
            case (_, "23"): (.corruptData, "A constraint of the table refuses a record.")
            case (_, "42"): (.corruptData, "The server refuses a statement of the store.")
            default: (.underlying, "The server refuses what the transaction does.")
            }
        self.init(
            code, "PostgreSQL: \(message ?? failure.message)" + (failure.state.map { " (\($0))" } ?? ""))
    }
}

extension ModelError.Code {
    /// The connection was lost while a transaction was committed: the transaction is stored either as a whole or not
    /// at all.
    public static let outcomeUnknown = Self("outcomeUnknown")
}
