import DefaultsStore
import Foundation
import ModelCore
import TestSupport
import Testing

/// Classes whose values are in one file, and the keys that each of them has.
@Suite("Owners of keys in user defaults")
struct DefaultsOwnerTests {
    private let folder: DefaultsFolder
    /// Names of classes that no other test has: the store remembers the classes that a program uses.
    private let first = "First" + UUID().uuidString
    private let second = "Second" + UUID().uuidString

    init() throws { folder = try DefaultsFolder() }

    private func record(
        _ name: String, _ keys: [String] = [], formerly: [String] = [], in suite: String = "owners"
    ) -> StoreRecord {
        StoreRecord(
            format: .userDefaults(suite: suite), className: name, formerClassNames: formerly, propertyNames: keys)
    }

    private func save(_ texts: [String: String], in record: StoreRecord) throws {
        try folder.store.save(
            texts.sorted { $0.key < $1.key }.map { (key: $0.key, value: ModelDocument(.string($0.value))) }, in: record)
    }

    private func texts(_ record: StoreRecord) throws -> [String: String]? {
        try folder.store.document(for: record).map { document in
            document.root.properties.reduce(into: [:]) { $0[$1.key] = $1.value.stringValue }
        }
    }

    private func owners(_ suite: String = "owners") throws -> [String: [String]]? {
        try folder.plain(suite)["BaseModel.classes"] as? [String: [String]]
    }

    @Test("What was set by hand under a property's key goes when the class saves none there")
    func setByHand() throws {
        try folder.use {
            let format = PlainDefaults.saveFormat
            try PlainDefaults().write(toStore: format)
            #expect(try folder.plain("plain")["note"] == nil)
            var plain = try folder.plain("plain")
            (plain["note"], plain["foreign"]) = ("by hand", "kept")
            try folder.write(
                PropertyListSerialization.data(fromPropertyList: plain, format: .xml, options: 0), to: "plain")
            let model = try PlainDefaults.load(fromStore: format)
            #expect(model.note == "by hand")
            model.note = nil
            try model.write(toStore: format)
            #expect(try folder.plain("plain")["note"] == nil && folder.plain("plain")["foreign"] as? String == "kept")
            #expect(try PlainDefaults.load(fromStore: format).note == nil)
            // Also where the class has saved nothing yet.
            try folder.write(
                PropertyListSerialization.data(fromPropertyList: ["note": "x", "foreign": 1], format: .xml, options: 0),
                to: "plain")
            try model.write(toStore: format)
            #expect(try folder.plain("plain")["note"] == nil && folder.plain("plain")["foreign"] as? Int == 1)
        }
    }

    @Test("A class that has saved nothing but that is not one that was never saved, and its file stays")
    func withoutValues() throws {
        try save([:], in: record(first))
        try save(["a": "1"], in: record(second))
        #expect(try texts(record(first)) == [:] && texts(record(second)) == ["a": "1"])
        try folder.store.removeValues(in: record(second))
        #expect(try texts(record(first)) == [:] && texts(record(second)) == nil)
        #expect(try owners() == [first: []])
        try folder.store.removeValues(in: record(first))
        #expect(!FileManager.default.fileExists(atPath: folder.file("owners")))
        #expect(try texts(record(first)) == nil)
    }

    @Test("Of values under several names of a class the own name's count; all of them go")
    func formerNames() throws {
        let (old, older) = (record("Old" + first, ["a"]), record("Older" + first, ["b"]))
        let now = record(first, ["c"], formerly: [old.className, older.className])
        try save(["b": "older"], in: older)
        #expect(try texts(now) == ["b": "older"])
        try save(["a": "old"], in: old)
        #expect(try texts(now) == ["a": "old"])
        try save(["c": "own"], in: record(first, ["c"]))
        #expect(try texts(now) == ["c": "own"])
        #expect(try texts(old) == ["a": "old"] && texts(older) == ["b": "older"])
        try save(["c": "changed"], in: now)
        #expect(try texts(now) == ["c": "changed"] && texts(old) == nil && texts(older) == nil)
        #expect(try owners() == [first: ["c"]])
        #expect(try folder.plain("owners").keys.sorted() == ["BaseModel.classes", "c"])
    }

    @Test("A class that takes over the key of one that is gone leaves it the others, in each file by itself")
    func takenOver() throws {
        let isKnown: @Sendable (String) -> Bool = { _ in false }
        for suite in ["owners", "more"] {
            try save(["a": "1", "b": "2"], in: record(first, in: suite))
            // As if another program had saved it.
            let text = try String(decoding: folder.content(of: suite), as: UTF8.self).replacing(first, with: second)
            try folder.write(Data(text.utf8), to: suite)
        }
        let new = StoreRecord(
            format: .userDefaults(suite: "owners"), className: first, propertyNames: ["a"], isKnownClass: isKnown)
        try save(["a": "3"], in: new)
        #expect(try owners() == [first: ["a"], second: ["b"]])
        #expect(try owners("more") == [second: ["a", "b"]])
        #expect(try folder.plain("owners")["b"] as? String == "2" && folder.plain("more")["a"] as? String == "1")
    }

    @Test("A removal takes the own keys alone, and those of properties that nobody else has")
    func removal() throws {
        try save(["a": "1", "own": "2"], in: record(first, ["a"]))
        try folder.write(
            PropertyListSerialization.data(
                fromPropertyList: try folder.plain("owners").merging(["free": "x", "foreign": "y"]) { $1 }, format: .xml,
                options: 0), to: "owners")
        try folder.store.removeValues(in: record(second, ["a", "free"]))
        #expect(try folder.plain("owners").keys.sorted() == ["BaseModel.classes", "a", "foreign", "own"])
        #expect(try texts(record(first)) == ["a": "1", "own": "2"])
        #expect(errorCode { try texts(record(second, ["a"])) } == .duplicateKey)
        #expect(errorCode { try save(["b": "1"], in: record(second, ["a"])) } == .duplicateKey)
        #expect(errorCode { try save(["a": "1"], in: record(second)) } == .duplicateKey)
        try folder.store.removeValues(in: record(first))
        #expect(try folder.plain("owners") as? [String: String] == ["foreign": "y"])
    }
}
