import Foundation
import Testing

@testable import Documents
@testable import ModelCore

/// A small file may lead to one collection from very many places: what is long in it is in memory once.
@Suite("Collections that stand in many places")
struct RepeatedCollectionTests {
    private struct Rows: Codable {
        var rows: [[String]]
        var bytes: [[Data]]
    }

    /// `{rows: [["…"], #, #, …], bytes: [[…], #, #, …]}`
    private func document(references: Int) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for (number, key) in ["rows", "bytes"].enumerated() {
            try builder.key(key)
            try builder.beginArray()
            try builder.beginArray(number: number)
            if number == 0 {
                try builder.append(String(repeating: "long text ", count: 10_000))
            } else {
                try builder.append(Data(repeating: 7, count: 100_000))
            }
            try builder.end()
            for _ in 0..<references { try builder.appendReference(to: number) }
            try builder.end()
        }
        try builder.end()
        return try builder.finish()
    }

    private func addresses(_ rows: [[String]]) -> Set<UInt> {
        Set(
            rows.joined().map { text in
                unsafe text.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? 0
            })
    }

    private func addresses(_ rows: [[Data]]) -> Set<UInt> {
        Set(rows.joined().map { unsafe $0.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } })
    }

    @Test("Read as their types, as Codable values, and as Any")
    func shared() throws {
        let document = try document(references: 1000)
        let rows = try decode([[String]].self, of: document, "rows")
        #expect(rows.count == 1001 && addresses(rows).count == 1)
        let bytes = try decode([[Data]].self, of: document, "bytes")
        #expect(bytes.count == 1001 && addresses(bytes).count == 1)
        let coded = try document.decode(CodableBox<Rows>.self).value
        #expect(coded.rows.count == 1001 && addresses(coded.rows).count == 1)
        #expect(coded.bytes.count == 1001 && addresses(coded.bytes).count == 1)
        let archive = try KeyedArchive().encode(document)
        let any = try KeyedArchive().decode(from: archive) { try AnyValue.decode(from: $0) as? [String: [[Any]]] }
        #expect(addresses(try #require(any?["rows"] as? [[String]])).count == 1)
        #expect(addresses(try #require(any?["bytes"] as? [[Data]])).count == 1)
    }

    /// One value of the document, as a type, in one decoding.
    private func decode<Value: ModelValue>(
        _ type: Value.Type, of document: ModelDocument, _ key: ModelKey
    ) throws -> Value {
        let archive = try KeyedArchive().encode(document)
        return try KeyedArchive().decode(from: archive) { decoder in
            try decoder.beginObject()
            defer { try? decoder.endObject() }
            return try #require(try decoder.decode(Value.self, forKey: key))
        }
    }

    /// Without `@Model`: it may override `set(with: [String: Any])`, so its values pass through `Any`.
    private final class Holder: BaseModel {
        var rows: [[String]] = []
        var bytes: [[Data]] = []
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("rows", \Holder.rows), ModelProperty("bytes", \Holder.bytes)]
        }
    }

    @Test("Read by way of a dictionary of Any")
    func bridged() throws {
        let document = try document(references: 1000)
        let read = try document.decode(Holder.self)
        #expect(read.rows.count == 1001 && addresses(read.rows).count == 1)
        #expect(read.bytes.count == 1001 && addresses(read.bytes).count == 1)
    }

    @Test("A program's long values as a document: once each")
    func documents() throws {
        let text = String(repeating: "long text ", count: 100)
        let data = Data(repeating: 7, count: 1000)
        let values: [String: Any] = ["a": [text, text], "b": [data, data], "c": text]
        let holder = DocumentHolder()
        try holder.set(with: ["document": values])
        let document = try #require(holder.document)
        #expect(document == (try ModelDocument(encoding: values as Any)))
    }

    private final class DocumentHolder: BaseModel {
        var document: ModelDocument?
        override class var modelProperties: [ModelProperty] { [ModelProperty("document", \DocumentHolder.document)] }
    }
}
