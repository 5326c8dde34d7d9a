import Foundation
import Testing

@testable import Documents
@testable import ModelCore

/// Containers that a type's code asks for twice, or in two ways.
@Suite("Codable containers that are begun twice")
struct CodableContainersTests {
    typealias Key = CodableOrderTests.Key
    typealias Odd = CodableOrderTests.Odd
    struct Inner: Codable { var a = 1 }

    /// As Foundation's coders: a container of the same kind goes on with the first one.
    static let continued: [(name: String, document: String, code: @Sendable (any Encoder) throws -> Void)] = [
        (
            "a dictionary in a dictionary",
            "{ a: { a: 1 b: 2 } }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var first = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
                try first.encode(1, forKey: .a)
                var second = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
                try second.encode(2, forKey: .b)
            }
        ),
        (
            "an array in a dictionary",
            "{ a: [ 1 2 3 ] }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var first = keyed.nestedUnkeyedContainer(forKey: .a)
                try first.encode(1)
                var second = keyed.nestedUnkeyedContainer(forKey: .a)
                try second.encode(2)
                try first.encode(3)
            }
        ),
        (
            "a dictionary that a value was encoded as",
            "{ a: { a: 1 b: 2 } b: [ 1 2 ] }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                try keyed.encode(Inner(), forKey: .a)
                try keyed.encode([1], forKey: .b)
                var inner = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
                try inner.encode(2, forKey: .b)
                var list = keyed.nestedUnkeyedContainer(forKey: .b)
                try list.encode(2)
            }
        ),
        (
            "a dictionary that an encoder of a superclass has filled",
            "{ super: { a: 1 b: 2 } }",
            {
                var keyed = $0.container(keyedBy: CodableKey.self)
                var first = keyed.superEncoder().container(keyedBy: Key.self)
                try first.encode(1, forKey: .a)
                var second = keyed.nestedContainer(keyedBy: Key.self, forKey: CodableKey("super"))
                try second.encode(2, forKey: .b)
            }
        ),
        (
            "an array of the value itself",
            "[ 1 2 ]",
            {
                var first = $0.unkeyedContainer()
                try first.encode(1)
                var second = $0.unkeyedContainer()
                try second.encode(2)
            }
        ),
    ]

    @Test("The same kind goes on", arguments: continued.indices)
    func same(_ index: Int) throws {
        let (name, expected, code) = Self.continued[index]
        let root = try KeyedArchive().document(from: KeyedArchive().encode(Odd(code)))
        let line = root.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(line == expected, "\(name)")
    }

    /// As for Foundation's `JSONEncoder`.
    static let replaced: [(name: String, document: String, code: @Sendable (any Encoder) throws -> Void)] = [
        (
            "a dictionary by a single value", "{ a: 42 }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var first = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
                try first.encode(1, forKey: .a)
                var single = keyed.superEncoder(forKey: .a).singleValueContainer()
                try single.encode(42)
                // It isn't used any more.
                try first.encode(2, forKey: .b)
            }
        ),
        (
            "an array by a dictionary", "{ a: { b: 2 } }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var list = keyed.nestedUnkeyedContainer(forKey: .a)
                try list.encode(1)
                var second = keyed.superEncoder(forKey: .a).container(keyedBy: Key.self)
                try second.encode(2, forKey: .b)
            }
        ),
        (
            "a dictionary by another one", "{ super: { b: 2 } }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var first = keyed.superEncoder().container(keyedBy: Key.self)
                try first.encode(1, forKey: .a)
                var second = keyed.superEncoder().container(keyedBy: Key.self)
                try second.encode(2, forKey: .b)
            }
        ),
        (
            "a value by nothing", "{ a: {} b: 1 }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                try keyed.encode(5, forKey: .a)
                _ = keyed.superEncoder(forKey: .a)
                try keyed.encode(1, forKey: .b)
            }
        ),
        (
            "an encoder's value by a value", "{ a: 3 }",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var single = keyed.superEncoder(forKey: .a).singleValueContainer()
                try single.encode(42)
                try keyed.encode(3, forKey: .a)
            }
        ),
    ]

    @Test("An encoder for a superclass replaces what was encoded for its key", arguments: replaced.indices)
    func replacing(_ index: Int) throws {
        let (name, expected, code) = Self.replaced[index]
        let root = try KeyedArchive().document(from: KeyedArchive().encode(Odd(code)))
        let line = root.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(line == expected, "\(name)")
    }

    /// Foundation's coders stop the program.
    static let conflicts: [(name: String, path: String, code: @Sendable (any Encoder) throws -> Void)] = [
        (
            "an array in the place of a dictionary", "a",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var first = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
                try first.encode(1, forKey: .a)
                var list = keyed.nestedUnkeyedContainer(forKey: .a)
                try list.encode(1)
            }
        ),
        (
            "a container in the place of a value", "b.a",
            {
                var keyed = $0.container(keyedBy: Key.self)
                var inner = keyed.nestedContainer(keyedBy: Key.self, forKey: .b)
                try inner.encode(1, forKey: .a)
                _ = inner.nestedContainer(keyedBy: Key.self, forKey: .a)
                try keyed.encode(2, forKey: .c)
            }
        ),
        (
            "two kinds for one value", "",
            {
                var keyed = $0.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: .a)
                var list = $0.unkeyedContainer()
                try list.encode(1)
            }
        ),
        (
            "a single value behind a container", "",
            {
                var keyed = $0.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: .a)
                var single = $0.singleValueContainer()
                try? single.encode(1)
            }
        ),
        (
            "a container behind a single value", "[1]",
            {
                var list = $0.unkeyedContainer()
                try list.encode(1)
                let encoder = list.superEncoder()
                var single = encoder.singleValueContainer()
                try single.encode("x")
                _ = encoder.container(keyedBy: Key.self)
            }
        ),
    ]

    @Test("Another kind is an error that says where", arguments: conflicts.indices)
    func conflict(_ index: Int) {
        let (name, path, code) = Self.conflicts[index]
        #expect("\(name)") {
            try KeyedArchive().encode(Odd(code))
        } throws: {
            ($0 as? ModelError)?.code == .invalidCoding && "\(($0 as? ModelError)?.path ?? [])" == path
        }
    }

    @Test("A value that is encoded again replaces the one before, as for Foundation")
    func again() throws {
        let odd = Odd {
            var keyed = $0.container(keyedBy: Key.self)
            var inner = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
            try inner.encode(1, forKey: .a)
            try keyed.encode(2, forKey: .a)
        }
        #expect(try KeyedArchive().document(from: KeyedArchive().encode(odd))["a"]?.intValue == 2)
    }

    struct NumberedKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ number: Int) { stringValue = "k\(number)" }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test("So does one with many keys", arguments: [1, 16, 17, 18, 40])
    func againOfMany(_ count: Int) throws {
        let odd = Odd {
            var keyed = $0.container(keyedBy: NumberedKey.self)
            for number in 0..<count {
                try keyed.encode(number, forKey: NumberedKey(number))
                for other in [number, 0, number / 2] { try keyed.encode(number, forKey: NumberedKey(other)) }
            }
        }
        let document = try KeyedArchive().document(from: KeyedArchive().encode(odd))
        #expect(document.root.keys == (0..<count).map { "k\($0)" })
        #expect(document["k0"]?.intValue == count - 1 && document["k\(count - 1)"]?.intValue == count - 1)
    }

    class Person: Codable, ModelValue {
        var name = "A"
        init() {}
    }

    final class Employee: Person {
        var firm = "B"
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let keyed = try decoder.container(keyedBy: Key.self)
            firm = try keyed.decode(String.self, forKey: .b)
            try super.init(from: keyed.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(firm, forKey: .b)
            try super.encode(to: keyed.superEncoder())
        }
    }

    /// Decodes what a metatype says. The standard library's keyed containers pass on the declared type alone.
    struct Staff: Decodable {
        let people: [Person]
        init(from decoder: any Decoder) throws {
            let type: Person.Type = Employee.self
            let keyed = try decoder.container(keyedBy: Key.self)
            var list = try keyed.nestedUnkeyedContainer(forKey: .b)
            let single = try keyed.superDecoder(forKey: .c).singleValueContainer()
            people = [try list.decode(type), try list.decode(type), try single.decode(type)]
        }
    }

    final class Firm: BaseModel {
        var chief: Person?
        override func encode(with encoder: ModelEncoder) throws { try encoder.encode(chief, forKey: "chief") }
        override func set(with decoder: ModelDecoder) throws {
            chief = try decoder.decode(Employee.self as Person.Type, forKey: "chief")
        }
    }

    final class Named: BaseModel {
        var name = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Named.name)] }
    }

    @Test("A metatype is the type that it holds")
    func metatypes() throws {
        let odd = Odd {
            var keyed = $0.container(keyedBy: Key.self)
            try keyed.encode(Employee(), forKey: .a)
            try keyed.encode([Employee(), Employee()], forKey: .b)
            try keyed.encode(Employee(), forKey: .c)
        }
        let staff = try KeyedArchive().decode(Staff.self, from: KeyedArchive().encode(odd))
        #expect(staff.people.allSatisfy { $0 is Employee })
        let root: Person.Type = Employee.self
        #expect(try KeyedArchive().decode(root, from: KeyedArchive().encode(Employee())) is Employee)
        let firm = Firm()
        firm.chief = Employee()
        #expect(try KeyedArchive().decode(Firm.self, from: KeyedArchive().encode(firm)).chief is Employee)
        let model: BaseModel.Type = Named.self
        #expect(try KeyedArchive().decode(model, from: KeyedArchive().encode(["name": "x"])) is Named)
        #expect(try ModelDocument(encoding: ["name": "x"]).decode(model) is Named)
    }
}
