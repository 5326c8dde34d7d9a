import Documents
import Testing

@Suite("Records of a place that a store reads as a whole")
struct RecordTableTests {
    private let format = FileFormat(store: "table", displayName: "Table", library: "Tests")

    @Test(
        "A record's name is a text of ASCII, which no other name has",
        arguments: [
            ("Book", "atuan", "Book/atuan"), ("App.Book", "a/b", "App%2EBook/a%2Fb"), ("A", "é", "A/%C3%A9"),
            ("A", "e\u{301}", "A/e%CC%81"), ("A", "100%", "A/100%25"), ("A", "a\nb", "A/a%0Ab"), ("", "-_", "/-%5F"),
        ])
    func names(_ className: String, _ id: String, _ text: String) throws {
        let name = RecordName(className: className, id: id)
        #expect(name.text == text)
        let read = try #require(RecordName(text))
        #expect(read == name && Array(read.id.utf8) == Array(id.utf8) && read.className == className)
    }

    @Test(arguments: ["", "Book", "a/b/c", "A/%", "A/%4", "A/%41", "A/%c3%a9", "A/%FF", "A/é", "A/+1", "A/%+1"])
    func noNames(_ text: String) { #expect(RecordName(text) == nil) }

    @Test(
        "A record that can't be read is no error for others, and is replaced and removed only if anything may be there")
    func unreadable() throws {
        let (good, bad) = (RecordName(className: "A", id: "good"), RecordName(className: "A", id: "bad"))
        let table = RecordTable([good: "1", bad: "?"]) { record, _ in
            record.document.root.stringValue ?? ""
        } decode: { text, id, _ in
            guard text != "?" else { throw ModelError(.corruptData, "It can't be read.") }
            return StoredRecord(id: id, version: StoreVersion(rawValue: text), document: ModelDocument(.string(text)))
        }
        let record = StoreRecord(format: format, className: "A")
        #expect(try table.identifiers(of: record) == ["bad", "good"])
        #expect(try table.record("good", of: record)?.document.root.stringValue == "1")
        func code(_ body: () throws -> Void) -> ModelError? {
            do {
                try body()
                return nil
            } catch { return ModelError(wrapping: error) }
        }
        #expect(code { _ = try table.record("bad", of: record) }?.code == .corruptData)
        #expect(code { _ = try table.records(of: record) }?.path == ["bad"])
        let new = ModelDocument(.string("2"))
        #expect(code { _ = try table.save(new, id: "bad", of: record, expecting: .nothing) }?.code == .corruptData)
        #expect(code { try table.remove("bad", of: record, expecting: .nothing) }?.code == .corruptData)
        #expect(table.changes.isEmpty)
        _ = try table.save(new, id: "bad", of: record, expecting: .anything)
        try table.remove("good", of: record, expecting: .version(StoreVersion(rawValue: "1")))
        #expect(table.changes == [good: nil, bad: "2"] && table.contents == [bad: "2"])
    }
}
