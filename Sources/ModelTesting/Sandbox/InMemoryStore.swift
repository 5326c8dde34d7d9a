import Foundation
import ModelCore
import Synchronization

/// A store in memory, for tests: it serves any formats of stores, in places of any name, and ends with the program. It keeps
/// one record of a class as `StoreProvider` has it, and any number as `RecordStore` has them.
public final class InMemoryStore: RecordStore {
    private typealias Saved = [(key: String, value: ModelDocument)]

    public let formats: [FileFormat]
    private let saved = Mutex<[String: Saved]>([:])
    /// The records of each place, under the text that ``place(_:)`` returns.
    private let records = Mutex<[String: [RecordName: StoredRecord]]>([:])
    /// Held while a transaction runs. A transaction of another place may begin in its body, as in the user's defaults.
    private let lock = NSRecursiveLock()

    /// Makes an empty store for these formats.
    public init(formats: [FileFormat]) { self.formats = formats }

    private static func place(_ format: FileFormat) -> String { "\(format.rawValue)/\(format.place ?? "")" }

    /// The names that the record's values are kept under, the class's own first.
    private static func names(in record: StoreRecord) -> [String] {
        ([record.className] + record.formerClassNames).map { "\(place(record.format))/\($0)" }
    }

    public func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        let names = Self.names(in: record)
        saved.withLock { saved in
            for name in names { saved[name] = nil }
            saved[names[0]] = values
        }
    }

    public func document(for record: StoreRecord) throws -> ModelDocument? {
        let all = saved.withLock(\.self)
        guard let found = Self.names(in: record).lazy.compactMap({ all[$0] }).first else { return nil }
        var builder = DocumentBuilder(limits: record.limits)
        try builder.beginDictionary()
        for (key, value) in found {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        return try builder.finish()
    }

    public func removeValues(in record: StoreRecord) throws {
        saved.withLock { saved in
            for name in Self.names(in: record) { saved[name] = nil }
        }
    }

    public func transaction<Result>(
        in format: FileFormat, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
        try lock.withLock {
            let table = table(of: format)
            let result = try body(table)
            records.withLock { records in
                for (name, record) in table.changes { records[Self.place(format), default: [:]][name] = record }
            }
            return result
        }
    }

    public func snapshot<Result>(
        in format: FileFormat, _ body: (any StoreSnapshot) throws -> Result
    ) throws -> Result {
        try body(table(of: format))
    }

    private func table(of format: FileFormat) -> RecordTable<StoredRecord> {
        RecordTable(records.withLock { $0[Self.place(format)] ?? [:] }) { record, _ in
            record
        } decode: { record, _, _ in
            record
        }
    }
}
