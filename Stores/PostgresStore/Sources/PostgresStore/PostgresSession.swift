import Foundation
import ModelCore

/// A transaction of the server. Where the server can't carry it out beside others, it is carried out again, from its first
/// statement on, as long as all answers are the same: what has been done with the answers stays right.
final class PostgresSession {
    /// Begins a transaction that reads.
    static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// Begins a transaction that reads and writes.
    static let writing = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"

    let connection: PostgresConnection
    private let canWrite: Bool
    private let patience: Double
    /// The failure that has ended the transaction; nil if none has.
    private var failure: PostgresFailure?
    /// The statements so far; nil if they are too many to be carried out again.
    private var steps: [Step]?
    private var stepsBytes = 0
    /// True if a statement has changed something.
    private var hasWritten = false

    private struct Step {
        var statement: PostgresStatement
        let digest: Int
        let ignoredColumn: Int?
    }

    /// More bytes of parameters than that aren't kept to be carried out again.
    private static let mostBytes = 1 << 24

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
    /// - Parameter ignoredColumn: The column of the answer that another one implies: a version is of one text only.
    func run(_ statement: PostgresStatement, ignoring ignoredColumn: Int? = nil) throws(ModelError) -> PostgresResult {
        do throws(PostgresFailure) {
            if let failure { throw failure }
            let result = try repeated { () throws(PostgresFailure) in try connection.run(statement) }
            if steps != nil { note(statement, result, ignoring: ignoredColumn) }
            return result
        } catch {
            throw ModelError(error, writes: canWrite)
        }
    }

    /// Carries out a statement that changes something.
    ///
    /// - Parameter repeating: Makes the statement that is carried out if the transaction has to be repeated.
    func change(
        _ statement: PostgresStatement, repeating: ((PostgresResult) -> PostgresStatement)? = nil
    ) throws(ModelError) -> PostgresResult {
        hasWritten = true
        let result = try run(statement)
        if let repeating, let last = steps?.indices.last { steps?[last].statement = repeating(result) }
        return result
    }

    /// Keeps a statement to be carried out again.
    private func note(_ statement: PostgresStatement, _ result: PostgresResult, ignoring ignoredColumn: Int?) {
        let digest = result.digest(skipping: ignoredColumn)
        steps?.append(Step(statement: statement, digest: digest, ignoredColumn: ignoredColumn))
        stepsBytes += statement.parameters.reduce(100) { $0 + ($1.text?.utf8.count ?? 0) }
        if stepsBytes > Self.mostBytes { steps = nil }
    }

    /// Runs `body`. While there is a conflict, the transaction is begun again, and its statements before `body` are
    /// repeated.
    private func repeated(_ body: () throws(PostgresFailure) -> PostgresResult) throws(PostgresFailure)
        -> PostgresResult
    {
        var end: Date?
        var wait = 0.001
        while true {
            do throws(PostgresFailure) {
                if end != nil { try repeatSteps() }
                return try body()
            } catch {
                end = end ?? Date.now + patience
                guard error.isConflict, steps != nil, Date.now < end ?? .distantPast else {
                    failure = error
                    throw error
                }
            }
            Thread.sleep(forTimeInterval: .random(in: 0...wait))
            wait = min(2 * wait, 0.05)
        }
    }

    private func repeatSteps() throws(PostgresFailure) {
        try connection.run(PostgresStatement(sql: "ROLLBACK"))
        try connection.run(PostgresStatement(sql: Self.writing))
        for step in steps ?? [] {
            let digest = try connection.run(step.statement).digest(skipping: step.ignoredColumn)
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
    /// - Throws: `outcomeUnknown` if the connection is lost meanwhile.
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
