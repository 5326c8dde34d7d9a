import Foundation
import ModelCore
import Synchronization
import TestSupport

/// A store that keeps keyed archives in memory, in places of any name.
final class MemoryStore: StoreProvider {
    static let format = FileFormat(store: "memory", displayName: "Memory", library: "Tests")

    typealias Saved = [(key: String, value: Data)]

    let formats: [FileFormat]
    let records = Mutex<[String: Saved]>([:])
    let failure = Mutex<ModelError?>(nil)

    init(_ formats: [FileFormat] = [MemoryStore.format]) { self.formats = formats }

    /// Runs `body` in a program that has this store and no other.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try FormatRegistry.withFormats(FormatRegistry(stores: [self]), body)
    }

    func values(_ className: String, in place: String = "") -> Saved? {
        records.withLock { $0["\(place)/\(className)"] }
    }

    /// What the record's values are kept under, the class's own name first.
    private static func names(in record: StoreRecord) -> [String] {
        ([record.className] + record.formerClassNames).map { "\(record.format.place ?? "")/\($0)" }
    }

    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        if let failure = failure.withLock(\.self) { throw failure }
        let saved = try values.map { (key: $0.key, value: try KeyedArchive().encode($0.value)) }
        records.withLock { records in
            for name in Self.names(in: record) { records[name] = nil }
            records[Self.names(in: record)[0]] = saved
        }
    }

    func document(for record: StoreRecord) throws -> ModelDocument? {
        if let failure = failure.withLock(\.self) { throw failure }
        for name in Self.names(in: record) {
            guard let values = records.withLock({ $0[name] }) else { continue }
            var builder = DocumentBuilder(limits: record.limits)
            builder.scalars = .text
            try builder.beginDictionary()
            for (key, value) in values {
                try builder.key(key)
                try builder.append(try KeyedArchive().document(from: value))
            }
            try builder.end()
            return try builder.finish()
        }
        return nil
    }

    func removeValues(in record: StoreRecord) throws {
        records.withLock { records in
            for name in Self.names(in: record) { records[name] = nil }
        }
    }
}
