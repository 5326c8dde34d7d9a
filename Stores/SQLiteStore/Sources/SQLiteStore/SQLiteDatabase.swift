import Foundation
import GRDB
import ModelCore
import Synchronization

/// An SQLite file with the tables of the store. The file is opened at its first use, for reading or for writing.
final class SQLiteDatabase: Sendable {
    let file: String
    /// The key paths of the indexes.
    let indexedPaths: Set<ModelPath>
    private let tables: SQLiteTables
    private let patience: Double
    private let state = Mutex(State())
    // Only one thread opens the file for reading, and one for writing. Threads that read don't wait for the thread
    // that opens it for writing.
    private let openingToRead = Mutex(())
    private let openingToWrite = Mutex(())

    private struct State {
        /// The connections for writing. Nil until the file is first written.
        var writer: DatabasePool?
        /// Connections that only read. They are used until there is a writer.
        var reader: DatabasePool?
        /// True if the writer has found or made all tables and indexes.
        var isComplete = false
        /// True if the reader has found the tables.
        var hasTables = false
        /// The greatest version in a transaction that has failed.
        var failedVersion: Int64 = 0
    }

    /// - Throws: `invalidKey` if the path of an index isn't a key path.
    init(file: String, indexes: [SQLiteStore.Index], patience: Double) throws {
        self.file = file
        self.patience = patience
        tables = SQLiteTables(indexes: try indexes.compactMap { try SQLiteIndex($0) })
        indexedPaths = Set(tables.indexes.flatMap(\.paths))
    }

    // MARK: Writing

    /// Returns the connections. One of them may write.
    func writer() throws -> DatabasePool {
        if let known = state.withLock({ $0.writer }) { return known }
        return try openingToWrite.withLock { _ in
            if let known = state.withLock({ $0.writer }) { return known }
            let folder = (file as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let pool = try connections(readonly: false)
            // A transaction is on the disk when it has returned.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            state.withLock { $0.writer = pool }
            return pool
        }
    }

    /// Makes the tables and indexes that the file lacks, in a transaction that writes. Returns true if the file may
    /// have lacked some: then the transaction must be committed, and ``noteComplete()`` called.
    func complete(in connection: Database) throws -> Bool {
        guard state.withLock({ !$0.isComplete }) else { return false }
        try makeTables(in: connection)
        return true
    }

    func noteComplete() {
        state.withLock {
            $0.isComplete = true
            $0.reader = nil
        }
    }

    private func makeTables(in connection: Database) throws {
        do { try tables.make(in: connection) } catch let error as ModelError { throw error.inFile(file) }
    }

    /// The greatest version in a transaction of this program that has failed.
    var failedVersion: Int64 { state.withLock { $0.failedVersion } }

    func noteFailed(_ version: Int64) { state.withLock { $0.failedVersion = max($0.failedVersion, version) } }

    // MARK: Reading

    /// Returns the connections for a snapshot. They don't wait for writers. The file and its folder needn't be
    /// writable, unless there is no file.
    func reader() throws -> any DatabaseReader {
        if let writer = state.withLock({ $0.isComplete ? $0.writer : nil }) { return writer }
        return try openingToRead.withLock { _ in
            if let reader = state.withLock({ $0.reader }) { return try withTables(reader) }
            guard FileManager.default.fileExists(atPath: file) else { return try newFile() }
            do {
                let reader = try connections(readonly: true)
                if try !reader.read({ try areComplete(in: $0) }) { completeWithoutWaiting() }
                state.withLock { $0.reader = reader }
                return try withTables(reader)
            } catch let error as DatabaseError where canBeUnchanging(error) {
                return try unchangingFile()
            }
        }
    }

    /// Makes the file, and returns its connections.
    private func newFile() throws -> any DatabaseReader {
        let writer = try writer()
        try writer.writeWithoutTransaction { connection in
            try connection.inTransaction(.immediate) {
                try makeTables(in: connection)
                return .commit
            }
        }
        noteComplete()
        return writer
    }

    private func areComplete(in connection: Database) throws -> Bool {
        do { return try tables.areComplete(in: connection) } catch let error as ModelError { throw error.inFile(file) }
    }

    /// Returns the connections. If the file has no tables yet, returns connections to an empty database.
    private func withTables(_ reader: any DatabaseReader) throws -> any DatabaseReader {
        if state.withLock({ $0.hasTables }) { return reader }
        if try reader.read({ try SQLiteTables.exist(in: $0) }) {
            state.withLock { $0.hasTables = true }
            return reader
        }
        let empty = try DatabaseQueue()
        try empty.write { try SQLiteTables(indexes: []).make(in: $0) }
        return empty
    }

    /// Makes the tables and indexes that the file lacks, if no other connection is writing and the file is writable.
    /// Queries have the same results without indexes, and the next transaction makes the indexes in any case.
    private func completeWithoutWaiting() {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        let queue = try? DatabaseQueue(path: file, configuration: configuration)
        try? queue?.writeWithoutTransaction { connection in
            try connection.inTransaction(.immediate) {
                try tables.make(in: connection)
                return .commit
            }
        }
    }

    /// Returns true for the error of a file in a folder in which SQLite can't make its log and its shared memory, if
    /// the file doesn't need them. It doesn't need them if no program has opened it for writing, and no log contains
    /// changes.
    private func canBeUnchanging(_ error: DatabaseError) -> Bool {
        guard [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode) else { return false }
        return ["-wal", "-journal"].allSatisfy { ending in
            let log = try? FileManager.default.attributesOfItem(atPath: file + ending)
            return log.map { $0[.size] as? Int == 0 } ?? true
        }
    }

    /// Returns a connection that reads the file as if no program changed it. The connection is for one snapshot, and
    /// isn't kept.
    private func unchangingFile() throws -> any DatabaseReader {
        var configuration = Configuration()
        configuration.readonly = true
        let path = file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? file
        let queue = try DatabaseQueue(path: "file:" + path + "?immutable=1", configuration: configuration)
        _ = try queue.read { try areComplete(in: $0) }
        return try withTables(queue)
    }

    /// Opens the file. While another program switches the file to a write-ahead log, SQLite doesn't wait, so this
    /// function tries again.
    private func connections(readonly: Bool) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.readonly = readonly
        configuration.busyMode = .timeout(patience)
        let end = Date.now.addingTimeInterval(patience)
        while true {
            do {
                return try DatabasePool(path: file, configuration: configuration)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && Date.now < end {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }
}
