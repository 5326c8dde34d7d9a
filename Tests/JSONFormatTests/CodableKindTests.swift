import Foundation
import JSONFormat
import ModelCore
import Testing

/// Types whose own code asks for one kind of value after the other, as very many programs have them.
@Suite("Codable code is given what the file says, and told where it isn't that")
struct CodableKindTests {
    enum Anything: Codable, Hashable {
        case null
        case bool(Bool)
        case int(Int)
        case double(Double)
        case string(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int.self) {
                self = .int(value)
            } else if let value = try? container.decode(Double.self) {
                self = .double(value)
            } else {
                self = .string(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .bool(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            }
        }
    }

    /// Texts first.
    enum TextOrNumber: Decodable, Equatable {
        case text(String)
        case number(Double)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }
    }

    private static let values: [Anything] = [
        .null, .bool(true), .bool(false), .int(1), .int(0), .int(-7), .double(1.5), .string("12"), .string("1.5"), .string("true"),
        .string("yes"), .string("NaN"), .string("0"), .string(""),
    ]

    @Test("A union of kinds comes back as what it was, as Foundation has it")
    func unions() throws {
        let json = try JSONFormat().encode(Self.values)
        #expect(try JSONFormat().decode([Anything].self, from: json) == Self.values)
        #expect(try JSONDecoder().decode([Anything].self, from: json) == Self.values)
        let archive = try KeyedArchive().encode(Self.values)
        #expect(try KeyedArchive().decode([Anything].self, from: archive) == Self.values)
        #expect(
            try JSONFormat().decode([TextOrNumber].self, from: Data(#"["1",1,1.5,"x"]"#.utf8))
                == [.text("1"), .number(1), .number(1.5), .text("x")])
    }

    @Test(
        "A number that is too large is told where it stands",
        arguments: [("{\n\"level\":\n256}", "level", 3), ("{\"levels\":\n[1,\n40000]}", "levels[1]", 3)])
    func narrowIntegers(_ text: String, _ path: String, _ line: Int) throws {
        let error = #expect(throws: ModelError.self) { try JSONFormat().decode(Levels.self, from: Data(text.utf8)) }
        #expect(error?.code == .outOfRange && error?.location?.line == line, "\(String(describing: error))")
        #expect("\(error?.path ?? ModelPath())" == path)
    }

    @Test("An unknown key that is refused is told where it stands")
    func refusedKeys() throws {
        let text = "{\n\"level\": 1,\n\"levls\": []\n}"
        let error = #expect(throws: ModelError.self) { try JSONFormat().decode(Levels.self, from: Data(text.utf8)) }
        #expect(error?.code == .unknownKey && error?.location?.line == 3)
    }

    final class Levels: BaseModel {
        private static let described = ModelClass(Levels.self)
        override class var modelClass: ModelClass { described }
        var level: UInt8 = 0
        var levels: [Int16] = []
        override class var unknownKeys: UnknownKeys { .refuse }
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("level", \Levels.level), ModelProperty("levels", \Levels.levels)]
        }
    }

    @Test("A model is no key of a dictionary where keys are text")
    func modelKeys() throws {
        let error = #expect(throws: ModelError.self) { try JSONFormat().encode([Levels(): 1]) }
        #expect(error?.code == .unrepresentableValue)
        #expect(try KeyedArchive().decode([Levels: Int].self, from: KeyedArchive().encode([Levels(): 1])).count == 1)
    }

    @Test("A value that can't be read says why")
    func unreadable() throws {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("x")
        try builder.append(unreadable: ModelError(.corruptData, "It was gone."))
        try builder.end()
        let document = try builder.finish()
        let error = #expect(throws: ModelError.self) { try document.decode(Point.self) }
        #expect(error?.reason == "It was gone." && "\(error?.path ?? ModelPath())" == "x")
    }

    private struct Point: Codable, ModelValue {
        var x: Int
        var small: UInt8?
        var on: Bool?
    }

    @Test(
        "An error has the place of the value, or of the last one on the way to it",
        arguments: [
            ("[{\"x\":1},\n{\"x\":null}]", "[1].x", 2, 6), ("[{\"x\":1},\n{\n\"x\":\"1\"}]", "[1].x", 3, 5),
            ("[\n{\"x\":1,\n\"small\":\n256}]", "[0].small", 4, 1), ("[{\"x\":1},\n {}]", "[1]", 2, 2),
            ("[{\"x\":1,\n\"on\":1}]", "[0].on", 2, 6),
        ])
    func places(_ text: String, _ path: String, _ line: Int, _ column: Int) throws {
        let found = #expect(throws: ModelError.self) { try JSONFormat().decode([Point].self, from: Data(text.utf8)) }
        let error = try #require(found)
        #expect("\(error.path)" == path)
        #expect(error.location?.line == line && error.location?.column == column, "\(error)")
    }

    /// Tells which error its code caught, and for which value.
    private struct Caught: Decodable {
        var text = ""
        private enum Key: CodingKey { case x }

        init(from decoder: any Decoder) throws {
            do {
                let container = try decoder.container(keyedBy: Key.self)
                _ = try container.decode(UInt8.self, forKey: .x)
                _ = try container.nestedUnkeyedContainer(forKey: .x)
            } catch let error as DecodingError {
                text =
                    switch error {
                    case .typeMismatch(let type, let context): "mismatch \(type) at \(place(context))"
                    case .valueNotFound(let type, let context): "nothing for \(type) at \(place(context))"
                    case .keyNotFound(let key, let context): "no key \(key.stringValue) at \(place(context))"
                    case .dataCorrupted(let context): "corrupted at \(place(context))"
                    @unknown default: "unknown"
                    }
            }
        }

        private func place(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
    }

    @Test(
        "A type's code may catch the standard library's errors, as those of Foundation's decoder",
        arguments: ["{}", #"{"x":"1"}"#, #"{"x":null}"#, #"{"x":{}}"#, #"{"x":1}"#])
    func caughtErrors(_ text: String) throws {
        let ours = try JSONFormat().decode(Caught.self, from: Data(text.utf8)).text
        let foundations = try JSONDecoder().decode(Caught.self, from: Data(text.utf8)).text
        #expect(ours == foundations)
        #expect(!ours.isEmpty)
    }

    @Test("A number that doesn't fit can be caught, too: Foundation throws what nobody can")
    func caughtRanges() throws {
        #expect(try JSONFormat().decode(Caught.self, from: Data(#"{"x":256}"#.utf8)).text == "corrupted at x")
    }

    @Test("A key that isn't there is a missing value")
    func missingKeys() throws {
        let error = #expect(throws: ModelError.self) { try JSONFormat().decode(Point.self, from: Data("{}".utf8)) }
        #expect(error?.code == .missingValue)
    }

    private class Base: Decodable {
        init() {}
        required init(from decoder: any Decoder) throws {}
    }

    private final class Derived: Base {
        var x = 0
        private enum Key: CodingKey { case x, base }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            x = try container.decode(Int.self, forKey: .x)
            try super.init(from: container.superDecoder())
            _ = try Base(from: container.superDecoder(forKey: .base))
        }
    }

    @Test("A superclass that has nothing to decode needs no key")
    func superDecoders() throws {
        #expect(try JSONFormat().decode(Derived.self, from: Data(#"{"x":7}"#.utf8)).x == 7)
    }
}
