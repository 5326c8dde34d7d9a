#if Macros
// snippet.store
import Documents
// snippet.end
import ModelCore
// snippet.store
import Synchronization

extension FileFormat {
    static let memory = FileFormat(store: "memory", displayName: "Memory", library: "MemoryStore")
}

/// Keeps models as long as the program runs, for tests.
@FormatPlugin
final class MemoryStore: StoreProvider {
    var formats: [FileFormat] { [.memory] }
    private let documents = Mutex<[String: ModelDocument]>([:])

    func save(_ values: [(key: String, value: ModelDocument)], in record: StoreRecord) throws {
        // Everything that may throw comes first.
        var builder = DocumentBuilder(limits: record.limits)
        try builder.beginDictionary()
        for (key, value) in values {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        let document = try builder.finish()
        documents.withLock { documents in
            for name in names(in: record) { documents[name] = nil }
            documents[names(in: record)[0]] = document
        }
    }

    func document(for record: StoreRecord) throws -> ModelDocument? {
        documents.withLock { documents in names(in: record).compactMap { documents[$0] }.first }
    }

    func removeValues(in record: StoreRecord) throws {
        documents.withLock { documents in for name in names(in: record) { documents[name] = nil } }
    }

    /// The names under which the record may be stored: its place, with the class's name or an earlier one.
    private func names(in record: StoreRecord) -> [String] {
        ([record.className] + record.formerClassNames).map { "\(record.format.place ?? "")/\($0)" }
    }
}
// snippet.end

// snippet.storeContract
import ModelTesting
import Testing

private let store = MemoryStore()

@Test(.serialized, arguments: StoreContract.checks)
func storeContract(_ check: StoreCheck) {
    StoreContract(store, .memory.at("contract")).check(check)
}
// snippet.end

@Test("A model is kept in the memory")
func memoryStore() throws {
    let pair = StoredPair()
    pair.first = "one"
    // snippet.storeUse
    try pair.write(toStore: .memory)
    try pair.write(toStore: .memory.at("another place"))
    // snippet.end
    #expect(try StoredPair.load(fromStore: .memory).first == "one")
}

@Model final class StoredPair: BaseModel {
    var first = ""
    var second = 0
}
#endif
