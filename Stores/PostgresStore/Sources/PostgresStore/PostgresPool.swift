import Foundation

/// The connections of a store. Only one thread uses a connection at a time.
final class PostgresPool: @unchecked Sendable {
    private let server: PostgresServer
    private let limit: Int
    // All of these are only touched while the condition's lock is held.
    private let condition = NSCondition()
    private var idle: [PostgresConnection] = []
    /// The number of connections, including idle connections.
    private var count = 0
    /// True if the tables and the indexes are known to exist.
    private var hasTables = false

    init(_ server: PostgresServer, limit: Int) {
        self.server = server
        self.limit = max(limit, 1)
    }

    /// Takes a connection and begins a transaction. A connection that was lost in the meantime is replaced.
    ///
    /// - Parameters:
    ///   - begin: The statement that begins the transaction.
    ///   - tables: The tables and indexes that the database must have.
    ///   - isNested: True if this thread uses a connection already. Then it doesn't wait for another thread's
    ///     connection.
    func begun(with begin: String, _ tables: PostgresTables, isNested: Bool) throws -> PostgresConnection {
        let deadline = Date.now + server.patience
        while true {
            let connection = try taken(tables, isNested: isNested, until: deadline)
            do throws(PostgresFailure) {
                try connection.run(PostgresStatement(sql: begin))
                return connection
            } catch {
                discard(connection)
                guard error.isLoss, Date.now < deadline else { throw error }
            }
        }
    }

    private func taken(_ tables: PostgresTables, isNested: Bool, until deadline: Date) throws -> PostgresConnection {
        while let known = try idleOrPermission(isNested: isNested, until: deadline) {
            if known.isUsable { return known }
            discard(known)
            // The next one may have to be made, for which there is room now.
        }
        do {
            let connection = try PostgresConnection(server, until: deadline)
            if !condition.withLock({ hasTables }) {
                try tables.make(in: connection)
                condition.withLock { hasTables = true }
            }
            return connection
        } catch {
            discard(nil)
            throw error
        }
    }

    /// Returns an idle connection. Returns nil if the caller may make a connection. The new connection is then
    /// already counted.
    private func idleOrPermission(isNested: Bool, until deadline: Date) throws(PostgresFailure) -> PostgresConnection? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let last = idle.popLast() { return last }
            if count < limit || isNested {
                count += 1
                return nil
            }
            guard condition.wait(until: deadline) else {
                throw PostgresFailure(state: "53300", message: "All connections of the store are in use.")
            }
        }
    }

    /// Returns a connection to the pool.
    func give(_ connection: PostgresConnection) {
        condition.withLock {
            if count > limit { count -= 1 } else { idle.append(connection) }
            condition.signal()
        }
    }

    /// Removes a connection from the pool that can't be used any more, or that couldn't be made.
    func discard(_ connection: PostgresConnection?) {
        condition.withLock {
            count -= 1
            condition.signal()
        }
    }
}
