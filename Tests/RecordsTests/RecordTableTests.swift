import Records
import TestSupport
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
        let all = try table.records(of: record)
        #expect(all.map(\.id) == ["bad", "good"] && all.map(\.fault?.code) == [.corruptData, nil])
        let new = ModelDocument(.string("2"))
        #expect(code { _ = try table.save(new, id: "bad", of: record, expecting: .nothing) }?.code == .corruptData)
        #expect(code { try table.remove("bad", of: record, expecting: .nothing) }?.code == .corruptData)
        #expect(table.changes.isEmpty)
        _ = try table.save(new, id: "bad", of: record, expecting: .anything)
        try table.remove("good", of: record, expecting: .version(StoreVersion(rawValue: "1")))
        #expect(table.changes == [good: nil, bad: "2"] && table.contents == [bad: "2"])
    }

    /// A table whose contents are texts, and whose versions are the texts, too.
    private func table(_ contents: [(className: String, id: String, text: String)]) -> RecordTable<String> {
        let named = contents.map { (RecordName(className: $0.className, id: $0.id), $0.text) }
        return RecordTable(Dictionary(uniqueKeysWithValues: named)) { record, _ in
            record.document.root.stringValue ?? ""
        } decode: { text, id, _ in
            StoredRecord(id: id, version: StoreVersion(rawValue: text), document: ModelDocument(.string(text)))
        }
    }

    private func texts(_ table: RecordTable<String>, _ record: StoreRecord) throws -> [String] {
        try table.records(of: record).map { "\($0.id)=\($0.document.root.stringValue ?? "")" }
    }

    @Test("Records under several names of a class: the own name counts, then the first of the former ones")
    func formerNames() throws {
        let all = [
            ("New", "a", "1"), ("Old", "a", "2"), ("Older", "a", "3"), ("Old", "b", "4"), ("Older", "b", "5"),
            ("Older", "c", "6"), ("Other", "a", "7"), ("Other", "d", "8"),
        ]
        let record = StoreRecord(format: format, className: "New", formerClassNames: ["Old", "Older"])
        let table = table(all)
        #expect(try table.identifiers(of: record) == ["a", "b", "c"])
        #expect(try texts(table, record) == ["a=1", "b=4", "c=6"])
        #expect(try texts(table, StoreRecord(format: format, className: "Older")) == ["a=3", "b=5", "c=6"])
        #expect(try table.record("d", of: record) == nil)
        // A removal, and a save, leave nothing under any of the names.
        try table.remove("a", of: record, expecting: .version(StoreVersion(rawValue: "1")))
        #expect(errorCode { try table.remove("b", of: record, expecting: .version("5")) } == .fileChanged)
        _ = try table.save(ModelDocument(.string("9")), id: "b", of: record, expecting: .version("4"))
        #expect(
            table.contents == [
                RecordName(className: "New", id: "b"): "9", RecordName(className: "Older", id: "c"): "6",
                RecordName(className: "Other", id: "a"): "7", RecordName(className: "Other", id: "d"): "8",
            ])
        #expect(
            table.changes == [
                RecordName(className: "New", id: "a"): nil, RecordName(className: "Old", id: "a"): nil,
                RecordName(className: "Older", id: "a"): nil, RecordName(className: "Old", id: "b"): nil,
                RecordName(className: "Older", id: "b"): nil, RecordName(className: "New", id: "b"): "9",
            ])
    }

    @Test("Identifiers are listed in the order of their bytes, and two that look alike are two")
    func order() throws {
        let ids = ["Z", "a", "e\u{301}", "z", "é", "\u{FFFF}", "😀"]
        let table = table(ids.shuffled().map { ("A", $0, $0) })
        let found = try table.identifiers(of: StoreRecord(format: format, className: "A"))
        #expect(found.map { Array($0.utf8) } == ids.map { Array($0.utf8) })
        #expect(try table.records(of: StoreRecord(format: format, className: "A")).map { Array($0.id.utf8) } == ids.map { Array($0.utf8) })
        let others = try table.identifiers(of: StoreRecord(format: format, className: "a"))
        #expect(others.isEmpty)
    }

    @Test("What is expected is looked for each time, and what isn't there changes nothing")
    func expectations() throws {
        let record = StoreRecord(format: format, className: "A")
        let document = ModelDocument(.string("new"))
        for (expected, isThere): (StoreExpectation, Bool) in [
            (.nothing, true), (.version("2"), true), (.version("1"), false), (.version(""), true),
        ] {
            let table = table(isThere ? [("A", "x", "1"), ("B", "x", "2")] : [("B", "x", "1")])
            let before = table.contents
            #expect(errorCode { _ = try table.save(document, id: "x", of: record, expecting: expected) } == .fileChanged)
            #expect(errorCode { try table.remove("x", of: record, expecting: expected) } == .fileChanged)
            #expect(table.changes.isEmpty && table.contents == before)
        }
        let table = table([("A", "x", "1"), ("B", "x", "2")])
        let first = try table.save(document, id: "x", of: record, expecting: .version("1"))
        #expect(errorCode { _ = try table.save(document, id: "x", of: record, expecting: .version(first)) } == .fileChanged)
        let second = try table.save(document, id: "y", of: record, expecting: .nothing)
        #expect(first != second)
        try table.remove("z", of: record, expecting: .nothing)
        try table.remove("z", of: record, expecting: .anything)
        #expect(table.changes.count == 2)
        for id in ["", "a\0b"] {
            #expect(errorCode { _ = try table.save(document, id: id, of: record, expecting: .anything) } == .invalidKey)
        }
    }
}

extension StoreVersion: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}
