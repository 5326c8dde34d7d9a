import GRDB
import ModelCore

extension ModelError {
    /// Creates the error of this library for an error of SQLite. It contains SQLite's message, but neither a
    /// statement nor a statement's values.
    init(_ error: DatabaseError, writes: Bool) {
        let code: Code =
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: .fileUnreadable
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_PROTOCOL,
                .SQLITE_READONLY:
                writes ? .fileUnwritable : .fileUnreadable
            case .SQLITE_FULL: .fileUnwritable
            case .SQLITE_TOOBIG: .bytesExceeded
            case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: .corruptData
            default: .underlying
            }
        self.init(code, "SQLite: \(error.message ?? "error \(error.resultCode.rawValue)").")
    }

    /// Runs `body`, which calls SQLite. Converts errors of SQLite and of GRDB to errors of this library.
    static func fromSQLite<Result>(in file: String, writes: Bool, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw ModelError(error, writes: writes).inFile(file)
        } catch is RowDecodingError {
            throw ModelError(.corruptData, "SQLite: a column has a value of another type.").inFile(file)
        }
    }
}
