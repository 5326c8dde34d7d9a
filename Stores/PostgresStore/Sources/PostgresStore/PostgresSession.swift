import Foundation
import ModelCore

/// A transaction of the server. If the server can't carry it out next to other transactions, it is repeated from its
/// first statement on. The repetition goes on only as long as all answers are the same as before, so that the results
/// of code that used the answers stay right.
///
/// If two transactions waited for each other, they would wait until the server detects this: a second, by default.
/// Therefore a transaction that has locked records waits for further records only shortly. Then it unlocks all
/// records, and is repeated.
final class PostgresSession {
    /// Begins a transaction that reads.
    static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// Begins a transaction that reads and writes.
    static let writing = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"

    let connection: PostgresConnection
    private let canWrite: Bool
    private let patience: Double
    /// The failure that has ended the transaction. Nil if there is none.
    private var failure: PostgresFailure?
    /// The statements so far. Nil if there are too many statements to repeat them.
    private var steps: [Step]?
    private var stepsBytes = 0
    /// True if a statement has changed something.
    private var hasWritten = false
    /// True if a statement has locked records since the last beginning of the transaction.
    private var hasTakenRecords = false
    /// The number of times that the transaction was begun again.
    private var repetitions = 0

    private struct Step {
        var statement: PostgresStatement
        let digest: Int
        let ignoredColumn: Int?
    }

    /// The greatest number of bytes of parameters that are kept to repeat the statements.
    private static let mostBytes = 1 << 24
    /// The time to wait for a record, in seconds, if the transaction has locked other records. The time is doubled
    /// with each repetition.
    private static let shortWait = 0.01
    /// The longest pause after a conflict, in seconds.
    private static let longPause = 0.05

    /// - Parameter connection: A connection on which a transaction has begun.
    init(_ connection: PostgresConnection, canWrite: Bool, patience: Double) {
        self.connection = connection
        self.canWrite = canWrite
        self.patience = patience
        steps = canWrite ? [] : nil
    }

    // MARK: Statements

    /// Carries out a statement of the transaction.
    ///
    /// - Parameter ignoredColumn: A column of the answer that another column determines: each version belongs to only
    ///   one text.
    func run(_ statement: PostgresStatement, ignoring ignoredColumn: Int? = nil) throws(ModelError) -> PostgresResult {
        do throws(PostgresFailure) {
            if let failure { throw failure }
            let result = try repeated { () throws(PostgresFailure) in try carryOut(statement) }
            if steps != nil { note(statement, result, ignoring: ignoredColumn) }
            return result
        } catch {
            throw ModelError(error, writes: canWrite)
        }
    }

    /// Carries out a statement that changes something.
    ///
    /// - Parameter repeating: Returns the statement that is carried out instead if the transaction has to be
    ///   repeated.
    func change(
        _ statement: PostgresStatement, repeating: ((PostgresResult) -> PostgresStatement)? = nil
    ) throws(ModelError) -> PostgresResult {
        hasWritten = true
        func taking(_ statement: PostgresStatement) -> PostgresStatement {
            var statement = statement
            statement.takesRecords = true
            return statement
        }
        let result = try run(taking(statement))
        if let repeating, let last = steps?.indices.last { steps?[last].statement = taking(repeating(result)) }
        return result
    }

    /// Keeps a statement for a repetition of the transaction.
    private func note(_ statement: PostgresStatement, _ result: PostgresResult, ignoring ignoredColumn: Int?) {
        let digest = result.digest(skipping: ignoredColumn)
        steps?.append(Step(statement: statement, digest: digest, ignoredColumn: ignoredColumn))
        stepsBytes += statement.parameters.reduce(100) { $0 + ($1.text?.utf8.count ?? 0) }
        guard stepsBytes > Self.mostBytes else { return }
        steps = nil
        wait(for: patience)
    }

    private func carryOut(_ statement: PostgresStatement) throws(PostgresFailure) -> PostgresResult {
        let result = try connection.run(statement)
        if statement.takesRecords, !hasTakenRecords, steps != nil {
            hasTakenRecords = true
            // Two that have begun at once don't give up at once, too.
            wait(for: Self.shortWait * exp2(Double(min(repetitions, 10))) * .random(in: 0.5...2))
        }
        return result
    }

    /// Sets the time that later statements wait for a record.
    private func wait(for seconds: Double) {
        let seconds = min(seconds, patience)
        connection.runLater("SET LOCAL lock_timeout = \(PostgresConnection.milliseconds(seconds))")
    }

    /// Runs `body`. After each conflict, the transaction is begun again, and its statements before `body` are
    /// repeated.
    private func repeated(_ body: () throws(PostgresFailure) -> PostgresResult) throws(PostgresFailure)
        -> PostgresResult
    {
        var end: Date?
        while true {
            do throws(PostgresFailure) {
                if end != nil { try repeatSteps() }
                return try body()
            } catch {
                end = end ?? Date.now + patience
                // A transaction that has taken nothing has waited as long as it may.
                let isRepeatable = error.isConflict || error.isImpatience && hasTakenRecords
                guard isRepeatable, steps != nil, Date.now < end ?? .distantPast else {
                    failure = error
                    throw error
                }
                // While this one pauses, others get what they wait for.
                connection.runLater("ROLLBACK")
            }
            let pause = min(0.001 * exp2(Double(min(repetitions, 10))), Self.longPause)
            Thread.sleep(forTimeInterval: .random(in: 0...pause))
            repetitions += 1
        }
    }

    private func repeatSteps() throws(PostgresFailure) {
        hasTakenRecords = false
        try connection.run(PostgresStatement(sql: Self.writing))
        for step in steps ?? [] {
            let digest = try carryOut(step.statement).digest(skipping: step.ignoredColumn)
            guard digest == step.digest else {
                steps = nil
                throw PostgresFailure(
                    state: "40001", message: "Another transaction has changed what this one has read.")
            }
        }
    }

    // MARK: The end

    /// Commits the transaction.
    ///
    /// - Throws: `outcomeUnknown` if the connection is lost during the commit.
    func commit() throws(ModelError) {
        var isUnknown = false
        do throws(PostgresFailure) {
            if let failure { throw failure }
            let result = try repeated { () throws(PostgresFailure) in
                do throws(PostgresFailure) {
                    return try connection.run(PostgresStatement(sql: "COMMIT"))
                } catch {
                    isUnknown = error.isLoss && hasWritten
                    throw error
                }
            }
            guard result.command == "COMMIT" else {
                throw PostgresFailure(state: "25P02", message: "The server hasn't carried out the transaction.")
            }
        } catch {
            guard isUnknown else { throw ModelError(error, writes: canWrite) }
            throw ModelError(
                .outcomeUnknown,
                "PostgreSQL: \(error.message) It happened during the commit: the transaction is stored as a whole, or not at all."
            )
        }
    }
}
