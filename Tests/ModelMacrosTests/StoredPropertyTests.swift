#if Macros
import Testing

/// Which properties the library may read and write where they stand in memory.
@Suite("Stored properties")
struct StoredPropertyTests {
    private static let plain = "var text = \"\"\n    @Key(\"n\") var number: Int? = 1"

    @Test(
        "Those that nothing can override, and that call nothing",
        arguments: [
            "@Model final class Item: BaseModel {\n    \(plain)\n}",
            "@Model class Item: BaseModel {\n    final var text = \"\"\n    final private var number = 1\n}",
            "@available(macOS 15, *) @Model final class Item: Other {\n    \(plain)\n    @Transient var other = 0\n}",
            "@Model final class Item: BaseModel {\n    #if DEBUG\n    \(plain)\n    #endif\n}",
        ])
    func stored(_ source: String) {
        let text = expansion(of: source)
        #expect(text.contains("overrides: [], isStored: true)"))
        #expect(text.contains("unsafe ModelCore.ModelProperty(stored: \"text\", \\Item.text)"))
        #expect(!text.contains("described:"))
    }

    @Test("An optional says whether its nil has to be written")
    func nilDefault() {
        let text = expansion(of: "@Model final class Item: BaseModel {\n    \(Self.plain)\n    var other: Int?\n}")
        #expect(text.contains("key: ModelCore.PropertyKey(\"n\"), isNilDefault: false))"))
        #expect(text.contains("(stored: \"other\", \\Item.other))"))
    }

    @Test(
        "None of a class of which one isn't so",
        arguments: [
            "@Model class Item: BaseModel {\n    \(plain)\n}",
            "@Model class Item: BaseModel {\n    final var text = \"\"\n    var number = 1\n}",
            "@Model final class Item<Value>: BaseModel {\n    \(plain)\n}",
            "@Observable @Model final class Item: BaseModel {\n    \(plain)\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    var seen = 1 { didSet {} }\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    var seen = 1 { willSet {} }\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    @Wrapped var wrapped = 1\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    @Transform(.date(.day)) var day = Date()\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    @Relationship var other: Item?\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    weak var other: Item?\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    var any: Any?\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    let constant = 1\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    @Key var computed: Int { get { 1 } set {} }\n}",
            """
            @Model final class Item: BaseModel {
                \(plain)
                override func decodeProperties(from decoder: ModelDecoder) throws {}
            }
            """,
            """
            @Model final class Item: BaseModel {
                \(plain)
                override func encodeProperties(to encoder: ModelEncoder) throws {}
            }
            """,
        ])
    func others(_ source: String) {
        let text = expansion(of: source)
        #expect(!text.contains("isStored"))
        #expect(!text.contains("stored:"))
        #expect(text.contains("(described: \"text\", \\Item.text)"))
    }
}
#endif
