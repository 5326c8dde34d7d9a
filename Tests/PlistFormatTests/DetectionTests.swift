import FormatSupport
import Foundation
import ModelCore
import PropertyListCodec
import TestSupport
import Testing

@testable import PlistFormat

/// Which content is ours.
struct DetectionTests {
    @Test func registersItself() throws {
        for format in bothFormats { #expect(try FormatRegistry.default.provider(for: format) is PlistFormat) }
    }

    @Test func isCertainOfPlainLists() throws {
        for format in bothFormats {
            #expect(plist.detect(try plist.encode(TodoItem(), as: format)) == .certain(format))
            #expect(try FormatRegistry.default.detect(try plist.encode([1], as: format)) == format)
        }
        #expect(plist.detect(Data("\u{FEFF} <!-- a --><plist><true/></plist>".utf8))?.format == .xmlPropertyList)
        #expect(plist.detect(try #require("<?xml version=\"1.0\"?><plist><true/></plist>".data(using: .utf16)))?.format == .xmlPropertyList)
    }

    @Test func leavesArchivesAndCodedFilesToOthers() throws {
        // In a registry of its own: tests of other modules have a class of that name too.
        let archive = try ClassRegistry.withClasses(ClassRegistry()) { try KeyedArchive().encode(TodoItem()) }
        #expect(plist.detect(archive) == nil)
        var binary = Data("bplist00".utf8)
        binary += [0xD1, 1, 2, 0x56] as [UInt8]
        binary += Data("$class".utf8)
        // A text of one letter, where the three objects are, and the trailer.
        binary += [0x51, 0x41, 8, 11, 18, 0, 0, 0, 0, 0, 0, 1, 1] as [UInt8]
        for number in [3, 0, 20] as [UInt8] { binary += [0, 0, 0, 0, 0, 0, 0, number] as [UInt8] }
        let xml = Data("<plist><dict><key>$class</key><string>A</string></dict></plist>".utf8)
        for (format, content) in [(FileFormat.xmlPropertyList, xml), (.binaryPropertyList, binary)] {
            #expect(plist.detect(content) == .possible(format))
            #expect(try plist.decode(ModelNode.self, from: content, as: format).kind == .object)
            let keyed = ["$archiver": "NSKeyedArchiver", "$top": "x"]
            #expect(plist.detect(try plist.encode(keyed, as: format)) == nil)
        }
    }

    @Test(arguments: [
        "", " ", "{}", "[]", "{\"a\": 1}", "{\"a\":{\"b\":[1]}}", "[1, 2]", "null", "\"text\"", "12", "hello", "Hello, world!", "TSAF\u{3}\0", "bplist",
        "<html><body></body></html>", "key: value", "# comment\na = [1]", "int main() { return 0; }", "(unclosed", "<p>", "a, b, c\n1, 2, 3", "{a: 1}",
    ])
    func leavesOtherText(source: String) {
        #expect(plist.detect(Data(source.utf8)) == nil, "\(source)")
    }

    @Test(arguments: ["{ a = b; }", "( a, b )", "\"key\" = \"value\";", "// strings\n\"a\" = \"b\";\n", "<0fbd77>"])
    func suspectsOpenStep(source: String) {
        #expect(plist.detect(Data(source.utf8)) == .possible(.xmlPropertyList))
    }

    @Test("A file of strings that has nothing but comments is an empty dictionary", arguments: [
        "/* No strings yet. */", "// one\n", "\n/*\n  Localizable.strings\n*/\n\n// two", "\u{FEFF}/* a */ \n",
    ])
    func commentsAlone(source: String) throws {
        for content in [Data(source.utf8), try #require(source.data(using: .utf16))] {
            #expect(plist.detect(content) == .possible(.xmlPropertyList))
            let root = try plist.document(from: content).root
            #expect(root.kind == .dictionary && root.count == 0)
        }
    }

    @Test("A comment that says the encoding tells an empty dictionary from JSON's")
    func encodingHint() throws {
        for source in ["// !$*UTF8*$!\n{}", "// !$*UTF8*$!\n{\n\t// none\n}\n"] {
            #expect(plist.detect(Data(source.utf8)) == .certain(.xmlPropertyList), "\(source)")
            #expect(try plist.document(from: Data(source.utf8)).root.count == 0)
        }
        #expect(plist.detect(Data("// !$*UTF8*$!\n{ a = 1; }".utf8)) == .possible(.xmlPropertyList))
        for source in ["// one\n{}", "{} // !$*UTF8*$!", "// !$*UTF8*$!\n[]", "/* no end", "// a\n[1]"] {
            #expect(plist.detect(Data(source.utf8)) == nil, "\(source)")
        }
        #expect(failure { _ = try plist.document(from: Data(" \n".utf8)) }?.code == .corruptData)
    }

    @Test("A text with an error is of this format if no other one begins so", arguments: [
        "\"a\" = \"b\"\n\"c\" = \"d\";", "/* a */ 'b' = ;", "{ a = b c; }", "{ /* a */ \"b\" = (c; }", "{ a = \"b; }",
    ])
    func errors(source: String) throws {
        for content in [Data(source.utf8), try #require(source.data(using: .utf16))] {
            #expect(plist.detect(content) == .possible(.openStepPropertyList))
            let error = failure { _ = try FormatRegistry([plist]).document(from: content) }
            #expect(error?.code == .corruptData && error?.location != nil)
        }
    }

    @Test("Other text with an error isn't", arguments: ["a = 'b", "\"a\"; b", "\"use strict\"; f()", "{ a; b", "(a, b", "{ a: b = c }"])
    func otherErrors(source: String) {
        #expect(plist.detect(Data(source.utf8)) == nil)
    }

    @Test func suspectsLargeOpenStep() {
        let large = "{ list = (" + String(repeating: "item, ", count: 10_000) + "); }"
        #expect(plist.detect(Data(large.utf8)) == .possible(.xmlPropertyList))
        #expect(plist.detect(Data(("{\"a\": [" + String(repeating: "1, ", count: 10_000) + "1]}").utf8)) == nil)
        #expect(plist.detect(Data(String(repeating: "some words ", count: 10_000).utf8)) == nil)
    }

    @Test("A large text is recognised in UTF-16, behind a long comment, and if it is data or comments alone")
    func largeOpenStep() throws {
        let comment = "/* " + String(repeating: "é 😀 * / ", count: 4000) + "*/\n"
        let entries = (0..<2000).map { "\"key \($0) 😀\" = \"value\";\n" }.joined()
        for text in [
            entries, "{ \(entries) }", "(" + String(repeating: "item, ", count: 10_000) + ")", comment + "a = b;",
            comment + entries, comment + "// one\n" + comment + "{ a = b; }", comment,
            "<" + String(repeating: "0f bd\n", count: 5000) + ">", "<[" + String(repeating: "AAAA", count: 5000) + "]>",
        ] {
            for content in [Data(text.utf8), try #require(text.data(using: .utf16)), Data("\u{FEFF}\(text)".utf8)] {
                #expect(plist.detect(content) == .possible(.xmlPropertyList), "\(text.prefix(20)) \(content.prefix(4).map { $0 })")
                _ = try plist.document(from: content)
            }
        }
        for text in [comment + "{}", comment + "words and words", "/*" + String(repeating: " *", count: 20_000), "<a href=1>" + comment] {
            #expect(plist.detect(Data(text.utf8)) == nil, "\(text.prefix(20))")
        }
    }

    /// What an XML property list means stays what it is in binary, and references of archives are references there.
    @Test func convertsXMLToBinary() throws {
        let body = """
            <dict><key>a</key><array><integer>-1</integer><integer>18446744073709551615</integer><real>1.5</real><true/><false/>
            <string>é</string><data>AQID</data><date>2001-01-01T00:00:01Z</date><dict/><array/></array></dict>
            """
        let binary = try XMLPropertyList.binary(from: ByteSource(xml(body)))
        #expect(text(try node(binary)) == text(try node(xml(body))))
        let uid = try XMLPropertyList.binary(
            from: ByteSource(xml("<dict><key>x</key><dict><key>CF$UID</key><integer>300</integer></dict></dict>")))
        let reader = try BinaryPropertyListReader(ByteSource(uid))
        let value = try #require(try reader.value(forKey: "x", in: reader.object(reader.topObject)))
        #expect(try reader.uid(value) == 300)
        #expect(throws: PropertyListError.self) { try XMLPropertyList.binary(from: ByteSource(xml("<dict><key>x</key></dict>"))) }
    }
}
