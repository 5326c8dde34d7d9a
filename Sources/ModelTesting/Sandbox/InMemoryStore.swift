import ModelCore
import Synchronization

/// A store in memory, for tests: it serves any formats of stores, in places of any name, and ends with the program.
public final class InMemoryStore: StoreProvider {
    private typealias Saved = [(key: String, value: ModelDocument)]

    public let formats: [FileFormat]
    private let records = Mutex<[String: Saved]>([:])

    /// Makes an empty store for these formats.
    public init(formats: [FileFormat]) { self.formats = formats }

    /// The names that the record's values are kept under, the class's own first.
    private static func names(in record: StoreRecord) -> [String] {
        ([record.className] + record.formerClassNames).map {
            "\(record.format.rawValue)/\(record.format.place ?? "")/\($0)"
        }
    }

    public func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        let names = Self.names(in: record)
        records.withLock { records in
            for name in names { records[name] = nil }
            records[names[0]] = values
        }
    }

    public func document(for record: StoreRecord) throws -> ModelDocument? {
        let all = records.withLock(\.self)
        guard let saved = Self.names(in: record).lazy.compactMap({ all[$0] }).first else { return nil }
        var builder = DocumentBuilder(limits: record.limits)
        try builder.beginDictionary()
        for (key, value) in saved {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        return try builder.finish()
    }

    public func removeValues(in record: StoreRecord) throws {
        records.withLock { records in
            for name in Self.names(in: record) { records[name] = nil }
        }
    }
}
