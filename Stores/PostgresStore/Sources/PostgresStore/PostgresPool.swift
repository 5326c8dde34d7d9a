import Foundation

/// The connections of a store. Each is one thread's while it is in use.
final class PostgresPool: @unchecked Sendable {
    private let server: PostgresServer
    private let limit: Int
    // All of these are only touched while the condition's lock is held.
    private let condition = NSCondition()
    private var idle: [PostgresConnection] = []
    /// The number of connections, idle and in use.
    private var count = 0
    /// True if the tables and the indexes are known to be there.
    private var hasTables = false

    init(_ server: PostgresServer, limit: Int) {
        self.server = server
        self.limit = max(limit, 1)
    }

    /// Takes a connection and begins a transaction. A connection that was lost meanwhile is replaced.
    ///
    /// - Parameters:
    ///   - begin: The statement that begins it.
    ///   - tables: What the database must have.
    ///   - isNested: True if this thread has a connection already. Then it doesn't wait for another thread's.
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

    /// Returns an idle connection. Returns nil if the caller is to make one, which is counted already.
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

    /// Gives a connection back.
    func give(_ connection: PostgresConnection) {
        condition.withLock {
            if count > limit { count -= 1 } else { idle.append(connection) }
            condition.signal()
        }
    }

    /// Forgets a connection that can't be used any more, or one that couldn't be made.
    func discard(_ connection: PostgresConnection?) {
        condition.withLock {
            count -= 1
            condition.signal()
        }
    }
}
