import DefaultsStore
import Foundation
import ModelCore
import TestSupport
import Testing

@testable import DefaultsFiles

@Suite("Values in the user's defaults")
struct DefaultsValueTests {
    let folder: DefaultsFolder

    init() throws { folder = try DefaultsFolder() }

    /// Writes what the model holds, and reads it again.
    private func saved(_ model: EveryDefault) throws -> EveryDefault {
        try folder.use {
            try model.write(toStore: EveryDefault.saveFormat)
            return try EveryDefault.load(fromStore: EveryDefault.saveFormat)
        }
    }

    @Test("Every type comes back as what it was")
    func everyType() throws {
        let model = EveryDefault()
        defer { model.breakRing() }
        let copy = try saved(model)
        defer { copy.breakRing() }
        expectEqual(copy, model)
        #expect(
            copy.ring[0] === copy.ring[2] && copy.ring[0].next === copy.ring[1] && copy.ring[1].next === copy.ring[0])
    }

    @Test("Others see plain values where property lists have them")
    func plainForms() throws {
        let model = EveryDefault()
        defer { model.breakRing() }
        let copy = try saved(model)
        copy.breakRing()
        let plain = try folder.plain("every")
        #expect(plain["web"] as? String == "https://example.org/a%20b?c=d#e")
        #expect(plain["whole"] as? Date == model.whole)
        #expect(plain["float"] as? Double == Double(model.float))
        #expect(plain["level"] as? String == "high")
        #expect(plain["decimal"] as? String == "0.1000000000000000000000000001")
        #expect(plain["data"] as? Data == model.data)
        #expect((plain["node"] as? [String: Any])?["name"] as? String == "one")
        #expect((plain["place"] as? [String: Any])?["street"] as? String == "Main")
        #expect((plain["byNumber"] as? [String: String]) == ["1": "one", "2": "two"])
        #expect(plain["gone"] == nil)
        let ring = try #require(plain["ring"] as? Data)
        #expect(KeyedArchive().detect(ring) != nil)
    }

    @Test("The same values give the same file")
    func deterministic() throws {
        let model = EveryDefault()
        defer { model.breakRing() }
        try saved(model).breakRing()
        let first = try folder.content(of: "every")
        try saved(model).breakRing()
        #expect(try folder.content(of: "every") == first)
    }

    @Test("Text stands for numbers, as where people edit the file")
    func text() throws {
        try folder.write(
            xml("<dict><key>volume</key><string>0.25</string><key>isDark</key><string>true</string></dict>"),
            to: "plain")
        try folder.use {
            let model = try PlainDefaults.load(fromStore: PlainDefaults.saveFormat)
            #expect(model.volume == 0.25 && model.isDark)
        }
    }

    @Test("A value of another type is an error with the format, the class and the key")
    func wrongType() throws {
        try folder.write(xml("<dict><key>volume</key><array/></dict>"), to: "plain")
        folder.use {
            let error = failure { _ = try PlainDefaults.load(fromStore: PlainDefaults.saveFormat) }
            #expect(error?.code == .typeMismatch)
            #expect(error?.path.description == "PlainDefaults.volume")
            #expect(error?.format == .userDefaults)
        }
    }

    @Test("An object keeps its class, also where the text can't hold the name", arguments: ["A\u{1}", "A\r", "A"])
    func className(_ name: String) throws {
        let record = StoreRecord(format: PlainDefaults.saveFormat, className: "PlainDefaults")
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("inside")
        try builder.beginObject(named: name)
        try builder.end()
        try builder.end()
        let value = try builder.finish()
        try folder.store.save([("value", value)], in: record)
        #expect(try folder.store.document(for: record)?["value"]?["inside"]?.className == name)
    }

    @Test("What no property list can hold is told before anything is touched")
    func unrepresentable() throws {
        try folder.use {
            try PlainDefaults().write(toStore: PlainDefaults.saveFormat)
            let before = try folder.content(of: "plain")
            let record = StoreRecord(format: PlainDefaults.saveFormat, className: "PlainDefaults")
            #expect(failure { try folder.store.save([("a\u{1}", ModelDocument(.null))], in: record) }?.code == .unrepresentableValue)
            #expect(
                failure { try folder.store.save([("BaseModel.classes", ModelDocument(.null))], in: record) }?.code == .duplicateKey)
            #expect(try folder.content(of: "plain") == before)
        }
    }
}

/// Compares each property by the archive that it makes: types, bits and identity count.
func expectEqual(_ left: EveryDefault, _ right: EveryDefault, sourceLocation: SourceLocation = #_sourceLocation) {
    func archives(_ model: EveryDefault) throws -> [String: Data] {
        let node = try ModelNode(encoding: model)
        guard case .object(let object) = node else { return [:] }
        return try Dictionary(
            uniqueKeysWithValues: object.properties.map { ($0.key, try KeyedArchive().encode($0.value)) })
    }
    guard let left = try? archives(left), let right = try? archives(right) else {
        Issue.record("Not encoded.", sourceLocation: sourceLocation)
        return
    }
    #expect(left.keys.sorted() == right.keys.sorted(), sourceLocation: sourceLocation)
    for (key, value) in left {
        #expect(value == right[key], "\(key)", sourceLocation: sourceLocation)
    }
}
