import Foundation
import ModelCore
import Synchronization

/// A store that keeps trees in memory, in two places.
final class MemoryStore: StoreProvider {
    static let format = FileFormat(store: "memory", displayName: "Memory", library: "Tests")

    struct Saved: @unchecked Sendable {
        // The trees are only touched by the test that owns the store.
        var values: [(key: String, value: ModelNode)]
    }

    let formats: [FileFormat]
    let records = Mutex<[String: Saved]>([:])
    let failure = Mutex<ModelError?>(nil)

    init(_ formats: [FileFormat] = [MemoryStore.format]) { self.formats = formats }

    /// Runs `body` in a program that has this store and no other.
    func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try FormatRegistry.withFormats(FormatRegistry(stores: [self]), body)
    }

    func values(_ className: String, in place: String = "") -> [(key: String, value: ModelNode)]? {
        records.withLock { $0["\(place)/\(className)"]?.values }
    }

    func save(_ values: [(key: String, value: ModelNode)], in record: StoreRecord) throws {
        if let failure = failure.withLock(\.self) { throw failure }
        let saved = Saved(values: values)
        records.withLock { $0["\(record.format.place ?? "")/\(record.className)"] = saved }
    }

    func makeDecoder(for record: StoreRecord) throws -> (any ModelDecoder)? {
        if let failure = failure.withLock(\.self) { throw failure }
        for name in [record.className] + record.formerClassNames {
            guard let values = values(name, in: record.format.place ?? "") else { continue }
            let node = ModelNode.object(ObjectNode(CodedClass(name: ""), values))
            return NodeDecoder(node, context: record.decodingContext(byteCount: 1000))
        }
        return nil
    }

    func removeValues(in record: StoreRecord) throws {
        records.withLock { _ = $0.removeValue(forKey: "\(record.format.place ?? "")/\(record.className)") }
    }
}
