import Foundation
import ModelCore
import TestSupport
import Testing

@testable import PlistFormat

/// Text in the style of OpenStep that is written.
struct OpenStepWritingTests {
    private let format = FileFormat.openStepPropertyList

    private func text(_ value: some ModelValue, _ lists: PlistFormat = PlistFormat(indentation: .none)) throws -> String
    {
        String(decoding: try lists.encode(value, as: format), as: UTF8.self)
    }

    @Test(
        "Texts have quotes where other readers need them",
        arguments: [
            ("a", "a"), ("a.b/c_d$1", "a.b/c_d$1"), ("/", "/"), ("007", "007"), ("", #""""#), ("a b", #""a b""#),
            ("a-b", #""a-b""#),
            ("a//b", #""a//b""#), ("/*", #""/*""#), ("é", #""é""#), ("😀", #""😀""#), ("it's", #""it's""#),
            ("<00>", #""<00>""#),
            ("\"\\\n\r\t\u{7}\u{8}\u{B}\u{C}\u{0}\u{1B}\u{7F}", #""\"\\\n\r\t\a\b\v\f\U0000\U001b\U007f""#),
            ("\u{2028}", "\"\u{2028}\""),
        ])
    func texts(_ value: String, _ expected: String) throws {
        #expect(try text(value) == expected)
        #expect(try text([value: value]) == "{ \(expected) = \(expected); }")
        #expect(
            try PlistFormat().decode([String: String].self, from: Data("{ \(expected) = \(expected); }".utf8)) == [
                value: value
            ])
        #expect(try PlistFormat().decode(String.self, from: Data(expected.utf8), as: format) == value)
    }

    @Test("Any text comes back")
    func anyText() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            var value = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let most: UInt32 = [0x20, 0x7F, 0x7FF, 0x10FFFF].randomElement(using: &random) ?? 0
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &random)) {
                    value.unicodeScalars.append(scalar)
                }
            }
            let written = try PlistFormat().encode([value], as: format)
            let read = try PlistFormat().decode([String].self, from: written, as: format)
            #expect(read.first.map { Array($0.utf8) } == Array(value.utf8))
        }
    }

    @Test("What the style lacks becomes text, which a declared type reads back")
    func otherTypes() throws {
        let rich = Rich()
        rich.text = "a b"
        rich.flag = true
        rich.count = -42
        rich.ratio = 0.1
        rich.date = Date(timeIntervalSinceReferenceDate: 0.125)
        rich.url = URL(string: "http://example.com/a")
        rich.set = ["x", "y"]
        let data = try PlistFormat().encode(rich, as: format)
        #expect(PlistFormat().detect(data)?.format.style == format.style)
        let document = try PlistFormat().document(from: data)
        #expect(document["flag"]?.stringValue == "YES" && document["count"]?.stringValue == "-42")
        #expect(document["ratio"]?.stringValue == "0.1" && document["date"]?.stringValue == "2001-01-01T00:00:00.125Z")
        let back = try PlistFormat().decode(Rich.self, from: data, as: format)
        #expect(back.text == "a b" && back.flag && back.count == -42 && back.ratio == 0.1 && back.set == ["x", "y"])
        #expect(back.date == rich.date && back.url == rich.url)
        #expect(try text([Float(0.1), .infinity, -0.0]) == #"(0.1, inf, "-0.0")"#)
        #expect(try text([UInt64.max]) == "(18446744073709551615)")
        let digits = "12345678901234567890123456789012345678901234567890.5"
        #expect(try text(plist.document(from: xml("<real>\(digits)</real>"))) == digits)
        #expect(try text([Data([0, 255, 1, 2, 3]), Data()]) == "(<00ff0102 03>, <>)")
        #expect(try text(Decimal(string: "1.50") ?? 0) == "1.5")
    }

    @Test("Null is an error, with its path")
    func null() throws {
        let error = failure { _ = try text(ModelDocument(encoding: ["a": [1, nil]] as [String: [Int?]])) }
        #expect(
            error?.code == .unrepresentableValue && error?.path.description == "a[1]"
                && error?.format?.displayName == "OpenStep property list")
    }

    @Test("Containers, in lines and in one")
    func containers() throws {
        let document = try PlistFormat().document(from: Data("{ a = (b, (), { c = d; e = {}; }); f = g; }".utf8))
        #expect(try text(document) == "{ a = (b, (), { c = d; e = {}; }); f = g; }")
        let lines = "{\n\ta = (\n\t\tb,\n\t\t(),\n\t\t{\n\t\t\tc = d;\n\t\t\te = {};\n\t\t}\n\t);\n\tf = g;\n}\n"
        #expect(try text(document, PlistFormat()) == lines)
        #expect(try text(document, PlistFormat(indentation: .spaces(2))) == lines.replacing("\t", with: "  "))
        var sorted = document
        try sorted.set(.string("x"), at: ["B"])
        #expect(try text(sorted, PlistFormat(indentation: .none, sortsKeys: true)).hasPrefix("{ B = x; a = "))
        #expect(
            try text(ModelDocument(encoding: [String]())) == "()"
                && text(ModelDocument(encoding: [String: Int]())) == "{}")
    }

    @Test("Limits hold: the size of the file, the depth, and the indentation of deep values")
    func limits() throws {
        let long = [String](repeating: "word", count: 100_000)
        let error = failure { _ = try PlistFormat().encode(long, as: format, limits: DecodingLimits(bytes: 10_000)) }
        #expect(error?.code == .bytesExceeded)
        let deep = try PlistFormat().document(
            from: Data((String(repeating: "(", count: 500) + String(repeating: ")", count: 500)).utf8))
        #expect(try PlistFormat().encode(deep, as: format).count < 500 * 2 * 70)
        let refusal = failure { _ = try PlistFormat().encode(deep, as: format, limits: DecodingLimits(depth: 100)) }
        #expect(refusal?.code == .depthExceeded)
    }

    @Test("An object's class is its first key, and a dictionary's own key isn't")
    func classes() throws {
        let document = try PlistFormat().document(from: Data("{ list = ({ $class = Page; a = b; }); }".utf8))
        #expect(document["list"]?[0]?.className == "Page")
        #expect(try text(document) == "{ list = ({ $class = Page; a = b; }); }")
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        try builder.key("$class")
        try builder.append("x")
        try builder.end()
        let plain = try builder.finish()
        #expect(try PlistFormat().document(from: PlistFormat().encode(plain, as: format)) == plain)
    }

    @Test("A class that names the style keeps its file's text")
    func keepsText() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("kid.strings")
        try Data("/* The size. */\n\"size\" = \"3\"; // small\nname = kid;\nextra = 1;\n".utf8).write(
            to: URL(fileURLWithPath: path))
        let child = try Child.load(fromFile: path)
        #expect(child.size == 3 && child.name == "kid")
        child.size = 5
        try child.write(toFile: path, format: .openStepPropertyList.keepingText)
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "/* The size. */\n\"size\" = \"5\"; // small\nname = kid;\nextra = 1;\n")
    }
}
