import Foundation
import ModelCore

// The values that are kept once for each class, such as those of its shared instance.

extension PostgresStore {
    public func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        var builder = DocumentBuilder(limits: record.limits)
        try builder.beginDictionary()
        for (key, value) in values {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        let json = try RecordJSON(record.format).text(of: try builder.finish(), limits: record.limits)
        try changing(record) { try $0.setShared(json, of: record) }
    }

    public func document(for record: StoreRecord) throws -> ModelDocument? {
        try snapshot(in: record.format) { snapshot in
            guard let json = try (snapshot as? PostgresTransaction)?.shared(of: record) else { return nil }
            return try RecordJSON(record.format).document(from: json, limits: record.limits)
        }
    }

    public func removeValues(in record: StoreRecord) throws {
        try changing(record) { try $0.setShared(nil, of: record) }
    }

    private func changing(_ record: StoreRecord, _ body: (PostgresTransaction) throws -> Void) throws {
        // A shared instance may be saved in the body of a transaction, too.
        if let open = PostgresTransaction.open(in: self), open.canWrite {
            return try body(open.at(record.format.place))
        }
        try transaction(in: record.format) { transaction in
            if let transaction = transaction as? PostgresTransaction { try body(transaction) }
        }
    }
}
