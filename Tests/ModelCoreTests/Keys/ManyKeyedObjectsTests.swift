import Foundation
import ModelCore
import TestSupport
import Testing

/// Where properties were found in one object is remembered for the next ones of its shape: each must still be read as
/// if it stood alone.
@Suite("Many objects of a class with keys")
struct ManyKeyedObjectsTests {
    /// What it reads is named by literals, as the macro's code does, and in an order that depends on the object.
    final class Contact: BaseModel {
        private static let known = ModelClass(Contact.self, overrides: [.setWithDecoder])
        override class var modelClass: ModelClass { known }
        var name = "nobody"
        var order = 0
        var city = "nowhere"
        var zip = -1
        var street = "none"
        var age = -1
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("order", \Contact.order),
                ModelProperty("name", \Contact.name, key: PropertyKey(path: "user.name", aliases: ["name", "user.full"])),
                ModelProperty("city", \Contact.city, key: PropertyKey(path: "user.address.city", aliases: ["town.city"])),
                ModelProperty("zip", \Contact.zip, key: PropertyKey(path: "user.address.zip")),
                ModelProperty("street", \Contact.street, key: PropertyKey("road")),
                ModelProperty("age", \Contact.age),
            ]
        }

        override func set(with decoder: ModelDecoder) throws {
            if let value = try decoder.decode(Int.self, forKey: "order") { order = value }
            let readers: [() throws -> Void] = [
                { if let value = try decoder.decode(String.self, forKey: "name") { self.name = value } },
                { if let value = try decoder.decode(String.self, forKey: "city") { self.city = value } },
                { if let value = try decoder.decode(Int.self, forKey: "zip") { self.zip = value } },
                { if let value = try decoder.decode(String.self, forKey: "street") { self.street = value } },
                { if let value = try decoder.decode(Int.self, forKey: "age") { self.age = value } },
            ]
            let turn = max(0, order) % readers.count
            for reader in readers[turn...] + readers[..<turn] { try reader() }
        }

        var values: String { "\(order) \(name) \(city) \(zip) \(street) \(age) \(unknownValues?.description ?? "")" }
    }

    /// Some members of a dictionary, each with a value of its own, null, or something that it can't be.
    private static func some(
        _ members: [(String, (inout SeededGenerator) -> Any?)], _ random: inout SeededGenerator
    ) -> [(String, Any?)] {
        var found: [(String, Any?)] = []
        for (key, value) in members {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: break
            case 1: found.append((key, nil))
            default: found.append((key, value(&random)))
            }
        }
        if Int.random(in: 0..<8, using: &random) == 0 { found.shuffle(using: &random) }
        if Int.random(in: 0..<8, using: &random) == 0 { found.insert(("other", 1), at: 0) }
        if Int.random(in: 0..<16, using: &random) == 0 {
            found.insert(contentsOf: (0..<70).map { (number: Int) in ("k\(number)", number) }, at: 0)
        }
        return found
    }

    private static func contact(_ random: inout SeededGenerator) throws -> ModelDocument {
        func number(_ random: inout SeededGenerator) -> Any? { Int.random(in: 0..<1000, using: &random) }
        func text(_ random: inout SeededGenerator) -> Any? { "text \(Int.random(in: 0..<1000, using: &random))" }
        func dictionary(_ values: [(String, Any?)]) -> Any? { try? UnknownKeyTests.document(values) }
        return try UnknownKeyTests.document(
            some(
                [
                    ("order", { Int.random(in: 0..<20, using: &$0) == 0 ? Int.random(in: 0..<5, using: &$0) : 0 }),
                    (
                        "user",
                        { random in
                            if Int.random(in: 0..<20, using: &random) == 0 { return 7 }
                            return dictionary(
                                some(
                                    [
                                        ("name", text), ("full", text),
                                        ("address", { dictionary(some([("zip", number), ("city", text)], &$0)) }),
                                    ], &random))
                        }
                    ),
                    ("road", text), ("name", text), ("age", number),
                    ("town", { dictionary(some([("city", text)], &$0)) }),
                ], &random))
    }

    private static func error(_ body: () throws -> Void) -> ModelError? {
        do {
            try body()
            return nil
        } catch {
            return error as? ModelError
        }
    }

    @Test("Each is read as if it stood alone", arguments: [UInt64](1...15))
    func likeAlone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var contacts: [ModelDocument] = []
        var alone: [String] = []
        while contacts.count < 60 {
            let contact = try Self.contact(&random)
            // One that can't be read ends the reading of a list.
            guard let read = try? contact.decode(Contact.self) else { continue }
            contacts.append(contact)
            alone.append(read.values)
        }
        let all = try ModelDocument(encoding: contacts).decode([Contact].self)
        #expect(all.map(\.values) == alone)
        let isVaried = Set(alone).count > 40
        #expect(isVaried)
    }

    @Test("What can't be read is told as if it stood alone")
    func errors() throws {
        var random = SeededGenerator(seed: 5)
        var good: [ModelDocument] = []
        while good.count < 20 {
            let contact = try Self.contact(&random)
            if (try? contact.decode(Contact.self)) != nil { good.append(contact) }
        }
        var count = 0
        while count < 40 {
            let contact = try Self.contact(&random)
            guard let error = Self.error({ _ = try contact.decode(Contact.self) }) else { continue }
            count += 1
            let told = try #require(
                Self.error { _ = try ModelDocument(encoding: good + [contact]).decode([Contact].self) })
            #expect(told.code == error.code && told.path.components.dropFirst() == error.path.components[...])
        }
    }
}
