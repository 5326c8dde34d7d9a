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
            "@Model final class Item<Value>: BaseModel {\n    \(plain)\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    let constant = 1\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    @Transform(.date(.day)) var day = Date()\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    @Lenient var parts: [Int] = []\n}",
            "@Model final class Item: BaseModel {\n    \(plain)\n    @available(*, deprecated) var old = 1\n}",
            """
            @Model final class Item: BaseModel {
                \(plain)
                override func encode(with encoder: ModelEncoder) throws {}
            }
            """,
        ])
    func stored(_ source: String) {
        let written = rows(of: source)
        #expect(written.first == "\"text\", \\Item.text, isStored: true")
        #expect(written.count > 1)
        #expect(written.allSatisfy { $0.hasSuffix(", isStored: true") })
    }

    @Test("An optional says whether its nil has to be written")
    func nilDefault() {
        let source = "@Model final class Item: BaseModel {\n    \(Self.plain)\n    var other: Int?\n}"
        #expect(
            rows(of: source) == [
                "\"text\", \\Item.text, isStored: true",
                "\"number\", \\Item.number, key: ModelCore.PropertyKey(\"n\"), isNilDefault: false, isStored: true",
                "\"other\", \\Item.other, isStored: true",
            ])
    }

    @Test(
        "None that calls something, is weak, or holds Any; the others of the class remain so",
        arguments: [
            "var other = 1 { didSet {} }", "var other = 1 { willSet {} }", "@Wrapped var other = 1",
            "@objc var other = 1", "@Relationship var other: Item?", "weak var other: Item?", "var other: Any?",
            "@Key var other: Int { get { 1 } set {} }",
        ])
    func others(_ property: String) {
        let written = rows(of: "@Model final class Item: BaseModel {\n    \(Self.plain)\n    \(property)\n}")
        #expect(written.count == 3)
        #expect(written.first == "\"text\", \\Item.text, isStored: true")
        #expect(written.last?.contains("\"other\", \\Item.other") == true)
        #expect(written.last?.contains("isStored") == false)
    }

    @Test("In a class that can be inherited from, only those that are final")
    func overridable() {
        let source = "@Model class Item: BaseModel {\n    final var text = \"\"\n    var number = 1\n}"
        #expect(rows(of: source) == ["\"text\", \\Item.text, isStored: true", "\"number\", \\Item.number"])
    }

    @Test(
        "None of a class in which all can be overridden, or whose attributes may store them elsewhere",
        arguments: ["@Model class Item", "@Model open class Item", "@Observable @Model final class Item"])
    func none(_ head: String) {
        let written = rows(of: "\(head): BaseModel {\n    \(Self.plain)\n}")
        #expect(written.first == "\"text\", \\Item.text")
        #expect(!written.contains { $0.contains("isStored") })
    }
}
#endif
