import FormatSupport
import Foundation
import ModelCore
import PropertyListCodec
import TestSupport
import Testing

@testable import PlistFormat

/// Every type and its edges, there and back.
struct RoundTripTests {
    private func same<Value: ModelValue & Equatable>(_ value: Value, _ comment: Comment? = nil) throws {
        for format in bothFormats {
            let data = try plist.encode(value, as: format)
            #expect(try plist.decode(Value.self, from: data, as: format) == value, comment)
            #expect(plist.detect(data)?.format == format)
        }
    }

    @Test func integers() throws {
        for value in [Int.min, -1, 0, 1, 127, 128, 255, 256, 65535, 65536, 4_294_967_295, 4_294_967_296, Int.max] { try same(value) }
        for value in [UInt64.max, UInt64(Int64.max) + 1, 0] { try same(value) }
        for value in [Int8.min, Int8.max] { try same(value) }
        try same(true)
        try same([false, true, true])
    }

    @Test func reals() throws {
        for value in [0.0, 0.1, 1, -1.5, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .leastNormalMagnitude, 1e21, 1e-7, .infinity, -.infinity] {
            try same(value)
        }
        for value in [Float(0.1), 16_777_216, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity] { try same(value) }
        for format in bothFormats {
            let zero = try plist.decode(Double.self, from: plist.encode(-0.0, as: format))
            #expect(zero.sign == .minus)
            #expect(try plist.decode(Double.self, from: plist.encode(Double.nan, as: format)).isNaN)
            #expect(try plist.decode(Float.self, from: plist.encode(Float.nan, as: format)).isNaN)
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let value = Double(bitPattern: generator.next())
            if value.isFinite { try same(value) }
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            if float.isFinite { try same(float) }
        }
        try same(Decimal(string: "3.14159265358979323846264338327950288") ?? 0)
        try same(Decimal(string: "-0.1") ?? 0)
    }

    @Test func texts() throws {
        try same("")
        try same("$null")
        try same(" leading and trailing ")
        try same("a\r\nb\rc\n")
        try same("&amp; ]]> <![CDATA[ <!-- é \u{1F600} \u{10FFFF} \u{FFFD} \u{7F} \u{85}")
        try same("control \u{0}\u{1}\u{1F} \u{FFFE}\u{FFFF}")
        try same(String(repeating: "ä long text ", count: 1000))
        try same(["", "a", "\u{2028}", "\u{8}"])
        for count in 0..<40 {
            for special in ["&", "<", ">", "\r", "é", "\u{FFFE}", "\u{0}"] {
                try same(String(repeating: "x", count: count) + special + "yz")
            }
        }
    }

    @Test func bytesAndDates() throws {
        for count in [0, 1, 2, 3, 14, 15, 16, 57, 58, 300] { try same(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })) }
        for seconds in [0, 0.5, 0.1, -0.1, 542_911_754.125, -63_113_904_000, 1e10, -1e12, 1e300, 252_423_993_599] {
            try same(Date(timeIntervalSinceReferenceDate: seconds))
            try same([Date(timeIntervalSinceReferenceDate: seconds)])
        }
    }

    @Test func otherScalars() throws {
        try same(try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")))
        try same(try #require(URL(string: "https://example.com/a%20b?c=d#e")))
        let relative = try #require(URL(string: "page?x", relativeTo: URL(string: "https://example.com/dir/")))
        for format in bothFormats {
            let back = try plist.decode(URL.self, from: plist.encode(relative, as: format))
            #expect(back.relativeString == "page?x")
            #expect(back.baseURL?.absoluteString == "https://example.com/dir/")
        }
        try same(CGPoint(x: 1.5, y: -2))
        try same(CGRect(x: 0, y: 1, width: 2, height: 3))
        try same(NSRange(location: 3, length: 4))
        try same(3..<9)
        try same(IndexSet([1, 2, 5]))
    }

    @Test func containers() throws {
        try same([[1], [], [2, 3]])
        try same([Int?.none, 1, nil])
        try same([Date?.none, Date(timeIntervalSinceReferenceDate: 0.25)])
        try same(["a": Int?.none, "b": 2])
        try same([1: "one", -2: "minus two"])
        try same(Set(["b", "a"]))
        try same([String: [String: [Int]]]())
        try same(["$class": "text"])
        try same(["$class": "text", "a": "b"])
        try same(["a&b": 1, "<": 2, "": 3, "é": 4])
    }

    @Test("A dictionary's own key $class makes no object of it, whose class would have that name", arguments: bothFormats, [false, true])
    func dictionaryWithClassKey(_ format: FileFormat, sortsKeys: Bool) throws {
        let entry = { (key: String) in (ModelNode.scalar(.string(key)), ModelNode.scalar(.string("x"))) }
        let object = ModelNode.object(ObjectNode(CodedClass(name: "Thing"), [("b", .scalar(.string("x")))]))
        let dictionary = ModelNode.dictionary(DictionaryNode([entry("$class"), entry("b")]))
        let behind = ModelNode.dictionary(DictionaryNode([entry("a"), entry("$class")]))
        let node = ModelNode.array(ArrayNode([dictionary, object, behind, dictionary]))
        let provider = PlistFormat(sortsKeys: sortsKeys)
        let content = try provider.encode(node, as: format)
        let back = try provider.decode(ModelNode.self, from: content, as: format)
        #expect((0..<4).map { back[$0]?.kind } == [.dictionary, .object, .dictionary, .dictionary])
        #expect(back[0]?["$class"]?.stringValue == "x")
        #expect(back[1]?["b"]?.stringValue == "x")
        #expect(try sortsKeys || provider.encode(back, as: format) == content)
    }

    @Test("A key that earlier versions escaped, as an entity or in UTF-16, is the dictionary's own")
    func escapedEarlier() throws {
        var writer = BinaryPropertyListWriter()
        let entries = [writer.append(wide: "$class"), writer.append("Thing")]
        let root = writer.append(dictionary: entries.span)
        let files = [xml("<dict><key>&#36;class</key><string>Thing</string></dict>"), try writer.finish(top: root)]
        for file in files {
            #expect(try plist.decode([String: String].self, from: file) == ["$class": "Thing"])
            #expect(try plist.document(from: file).root.className == nil)
        }
    }

    /// Data of any content stays data where the property is data.
    @Test func dataThatLooksLikeAnArchive() throws {
        let archive = try KeyedArchive().encode(ModelNode.scalar(.string("inside")))
        try same(archive)
        try same([archive, Data("bplist00".utf8), Data("<?xml".utf8), Data("bplist00 and more that is no archive at all".utf8)])
        let null = try KeyedArchive().encode(ModelNode.null)
        try same([null, nil, try KeyedArchive().encode(ModelNode.scalar(.data(null)))])
        let model = Everything()
        model.data = try KeyedArchive().encode(ModelNode.scalar(.date(Date(timeIntervalSinceReferenceDate: 1))))
        model.datas = [archive]
        let blob = Blob()
        blob.data = model.data
        blob.date = Date(timeIntervalSinceReferenceDate: 0.1)
        for format in bothFormats {
            let copy: Blob = try plist.decode(from: plist.encode(blob, as: format))
            #expect(copy.data == blob.data)
            #expect(copy.date == blob.date)
            let back: Everything = try plist.decode(from: plist.encode(model, as: format))
            #expect(back.data == model.data)
            #expect(back.datas == [archive])
        }
    }

    @Test(arguments: bothFormats)
    func everythingInOneModel(format: FileFormat) throws {
        let model = Everything()
        model.bool = true
        model.int = -5
        model.int8 = -128
        model.uint64 = .max
        model.float = 0.3
        model.double = .pi
        model.decimal = Decimal(string: "0.1") ?? 0
        model.string = "a\u{0}b"
        model.data = Data([0, 255])
        model.date = Date(timeIntervalSinceReferenceDate: 0.1)
        model.url = URL(string: "file:///tmp/x")
        model.point = CGPoint(x: 1, y: 2)
        model.range = NSRange(location: 1, length: 2)
        model.indexes = [4]
        model.optionals = [nil, 3]
        model.dates = [nil, model.date]
        model.named = ["x": nil as Int?, "y": 4]
        model.numbered = [10: "ten"]
        model.set = [2, 1]
        model.any = ["list": [1, "two", 3.5, true] as [Any], "date": model.date, "url": "plain"] as [String: Any]
        let data = try plist.encode(model, as: format)
        let back: Everything = try plist.decode(from: data)
        #expect(try plist.encode(back, as: format) == data)
        #expect(back.uint64 == .max)
        #expect(back.float == 0.3)
        #expect(back.string == "a\u{0}b")
        #expect(back.date == model.date)
        #expect(back.optionals == [nil, 3])
        #expect(back.point == model.point)
        #expect(back.indexes == model.indexes)
        let any = try #require(back.any as? [String: Any])
        #expect(any["date"] as? Date == model.date)
        #expect((any["list"] as? [Any])?.count == 4)
    }

    @Test(arguments: bothFormats)
    func subclassesKeepTheirClass(format: FileFormat) throws {
        var classes = ClassRegistry()
        classes.add(Circle.self)
        classes.add(Shape.self)
        try ClassRegistry.withClasses(classes) {
            let drawing = Drawing()
            let circle = Circle()
            circle.radius = 2
            drawing.shapes = [Shape(), circle]
            drawing.main = circle
            let data = try plist.encode(drawing, as: format)
            let back: Drawing = try plist.decode(from: data)
            #expect(back.shapes.map { "\(type(of: $0))" } == ["Shape", "Circle"])
            #expect((back.main as? Circle)?.radius == 2)
            let node = try node(data)
            #expect(text(node).hasPrefix("{string(\"shapes\"): [{string(\"name\")"))
            #expect(text(node).contains("Circle(name: string(\"\"), radius: double(2.0))"))
            // The root's class is the reader's business.
            let root: Shape = try plist.decode(from: try plist.encode(circle, as: format))
            #expect(type(of: root) == Shape.self)
        }
    }

    @Test(arguments: bothFormats)
    func nilsAreLeftOut(format: FileFormat) throws {
        #expect(text(try node(try plist.encode(Child(), as: format))) == "{string(\"size\"): int64(0)}")
    }
}
