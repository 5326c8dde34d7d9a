import FormatSupport

/// A transaction over all records of a location, such as a file. It is for a store that reads and writes the location
/// as a whole, under a lock that all programs take. Queries read all records.
///
/// The store makes a table of the records that it has read, passes the table to the body, and writes ``changes``
/// afterwards. The table of a snapshot has no changes. A record is decoded when it is requested, so that an
/// unreadable record is no error for other records.
public final class RecordTable<Content>: StoreTransaction {
    /// The contents of the records by their names.
    public private(set) var contents: [RecordName: Content]
    /// The new contents of saved records. Nil for removed records.
    public private(set) var changes: [RecordName: Content?] = [:]
    private let encode: (StoredRecord, StoreRecord) throws -> Content
    private let decode: (Content, _ id: String, StoreRecord) throws -> StoredRecord

    /// - Parameters:
    ///   - contents: The records of the location, as the store contains them.
    ///   - encode: Converts a record to the store's content. It throws the error for a value that the store can't
    ///     keep.
    ///   - decode: Converts the store's content to a record.
    public init(
        _ contents: [RecordName: Content], encode: @escaping (StoredRecord, StoreRecord) throws -> Content,
        decode: @escaping (Content, _ id: String, StoreRecord) throws -> StoredRecord
    ) {
        self.contents = contents
        self.encode = encode
        self.decode = decode
    }

    /// The names under which a record may be stored. The name with the class's current name comes first.
    private func names(of id: String, _ record: StoreRecord) -> [RecordName] {
        ([record.className] + record.formerClassNames).map { RecordName(className: $0, id: id) }
    }

    /// The content of a record, under the first of its possible names that has a content.
    private func content(of id: String, _ record: StoreRecord) -> Content? {
        names(of: id, record).lazy.compactMap { self.contents[$0] }.first
    }

    // MARK: Reading

    public func record(_ id: String, of record: StoreRecord) throws -> StoredRecord? {
        try content(of: id, record).map { try decode($0, id, record) }
    }

    public func identifiers(of record: StoreRecord) throws -> [String] {
        let names = Set(([record.className] + record.formerClassNames).map { ExactText($0) })
        let found = contents.keys.filter { names.contains(ExactText($0.className)) }
        return Set(found.map { ExactText($0.id) }).sorted().map(\.text)
    }

    public func forEachRecord(
        of record: StoreRecord, matching query: StoreQuery, _ body: (StoredRecord) throws -> Void
    ) throws {
        try query.requireAnswerable()
        var found: [StoredRecord] = []
        for id in try identifiers(of: record) {
            guard let content = content(of: id, record) else { continue }
            do {
                found.append(try decode(content, id, record))
            } catch let error as CancellationError {
                throw error
            } catch {
                // Its version is unknown, too: no save can expect it.
                let version = StoreVersion(rawValue: "")
                found.append(StoredRecord(id: id, version: version, fault: ModelError(wrapping: error)))
            }
        }
        try query.selection(from: found).forEach(body)
    }

    /// The document that the store would return for a model after saving it: see ``RecordStore/kept(_:of:)``.
    public func kept(_ document: ModelDocument, of record: StoreRecord) throws -> ModelDocument {
        let saved = StoredRecord(id: "kept", version: StoreVersion(rawValue: "kept"), document: document)
        return try decode(encode(saved, record), saved.id, record).document
    }

    // MARK: Writing

    public func save(
        _ document: ModelDocument, id: String, of record: StoreRecord, expecting expected: StoreExpectation
    ) throws -> StoreVersion {
        try record.requireIdentifier(id)
        // A number that counts would come back if the store lost it.
        let version = StoreVersion(rawValue: UUID().uuidString)
        let content = try encode(StoredRecord(id: id, version: version, document: document), record)
        try remove(id, of: record, expecting: expected)
        set(content, for: RecordName(className: record.className, id: id))
        return version
    }

    public func remove(_ id: String, of record: StoreRecord, expecting expected: StoreExpectation) throws {
        if expected != .anything { try expected.require(try self.record(id, of: record)?.version) }
        for name in names(of: id, record) where contents[name] != nil { set(nil, for: name) }
    }

    private func set(_ content: Content?, for name: RecordName) {
        contents[name] = content
        changes.updateValue(content, forKey: name)
    }
}
