import FormatSupport
import Foundation
import ModelCore
import PlistFormat
import TestSupport
import Testing

@testable import SecretStore

@Suite("What a secret's bytes mean")
struct ContentTests {
    let options = SecretStoreOptions()

    func decode<Value: ModelValue>(_ type: Value.Type, _ content: Data, _ options: SecretStoreOptions? = nil) throws
        -> Value
    {
        try SecretContent.decode(content, for: "a", options: options ?? self.options) { try $0.decode(Value.self) }
    }

    func roundTrip<Value: ModelValue & Equatable>(_ value: Value) throws {
        let content = try SecretContent.data(of: ModelDocument(encoding: value), options: options)
        #expect(try decode(Value.self, content) == value)
    }

    @Test("Values of every type come back as they were")
    func types() throws {
        for text in [
            "", "a", "wörld 🔑", "a\0b", "bplist00", "bplist00 text", "<?xml version=\"1.0\"?><plist/>", "$null", "true",
            "1",
        ] {
            try roundTrip(text)
        }
        for data in [Data(), Data([0]), Data("text".utf8), Data("bplist00".utf8)] { try roundTrip(data) }
        try roundTrip(true)
        try roundTrip(Int.min)
        try roundTrip(UInt64.max)
        try roundTrip(-0.0)
        try roundTrip(Float(0.1))
        try roundTrip(Double.infinity)
        try roundTrip(Decimal(string: "1234567890.123456789")!)
        try roundTrip(Date(timeIntervalSinceReferenceDate: 0.1234567))
        try roundTrip(UUID())
        try roundTrip(URL(string: "https://example.org/a?b#c")!)
        try roundTrip(URL(string: "c", relativeTo: URL(string: "https://example.org/a/"))!)
        try roundTrip([["a": 1], ["b": 2]])
        try roundTrip([1: "a", 2: "b"])
        try roundTrip(Set([3, 1, 2]))
        try roundTrip([nil, "a", nil] as [String?])
        try roundTrip(CGRect(x: 1, y: 2, width: 3, height: 4))
    }

    @Test("Text is stored as it is, unless it would be taken for a property list")
    func text() throws {
        #expect(try SecretContent.data(of: ModelDocument(.string("pass")), options: options) == Data("pass".utf8))
        #expect(try SecretContent.data(of: ModelDocument(.string("bplist00 x")), options: options) != Data("bplist00 x".utf8))
        #expect(try decode(String.self, Data("bplist00 x".utf8)) == "bplist00 x")
    }

    @Test("Text that somebody typed is a number, a boolean, a date or data too; bytes that aren't text are no text")
    func typed() throws {
        #expect(try decode(Int.self, Data("8080".utf8)) == 8080)
        #expect(try decode(Bool.self, Data("yes".utf8)) == true)
        #expect(try decode(Data.self, Data("AAEC".utf8)) == Data([0, 1, 2]))
        #expect(throws: ModelError.self) { try decode(String.self, Data([0xFF, 0xFE])) }
        #expect(try decode(Data.self, Data([0xFF, 0xFE])) == Data([0xFF, 0xFE]))
        // Within a property list every value has its type.
        let list = try SecretContent.data(of: ModelDocument(encoding: ["1"]), options: options)
        #expect(throws: ModelError.self) { try decode([Int].self, list) }
        #expect(throws: ModelError.self) { try decode(Int.self, Data("8080x".utf8)) }
    }

    @Test("Errors have nothing of the secret in them")
    func errors() throws {
        let number = try SecretContent.data(of: ModelDocument(.int64(424242)), options: options)
        let keyed = try SecretContent.data(
            of: ModelDocument(encoding: ["hunter2": "x"]), options: options)
        let attempts: [() throws -> Any] = [
            { try decode(String.self, number) }, { try decode(Int8.self, number) },
            { try decode([String: Int].self, keyed) },
            { try decode(Int.self, Data("hunter2".utf8)) }, { try decode(Level.self, Data("hunter2".utf8)) },
        ]
        for attempt in attempts {
            do {
                _ = try attempt()
                Issue.record("It was read.")
            } catch let error as ModelError {
                let text = "\(error) \(error.reason) \(error.found ?? "") \(String(reflecting: error))"
                #expect(!text.contains("hunter2") && !text.contains("424242"), "\(text)")
                #expect(error.path == ModelPath([.key("a")]) && error.format == .keychain)
            }
        }
    }

    enum Level: String, ModelValue { case low }

    @Test("Archives of objects are refused unless they are trusted, wherever they stand")
    func archives() throws {
        let object = ModelNode.object(ObjectNode(CodedClass(name: "SecretThing"), [("name", .scalar(.string("n")))]))
        let archive = try KeyedArchive().encode(object)
        let inside = try SecretContent.data(of: ModelDocument(.data(archive)), options: options)
        var trusting = options
        trusting.trustsArchives = true
        for content in [archive, inside] {
            do {
                _ = try decode(SecretThing.self, content)
                Issue.record("It was read.")
            } catch let error as ModelError {
                #expect(error.code == .untrustedArchive)
            }
            #expect(try decode(SecretThing.self, content, trusting).name == "n")
        }
        // As data it isn't looked into.
        #expect(try decode(Data.self, inside) == archive)
    }

    @Test("Hostile bytes are errors, not crashes")
    func hostile() throws {
        let value = try ModelDocument(encoding: (0..<20).map { ["k\($0)": Data([1])] })
        let content = try SecretContent.data(of: value, options: options)
        for length in 9..<content.count { _ = try? decode(ModelDocument.self, content.prefix(length)) }
        for index in content.indices {
            var copy = content
            copy[index] = ~copy[index]
            _ = try? decode(ModelDocument.self, copy)
            _ = try? decode([[String: Data]].self, copy)
        }
        // An array that holds itself.
        let cycle =
            Data("bplist00".utf8) + Data([0xA1, 0x00, 0x08]) + Data([0, 0, 0, 0, 0, 0, 1, 1])
            + Data([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10])
        #expect(throws: ModelError.self) { try decode(ModelDocument.self, cycle) }
        #expect(throws: ModelError.self) { try decode([String].self, cycle) }
    }

    @Test("An account is a class and a property, whatever their names are")
    func accounts() {
        let keys = ["password", "", "a.b", "%", "%2E", ".", "a%.b", ".\u{301}x", "日本"]
        for name in ["Login", "Outer.Inner", ""] {
            for key in keys {
                let account = PropertyAccount.text(className: name, key: key)
                #expect(PropertyAccount.key(of: account, className: name) == key)
                for other in ["Login", "Outer", "Outer.Inner", "Inner", ""] where other != name {
                    #expect(PropertyAccount.key(of: account, className: other) == nil)
                }
            }
        }
        #expect(PropertyAccount.key(of: "Login", className: "Login") == nil)
        #expect(PropertyAccount.text(className: "Login", key: "password") == "Login.password")
    }

    @Test("A store tells its service, and holds no secrets to tell")
    func descriptions() {
        let store = SecretStore(service: "org.example")
        #expect("\(store)" == "SecretStore(org.example)")
        #expect(Set(Mirror(reflecting: store).children.compactMap(\.label)) == ["service", "collection", "options"])
        #expect(!SecretStore.applicationIdentifier.isEmpty)
    }

    @Test("Names that D-Bus can't carry are refused before anything is asked")
    func names() {
        for (service, account) in [("a\0b", "x"), ("a", "x\0y"), ("a", "$undo")] {
            do {
                try SecretStore(service: service).set("secret", for: account)
                Issue.record("It was stored.")
            } catch {
                #expect((error as? ModelError)?.code == .unrepresentableValue)
            }
        }
    }
}

final class SecretThing: BaseModel {
    var name = ""

    private static let ownModelClass = ModelClass(SecretThing.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \SecretThing.name)]
    }
}
