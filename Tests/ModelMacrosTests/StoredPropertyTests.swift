#if Macros
import Testing

/// Which properties the library may read and write where they stand in memory.
@Suite("Stored properties")
struct StoredPropertyTests {
    private static let plain = "var text = \"\"\n    @Key(\"n\") var number: Int? = 1"

    @Test(
        "Those that call nothing; the core finds those that a subclass overrides",
        arguments: [
            "@Model final class Item: BaseModel {\n    \(plain)\n}",
            "@Model class Item: BaseModel {\n    final var text = \"\"\n    final private var number = 1\n}",
            "@Model class Item: BaseModel {\n    \(plain)\n}",
            "@Model open class Item: BaseModel {\n    \(plain)\n    @objc var other = 1\n}",
            "@dynamicMemberLookup @Model class Item: BaseModel {\n    \(plain)\n}",
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
            "@Relationship var other: Item?", "weak var other: Item?", "var other: Any?",
            "@Key var other: Int { get { 1 } set {} }",
        ])
    func others(_ property: String) {
        let written = rows(of: "@Model final class Item: BaseModel {\n    \(Self.plain)\n    \(property)\n}")
        #expect(written.count == 3)
        #expect(written.first == "\"text\", \\Item.text, isStored: true")
        #expect(written.last?.contains("\"other\", \\Item.other") == true)
        #expect(written.last?.contains("isStored") == false)
        // A property wrapper may have no setter.
        let set = property.contains("@Wrapped") ? "" : ", set: { (model: Item, value) in model.other = value }"
        #expect(written.last?.hasSuffix(").accessed(get: { (model: Item) in model.other }\(set)") == true)
    }

    @Test("None of a class whose attributes may store them elsewhere")
    func none() {
        let written = rows(of: "@Observable @Model final class Item: BaseModel {\n    \(Self.plain)\n}")
        #expect(
            written.first == """
                "text", \\Item.text).accessed(get: { (model: Item) in model.text }, \
                set: { (model: Item, value) in model.text = value }
                """)
        #expect(!written.contains { $0.contains("isStored") })
    }

    @Test("The names of the properties that a class overrides, if it overrides any member of its instances")
    func overridden() {
        func modelClass(_ members: String) -> String {
            let line = expansion(of: "@Model class Item: Other {\n\(members)\n}").split(separator: "\n")
                .first { $0.contains("ModelCore.ModelClass(") } ?? ""
            return line.split(separator: "overrides: ").last.map(String.init) ?? ""
        }
        #expect(modelClass("    var own = 1\n    override class var resourceFile: String? { nil }") == "[])")
        #expect(modelClass("    override func setUp() {}") == "[])")
        #expect(modelClass("    override func draw() {}") == "[], overriddenProperties: [])")
        #expect(
            modelClass("    override var name: String { didSet {} }\n    #if DEBUG\n    override var a: Int { get { 1 } set {} }\n    #endif")
                == "[], overriddenProperties: [\"name\", \"a\"])")
    }
}
#endif
