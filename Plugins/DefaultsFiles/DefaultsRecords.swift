import FormatSupport
import PlistFormat
import Records

/// The records in a defaults file. Each record is a dictionary of a version and the model, under a separate key.
enum DefaultsRecords {
    /// The beginning of each record's key. Its ``RecordName/text`` follows.
    static let prefix = "BaseModel.record."

    /// Numbers keep their types, for queries. In XML, a float would be read as a double.
    private static let capabilities = DefaultsValue.capabilities.subtracting(.numerals).union(.exactNumbers)

    static func key(_ name: RecordName) -> String { prefix + name.text }

    /// A record as the file contains it.
    struct Content {
        let document: ModelDocument
        /// True for a record that isn't in the file yet. Values that property lists can't represent are data in it.
        /// Reading the file converts them back.
        var isNew = false
    }

    static func table(of content: DefaultsContent) -> RecordTable<Content> {
        var records: [RecordName: Content] = [:]
        for (key, value) in content.values where key.hasPrefix(prefix) {
            if let name = RecordName(key.dropFirst(prefix.count)) {
                records[name] = Content(document: ModelDocument(value))
            }
        }
        return table(records)
    }

    /// - Parameter records: The records that the file has.
    static func table(_ records: [RecordName: Content]) -> RecordTable<Content> {
        RecordTable(records) { stored, record in
            do {
                let document = try stored.documentWithVersion(limits: record.limits)
                return Content(
                    document: try DefaultsValue.plain(document, record.limits, for: capabilities), isNew: true)
            } catch {
                throw StoredRecord.inRecord(error)
            }
        } decode: { content, id, record in
            let read = content.isNew ? try reading(content.document, record.limits) : content.document
            let opened = try DefaultsValue.opened(read, limits: record.limits)
            return try StoredRecord(id: id, documentWithVersion: opened)
        }
    }

    /// Returns an XML property list with the records that the file will contain. Its root is a dictionary.
    static func propertyList(of changes: [RecordName: Content?]) throws -> Data {
        let saved = changes.compactMap { name, content in content.map { (key: key(name), value: $0.document) } }
        return try DefaultsValue.propertyList(of: saved.sorted { $0.key < $1.key }, limits: .standard)
    }

    /// Returns a record that isn't in the file yet, as it will be read.
    private static func reading(_ record: ModelDocument, _ limits: DecodingLimits) throws -> ModelDocument {
        let file = try DefaultsValue.propertyList(of: [(key: prefix, value: record)], limits: limits)
        let root = try PlistFormat().document(from: file, as: .xmlPropertyList, limits: limits)
        guard let read = root[prefix] else { throw ModelError(.corruptData, "The record isn't there.") }
        return ModelDocument(read)
    }
}
