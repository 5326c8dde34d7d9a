#if Macros
import Testing

@Suite("Codable beside @Model")
struct CodableTests {
    private static let model = """
        Coders other than this library's lose a model's subclass, keys, defaults and shared objects: declare the types around \
        it with @Model and not as Codable, or write init(from:) and encode(to:) for other coders
        """

    @Test("A class is warned of, unless it has code for other coders")
    func classes() {
        for (source, column) in [
            ("class Box: BaseModel, Codable {}", 30), ("class Box: BaseModel, Hashable & Codable {}", 30),
            ("final class Box: Other, Swift.Encodable {}", 32), ("class Box<T>: BaseModel, Decodable {}", 33),
        ] {
            #expect(diagnostics(of: "@Model " + source) == ["1:\(column) " + Self.model])
        }
        for member in [
            "required init(from decoder: any Decoder) throws {}", "func encode(to encoder: any Encoder) throws {}",
            "#if X\nfunc encode(to encoder: any Encoder) throws {}\n#endif",
        ] {
            #expect(diagnostics(of: "@Model class Box: BaseModel, Codable {\n\(member)\n}") == [])
        }
        #expect(diagnostics(of: "@Model class Box: Base {}") == [])
        #expect(diagnostics(of: "class Box: BaseModel, Codable {}") == [])
    }

    private func said(_ source: String) -> [String] { diagnostics(of: source) }

    private static func record(_ lost: String) -> String {
        """
        Coders other than this library's ignore \(lost): declare the types around it with @Model and not as Codable, or write \
        init(from:) and encode(to:) for other coders
        """
    }

    @Test("A struct is warned of if other coders ignore something of it")
    func structs() {
        #expect(said("@Model struct Place: Codable { var x = 1 }") == [])
        #expect(said("@Model struct Place: Hashable, Codable { @Key(\"X\") var x = 1 }") == ["1:32 " + Self.record("@Key")])
        #expect(
            said("@Model(keys: .snakeCase) struct Place: Codable { @Transform(.hex) var x = 1; @Default(null: .refuse) var y = 1 }")
                == ["1:40 " + Self.record("'keys', @Transform and @Default")])
        #expect(
            said("@Model struct Place: Codable { @Key(\"X\") var x = 1; func encode(to encoder: any Encoder) throws {} }") == [])
    }

    @Test("An enum is warned of if other coders write its cases otherwise")
    func enums() {
        #expect(said("@Model enum Shape: Codable { case circle(radius: Double) }") == [])
        #expect(
            said("@Model enum Shape: Codable { case none, circle(Double) }")
                == ["1:20 " + Self.record("that a case without values is a text and that a value without a label has no key")])
        #expect(
            said("@Model(tag: \"kind\") enum Shape: Codable { @Key(\"c\") case circle(radius: Double) }")
                == ["1:33 " + Self.record("the form of the cases and @Key")])
    }
}
#endif
