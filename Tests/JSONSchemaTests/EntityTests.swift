import Foundation
import JSONFormat
import JSONSchema
import ModelCore
import Modelmatic
import TestSupport
import Testing

@Suite("Entities")
struct EntityTests {
    private static func model(_ content: String) throws -> DataModel {
        let type = "com.apple.IDECoreDataModeler.DataModel"
        return try DataModel(data: Data("<model type=\"\(type)\" documentVersion=\"1.0\">\(content)</model>".utf8))
    }

    private let library: DataModel

    init() throws {
        library = try Self.model(
            """
            <entity name="Item" isAbstract="YES">
                <attribute name="price" attributeType="Decimal"/>
                <attribute name="stock" attributeType="Integer 16" defaultValueString="1"/>
            </entity>
            <entity name="Book" parentEntity="Item">
                <attribute name="title" attributeType="String"><userInfo>
                    <entry key="jsonKeyPath" value="names.main.title"/>
                </userInfo></attribute>
                <attribute name="subtitle" optional="YES" attributeType="String"><userInfo>
                    <entry key="externalKeyPath" value="names.sub"/>
                </userInfo></attribute>
                <attribute name="pages" optional="YES" attributeType="Integer 32"/>
                <attribute name="size" optional="YES" attributeType="Integer 64"/>
                <attribute name="weight" optional="YES" attributeType="Double"/>
                <attribute name="height" optional="YES" attributeType="Float"/>
                <attribute name="isSold" attributeType="Boolean" defaultValueString="NO"/>
                <attribute name="printed" optional="YES" attributeType="Date" defaultValueString="0"/>
                <attribute name="cover" optional="YES" attributeType="Binary"/>
                <attribute name="identifier" optional="YES" attributeType="UUID"/>
                <attribute name="link" optional="YES" attributeType="URI"/>
                <attribute name="extra" attributeType="Transformable" transient="YES"/>
                <relationship name="author" maxCount="1" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
                <relationship name="sequel" optional="YES" maxCount="1" destinationEntity="Book" inverseName="prequel" inverseEntity="Book"/>
                <relationship name="prequel" maxCount="1" destinationEntity="Book" inverseName="sequel" inverseEntity="Book"/>
                <relationship name="tags" optional="YES" toMany="YES" maxCount="2" destinationEntity="Tag"/>
            </entity>
            <entity name="Author">
                <attribute name="name" attributeType="String"/>
                <relationship name="books" toMany="YES" minCount="1" destinationEntity="Book" inverseName="author" inverseEntity="Book"><userInfo>
                    <entry key="jsonKeyPath" value="works.books"/>
                </userInfo></relationship>
            </entity>
            <entity name="Tag"><attribute name="word" attributeType="String"/></entity>
            """)
    }

    @Test("What JSON of a model's objects has to be")
    func objects() throws {
        let book = #"{"names": {"main": {"title": "Emma"}}, "price": 1.5}"#
        func with(_ more: String) -> String { String(book.dropLast()) + ", " + more + "}" }
        func author(_ books: String) -> String { #"{"name": "Jane", "works": {"books": [\#(books)]}}"# }
        let full = with(
            """
            "stock": 32767, "pages": null, "size": 9223372036854775807, "weight": 1, "height": 0.5, "isSold": true,
            "printed": "2001-01-01T00:00:00Z", "cover": "AQID", "identifier": "00000000-0000-0000-0000-000000000000",
            "link": "https://example.com", "extra": {"any": 1}, "sequel": \(book), "tags": [{"word": "a"}], "more": 1
            """)
        try Python.check([
            .init(
                JSONSchema(of: #require(library["Book"])),
                fitting: [book, full, with(#""sequel": null, "tags": null"#), with(#""author": "not looked at""#)],
                wrong: [
                    "{}", #"{"names": {"main": {"title": "Emma"}}}"#, #"{"names": null, "price": 1}"#,
                    #"{"names": {}, "price": 1}"#, #"{"names": {"main": {"title": null}}, "price": 1}"#,
                    with(#""stock": 32768"#), with(#""stock": null"#), with(#""pages": 2147483648"#),
                    with(#""size": 0.5"#), with(#""weight": "1""#), with(#""isSold": 1"#), with(#""printed": 5"#),
                    with(#""cover": "!""#), with(#""identifier": "x""#), with(#""link": 1"#),
                    with(#""sequel": {"price": 1}"#), with(#""tags": [1]"#),
                    with(#""tags": [{"word": "a"}, {"word": "b"}, {"word": "c"}]"#), with(#""tags": {}"#),
                ]),
            .init(
                JSONSchema(of: #require(library["Author"]), id: "https://example.com/author"),
                fitting: [author(book), author(full)],
                wrong: [author(""), author("{}"), #"{"name": "Jane"}"#, #"{"name": "Jane", "works": {"books": null}}"#]),
        ])
    }

    @Test("Parents, defaults and other entities stand where they belong")
    func document() throws {
        let schema = try JSONSchema(of: #require(library["Author"]), in: JSONFormat(dates: .secondsSince1970)).document
        #expect(schema["title"]?.stringValue == "Author" && schema["$ref"]?.stringValue == "#/$defs/Author")
        #expect(schema["$defs"]?.keys == ["Author", "Book", "Item", "Tag"])
        let book = try #require(schema["$defs"]?["Book"])
        #expect(book["allOf"]?[0]?["$ref"]?.stringValue == "#/$defs/Item")
        #expect(book["properties"]?["printed"]?["default"]?.intValue == 978_307_200)
        #expect(book["properties"]?["isSold"]?["default"]?.boolValue == false)
        #expect(book["properties"]?["author"] == nil)
        #expect(book["required"]?.elements.map(\.stringValue) == ["names"])
        let plain = try JSONSchema(of: #require(library["Book"]), in: JSONFormat(keys: .snakeCase)).document
        let printed = plain["$defs"]?["Book"]?["properties"]?["printed"]
        #expect(printed?["default"]?.stringValue?.hasPrefix("2001-01-01T00:00:00") == true)
        #expect(plain["$defs"]?["Book"]?["properties"]?["is_sold"] != nil)
    }

    #if Macros
    @Model final class Painter: BaseModel {
        var fullName: String? = "Frida"
        var born: Date?
        @Relationship(inverse: \Painting.painter) var paintings: [Painting] = []
    }
    @Model final class Painting: BaseModel {
        var year: Int16 = 1939
        @Relationship weak var painter: Painter?
    }

    @Test("An entity's schema and that of its class fit what the model's mapping writes")
    func mapping() throws {
        let model = try Self.model(
            """
            <entity name="Painter" representedClassName="EntityTests.Painter">
                <attribute name="fullName" attributeType="String"><userInfo>
                    <entry key="jsonKeyPath" value="name.full"/>
                </userInfo></attribute>
                <attribute name="born" optional="YES" attributeType="Date"/>
                <relationship name="paintings" toMany="YES" destinationEntity="Painting" inverseName="painter" inverseEntity="Painting"/>
            </entity>
            <entity name="Painting" representedClassName="EntityTests.Painting">
                <attribute name="year" attributeType="Integer 16"/>
                <relationship name="painter" maxCount="1" destinationEntity="Painter" inverseName="paintings" inverseEntity="Painter"/>
            </entity>
            """)
        let json = JSONFormat(dates: .day)
        let format = try json.mapped(by: model.mapping())
        let painter = Painter()
        painter.born = Date(timeIntervalSince1970: -2_000_000_000)
        painter.paintings = [Painting(), Painting()]
        let written = String(decoding: try format.encode(painter), as: UTF8.self)
        let wrong = [
            #"{"name": {"full": 1}, "paintings": []}"#, #"{"name": {"full": "F"}, "paintings": [{"year": "x"}]}"#,
            #"{"name": {"full": "F"}, "paintings": [], "born": 1}"#,
        ]
        try Python.check([
            .init(JSONSchema(of: #require(model["Painter"]), in: json), fitting: [written], wrong: wrong),
            .init(JSONSchema(of: Painter.self, in: json, mappedBy: model.mapping()), fitting: [written, "{}"], wrong: wrong),
        ])
    }
    #endif

    @Test("A path that is none, or that has no end, is an error")
    func paths() throws {
        func schema(_ path: String) throws -> JSONSchema {
            let model = try Self.model(
                """
                <entity name="A"><attribute name="b" attributeType="String"><userInfo>
                    <entry key="jsonKeyPath" value="\(path)"/>
                </userInfo></attribute><attribute name="c" optional="YES" attributeType="Integer 16"><userInfo>
                    <entry key="jsonKeyPath" value="x"/>
                </userInfo></attribute></entity>
                """)
            return try JSONSchema(of: #require(model["A"]))
        }
        for (path, code) in [
            ("a..b", ModelError.Code.invalidKey), ("a[0]", .invalidKey),
            // Slow to compare, the more the longer it is.
            ("a" + String(repeating: "\u{301}\u{316}", count: 300), .invalidKey),
            (Array(repeating: "a", count: 100_000).joined(separator: "."), .depthExceeded),
        ] {
            #expect { try schema(path) } throws: {
                ($0 as? ModelError)?.code == code && ($0 as? ModelError)?.path.description == "A.b"
            }
        }
        // Several attributes may be made of one value.
        try Python.check([
            .init(schema("x.y"), fitting: [], wrong: [#"{"x": {"y": "a"}}"#, #"{"x": 1}"#, "{}"]),
            .init(schema("x"), wrong: ["{}", #"{"x": "a"}"#, #"{"x": 1}"#]),
            .init(schema("z"), fitting: [#"{"z": "a", "x": 1}"#], wrong: [#"{"x": 1}"#]),
        ])
    }
}
