import CLibpq
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A connection to the server. Only one thread at a time uses the connection.
@safe final class PostgresConnection {
    // libpq's own memory, which lives as long as this instance.
    private let handle: OpaquePointer
    /// The names of the prepared statements that the server keeps, by the statements' text.
    private var prepared: [String: String] = [:]
    /// True if the answer to the last statement must still be read.
    private var isAnswerPending = false
    /// The number of seconds after which the server ends a statement.
    private let timeout: Double

    /// Connects to the server. While the server starts, it makes a few attempts.
    init(_ server: PostgresServer, until deadline: Date) throws(PostgresFailure) {
        try server.requireSound()
        timeout = server.timeout
        unsafe handle = try Self.connected(server, until: deadline)
        unsafe PQsetnonblocking(handle, 1)
        // Else notices are printed.
        _ = unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
        guard unsafe PQparameterStatus(handle, "server_encoding").map({ unsafe String(cString: $0) }) == "UTF8" else {
            throw PostgresFailure(state: "22P05", message: "The encoding of the database isn't UTF8.")
        }
        // Compiling the expressions of a query takes the server longer than most queries do.
        try run(
            PostgresStatement(
                sql: """
                    SET statement_timeout = \(Self.milliseconds(timeout));
                    SET lock_timeout = \(Self.milliseconds(server.patience));
                    SET standard_conforming_strings = on;
                    SET extra_float_digits = 1;
                    SELECT set_config(name, 'off', FALSE) FROM pg_settings WHERE name = 'jit'
                    """))
    }

    deinit { unsafe PQfinish(handle) }

    static func milliseconds(_ seconds: Double) -> Int { Int(min(max(seconds * 1000, 1), 2e9)) }

    // MARK: Connecting

    private static func connected(
        _ server: PostgresServer, until deadline: Date
    ) throws(PostgresFailure) -> OpaquePointer {
        var wait = 0.05
        while true {
            let seconds = max(2, Int(deadline.timeIntervalSinceNow.rounded(.up)))
            let (handle, answers) = unsafe attempt(server, seconds)
            guard let handle = unsafe handle else { throw PostgresFailure(state: nil, message: "No memory is left.") }
            if unsafe PQstatus(handle) == CONNECTION_OK { return unsafe handle }
            let message = unsafe server.message(of: handle)
            unsafe PQfinish(handle)
            // A server that answers has refused the user or the database.
            guard !answers, Date.now + wait < deadline else {
                throw PostgresFailure(state: answers ? "08004" : nil, message: message)
            }
            Thread.sleep(forTimeInterval: wait)
            wait = min(2 * wait, 1)
        }
    }

    /// Tries to connect once.
    ///
    /// - Returns: The connection, which may have failed, and whether the server accepts connections.
    private static func attempt(_ server: PostgresServer, _ seconds: Int) -> (OpaquePointer?, answers: Bool) {
        // The connection string may set those before `dbname`, too.
        let options = [
            ("connect_timeout", "\(seconds)"), ("fallback_application_name", "PostgresStore"),
            ("tcp_user_timeout", "\(milliseconds(server.timeout))"), ("keepalives_idle", "30"),
            ("keepalives_interval", "10"), ("keepalives_count", "3"), ("dbname", server.text),
            ("client_encoding", "UTF8"),
        ]
        // Copies, because pointers to Swift's texts don't last longer than a call.
        let names = unsafe options.map { unsafe strdup($0.0) }
        let texts = unsafe options.map { unsafe strdup($0.1) }
        defer { unsafe (names + texts).forEach { unsafe free($0) } }
        let keywords = unsafe names.map { unsafe UnsafePointer($0) } + [nil]
        let values = unsafe texts.map { unsafe UnsafePointer($0) } + [nil]
        let handle = unsafe PQconnectdbParams(keywords, values, 1)
        if unsafe handle == nil || PQstatus(handle) == CONNECTION_OK { return unsafe (handle, true) }
        let ping = unsafe PQpingParams(keywords, values, 1)
        return unsafe (handle, ping == PQPING_OK || ping == PQPING_NO_ATTEMPT)
    }

    // MARK: Statements

    /// Carries out a statement.
    ///
    /// - Parameter isUnlimited: True if the time of the statement isn't limited.
    @discardableResult
    func run(_ statement: PostgresStatement, isUnlimited: Bool = false) throws(PostgresFailure) -> PostgresResult {
        // The server ends a statement itself, a little earlier.
        let deadline = isUnlimited ? Date.distantFuture : Date.now + timeout + 2
        try finishPending(until: deadline)
        if statement.isPrepared {
            let name = try name(of: statement, until: deadline)
            try send {
                unsafe statement.parameters.withPointers {
                    unsafe PQsendQueryPrepared(handle, name, Int32(statement.parameters.count), $0, $1, $2, 0)
                }
            }
        } else if statement.parameters.isEmpty {
            // It may be several statements.
            try send { unsafe PQsendQuery(handle, statement.sql) }
        } else {
            try send {
                unsafe statement.parameters.withPointers {
                    unsafe PQsendQueryParams(
                        handle, statement.sql, Int32(statement.parameters.count), nil, $0, $1, $2, 0)
                }
            }
        }
        return try result(until: deadline)
    }

    /// Begins a statement whose answer isn't needed.
    func runLater(_ sql: String) {
        do {
            try finishPending(until: .now + timeout + 2)
            try send { unsafe PQsendQuery(handle, sql) }
            isAnswerPending = true
            _ = unsafe PQflush(handle)
        } catch {
            // A connection that is lost is noticed when it is used next.
        }
    }

    private func finishPending(until deadline: Date) throws(PostgresFailure) {
        guard isAnswerPending else { return }
        isAnswerPending = false
        _ = try result(until: deadline)
    }

    /// Returns the name under which the server keeps a prepared statement.
    private func name(of statement: PostgresStatement, until deadline: Date) throws(PostgresFailure) -> String {
        if let name = prepared[statement.sql] { return name }
        let name = "model_\(prepared.count)"
        try send { unsafe PQsendPrepare(handle, name, statement.sql, Int32(statement.parameters.count), nil) }
        _ = try result(until: deadline)
        prepared[statement.sql] = name
        return name
    }

    private func send(_ body: () -> Int32) throws(PostgresFailure) {
        guard body() == 1 else { throw loss }
    }

    /// Waits for the answer to a statement, and returns it.
    private func result(until deadline: Date) throws(PostgresFailure) -> PostgresResult {
        var last: PostgresResult?
        var failure: PostgresFailure?
        while true {
            try wait(until: deadline)
            guard let next = unsafe PQgetResult(handle) else { break }
            let result = unsafe PostgresResult(next)
            if failure == nil { failure = result.failure }
            last = result
        }
        // A server that stops says so at last.
        guard unsafe PQstatus(handle) == CONNECTION_OK, let last else { throw loss }
        if let failure { throw failure }
        return last
    }

    /// Sends the rest of the data, and waits until a part of the answer has arrived.
    private func wait(until deadline: Date) throws(PostgresFailure) {
        while true {
            let unsent = unsafe PQflush(handle)
            if unsent == 0, unsafe PQisBusy(handle) == 0 { return }
            let seconds = deadline.timeIntervalSinceNow
            guard unsent >= 0, seconds > 0 else { throw close(unsent < 0 ? nil : "The server doesn't answer.") }
            _ = isReadable(orWritable: unsent == 1, within: seconds)
            guard unsafe PQconsumeInput(handle) == 1 else { throw loss }
        }
    }

    private func isReadable(orWritable: Bool = false, within seconds: Double) -> Bool {
        var socket = pollfd(
            fd: unsafe PQsocket(handle), events: Int16(POLLIN | (orWritable ? POLLOUT : 0)), revents: 0)
        return unsafe poll(&socket, 1, Int32(min(seconds * 1000, 60_000).rounded(.up))) > 0
    }

    // MARK: Loss

    /// False if the connection is known to be lost.
    var isUsable: Bool {
        if isAnswerPending {
            do { try finishPending(until: .now + timeout + 2) } catch { return false }
        }
        guard unsafe PQstatus(handle) == CONNECTION_OK else { return false }
        // A server that has stopped has said so, or closed the connection.
        guard isReadable(within: 0) else { return true }
        return unsafe PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK
    }

    private var loss: PostgresFailure { PostgresFailure(state: nil, message: "The connection was lost.") }

    /// Ends the connection, so that data that arrives later isn't read as another statement's answer.
    private func close(_ reason: String?) -> PostgresFailure {
        _ = unsafe shutdown(PQsocket(handle), Int32(SHUT_RDWR))
        return PostgresFailure(state: nil, message: reason ?? loss.message)
    }
}
