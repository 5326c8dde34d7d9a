#if Macros
// snippet.drawing
import Foundation
// snippet.end
import HRCoder
// snippet.drawing
import JSONFormat
import ModelCore
// snippet.plistOptions
import PlistFormat
// snippet.end
import Testing

@Suite("Samples: JSON and property lists")
struct FormatSamples {
    // snippet.drawing
    @Model class Shape: BaseModel {
        var name = ""
    }

    @Model("Disc") final class Disc: Shape {
        var radius = 1.0
    }

    @Model final class Drawing: BaseModel {
        var title = ""
        var made: Date?
        var preview = Data()
        var link: URL?
        var identifier = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        var price = Decimal(0)
        var size: CGSize?
        var tags: Set<String> = []
        var shapes: [Shape] = []
    }
    // snippet.end

    static func sample() -> Drawing {
        let drawing = Drawing()
        drawing.title = "Logo"
        drawing.made = Date(timeIntervalSince1970: 1_700_000_000.25)
        drawing.preview = Data([1, 2, 3])
        drawing.link = URL(string: "https://example.com/logo")
        drawing.price = Decimal(string: "19.90") ?? 0
        drawing.tags = ["b", "a"]
        let shape = Shape()
        shape.name = "plain"
        let disc = Disc()
        disc.name = "round"
        drawing.shapes = [shape, disc]
        return drawing
    }

    @Test("JSON: what is written how")
    func json() throws {
        let drawing = Self.sample()
        let text = String(decoding: try JSONFormat(writing: .prettyPrinted).encode(drawing), as: UTF8.self)
        #expect(
            text == """
                {
                  "title": "Logo",
                  "made": "2023-11-14T22:13:20.250Z",
                  "preview": "AQID",
                  "link": "https://example.com/logo",
                  "identifier": "00000000-0000-0000-0000-000000000000",
                  "price": 19.9,
                  "tags": [
                    "a",
                    "b"
                  ],
                  "shapes": [
                    {
                      "name": "plain"
                    },
                    {
                      "$class": "Disc",
                      "name": "round",
                      "radius": 1.0
                    }
                  ]
                }
                """)
        let back = try JSONFormat().decode(Drawing.self, from: Data(text.utf8))
        #expect(back.made == drawing.made && back.price == drawing.price && back.shapes[1] is Disc && back.link == drawing.link)
        drawing.size = CGSize(width: 3, height: 4)
        #expect(try JSONFormat().decode(Drawing.self, from: JSONFormat().encode(drawing)).size == drawing.size)
    }

    @Test("JSON's options")
    func jsonOptions() throws {
        let drawing = Drawing()
        // snippet.jsonOptions
        let compact = try JSONFormat().encode(drawing)
        let readable = try JSONFormat(writing: [.prettyPrinted, .sortedKeys]).encode(drawing)
        let tolerant = JSONFormat(reading: .json5, duplicateKeys: .last)
        let text = "{title: 'Logo', /* a comment */ title: 'New logo',}"
        let edited = try tolerant.decode(Drawing.self, from: Data(text.utf8))
        // snippet.end
        #expect(edited.title == "New logo" && compact.count < readable.count)
        let duplicate = #expect(throws: ModelError.self) {
            try JSONFormat().decode(Drawing.self, from: Data(#"{"title": "a", "title": "b"}"#.utf8))
        }
        #expect(duplicate?.code == .duplicateKey)
    }

    @Test("JSON where the standard leaves the choice", arguments: [
        ("[1e400]", true), ("[-1e400]", true), ("[123123e-10000000]", true), ("[100000000000000000000]", true),
        (#"["\uD800"]"#, false), (#"["\uDd1e\uD834"]"#, false), (#"{"\uDFAA": 0}"#, false),
    ])
    func choices(_ text: String, _ isRead: Bool) throws {
        let document = try? JSONFormat().decode(ModelDocument.self, from: Data(text.utf8))
        #expect((document != nil) == isRead, "\(text): \(document as Any)")
    }

    @Test("JSON's encodings")
    func encodings() throws {
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf32BigEndian] {
            let data = try #require(#"["é"]"#.data(using: encoding))
            #expect(try JSONFormat().decode([String].self, from: data) == ["é"])
        }
        for bytes in [[0xE9], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x81]] as [[UInt8]] {
            let data = Data(#"[""#.utf8) + Data(bytes) + Data(#""]"#.utf8)
            #expect(throws: ModelError.self) { try JSONFormat().decode([String].self, from: data) }
        }
    }

    @Test("Property lists: what is written how")
    func propertyList() throws {
        let drawing = Self.sample()
        drawing.made = Date(timeIntervalSince1970: 1_700_000_000)
        let text = String(decoding: try PlistFormat().encode(drawing), as: UTF8.self)
        let body = try #require(text.split(separator: "<plist version=\"1.0\">\n").last)
        #expect(
            body == """
                <dict>
                \t<key>title</key>
                \t<string>Logo</string>
                \t<key>made</key>
                \t<date>2023-11-14T22:13:20Z</date>
                \t<key>preview</key>
                \t<data>
                \tAQID
                \t</data>
                \t<key>link</key>
                \t<string>https://example.com/logo</string>
                \t<key>identifier</key>
                \t<string>00000000-0000-0000-0000-000000000000</string>
                \t<key>price</key>
                \t<string>19.9</string>
                \t<key>tags</key>
                \t<array>
                \t\t<string>a</string>
                \t\t<string>b</string>
                \t</array>
                \t<key>shapes</key>
                \t<array>
                \t\t<dict>
                \t\t\t<key>name</key>
                \t\t\t<string>plain</string>
                \t\t</dict>
                \t\t<dict>
                \t\t\t<key>$class</key>
                \t\t\t<string>Disc</string>
                \t\t\t<key>name</key>
                \t\t\t<string>round</string>
                \t\t\t<key>radius</key>
                \t\t\t<real>1.0</real>
                \t\t</dict>
                \t</array>
                </dict>
                </plist>

                """)
        let back = try PlistFormat().decode(Drawing.self, from: Data(text.utf8))
        #expect(back.made == drawing.made && back.price == drawing.price && back.shapes[1] is Disc && back.tags == drawing.tags)
    }

    @Test("Property lists' options")
    func propertyListOptions() throws {
        let drawing = Self.sample()
        // snippet.plistOptions
        let xml = try PlistFormat(indentation: .spaces(2), sortsKeys: true, fractionalDates: .rounded).encode(drawing)
        let binary = try PlistFormat().encode(drawing, as: .binaryPropertyList)
        let old = try PlistFormat().decode(Drawing.self, from: Data("{ title = Logo; tags = (a, b); }".utf8))
        // snippet.end
        #expect(String(decoding: xml, as: UTF8.self).contains("<date>2023-11-14T22:13:20Z</date>"))
        #expect(binary.starts(with: "bplist00".utf8) && old.title == "Logo" && old.tags == ["a", "b"])
        let data = Data("{ title = Sketch; title = Logo; }".utf8)
        // snippet.plistDuplicates
        let list = try PlistFormat(duplicateKeys: .last).decode(Drawing.self, from: data)
        // snippet.end
        #expect(list.title == "Logo")
        // By default the fraction is kept.
        #expect(try PlistFormat().decode(Drawing.self, from: PlistFormat().encode(drawing)).made == drawing.made)
        #expect(try PlistFormat().decode(Drawing.self, from: binary).made == drawing.made)
        drawing.size = CGSize(width: 3, height: 4)
        #expect(try PlistFormat().decode(Drawing.self, from: PlistFormat().encode(drawing)).size == drawing.size)
    }

    @Test("Plain formats don't name the root's class")
    func root() throws {
        let disc = Disc()
        disc.name = "round"
        for provider in [JSONFormat(), PlistFormat()] as [any FormatProvider] {
            let data = try provider.encode(disc as Shape)
            #expect(String(decoding: data, as: UTF8.self).contains("Disc") == false)
            #expect(try !(provider.decode(Shape.self, from: data) is Disc))
        }
        #expect(try KeyedArchive().decode(Shape.self, from: KeyedArchive().encode(disc as Shape)) is Disc)
    }

    @Test("Old archives")
    func archives() throws {
        let list = [Self.sample()]
        let data = try KeyedArchive().encode(list)
        #expect(data.starts(with: "bplist00".utf8))
        // snippet.anyArchive
        let document = try KeyedArchive().document(from: data)
        print(document[0]?["title"]?.stringValue ?? "")
        let readable = try HRCoder().encode(document, as: .hrCodedJSON)
        // snippet.end
        #expect(String(decoding: readable, as: UTF8.self).contains("Logo"))
        #expect(document[0]?["title"]?.stringValue == "Logo")
    }
}
#endif
