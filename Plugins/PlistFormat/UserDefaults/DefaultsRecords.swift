import Documents
import Foundation

/// The records in a defaults file. Each is a dictionary of a version and the model, under a key of its own.
enum DefaultsRecords {
    /// The beginning of each record's key. Its ``RecordName/text`` follows.
    static let prefix = "BaseModel.record."

    /// Numbers keep their types, for queries. In XML, a float would be read as a double.
    private static let capabilities = DefaultsValue.capabilities.subtracting(.numerals).union(.exactNumbers)

    static func key(_ name: RecordName) -> String { prefix + name.text }

    static func table(of content: DefaultsContent) -> RecordTable<ModelDocument> {
        var records: [RecordName: ModelDocument] = [:]
        for (key, value) in content.values where key.hasPrefix(prefix) {
            if let name = RecordName(key.dropFirst(prefix.count)) { records[name] = ModelDocument(value) }
        }
        return RecordTable(records) { stored, record in
            do {
                let document = try stored.documentWithVersion(limits: record.limits)
                return try DefaultsValue.plain(document, record.limits, for: capabilities)
            } catch {
                throw StoredRecord.inRecord(error)
            }
        } decode: { document, id, record in
            let opened = try DefaultsValue.opened(document, limits: record.limits)
            return try StoredRecord(id: id, documentWithVersion: opened)
        }
    }

    /// Returns an XML property list with the records that are to be in the file. Its root is a dictionary.
    static func propertyList(of changes: [RecordName: ModelDocument?]) throws -> Data {
        let saved = changes.compactMap { name, document in document.map { (key: key(name), value: $0) } }
        return try DefaultsValue.propertyList(of: saved.sorted { $0.key < $1.key }, limits: .standard)
    }
}
