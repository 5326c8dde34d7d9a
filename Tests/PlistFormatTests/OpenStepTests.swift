import Foundation
import ModelCore
import Testing

@testable import PlistFormat

/// Text in the style of OpenStep and GNUstep.
struct OpenStepTests {
    @Test(arguments: [
        ("hello", "string(\"hello\")"), ("\"a b\"", "string(\"a b\")"), ("'it'", "string(\"it\")"),
        ("( a, \"b\", (c) )", "[string(\"a\"), string(\"b\"), [string(\"c\")]]"), ("(a,)", "[string(\"a\")]"), ("()", "[]"),
        ("{ a = 1; b = { c = d; }; }", "{string(\"a\"): string(\"1\"), string(\"b\"): {string(\"c\"): string(\"d\")}}"),
        ("{ a = 1 }", "{string(\"a\"): string(\"1\")}"), ("{}", "{}"),
        ("<0fbd77 1c2735ae>", "data(f bd 77 1c 27 35 ae)"), ("<>", "data()"), ("<[AQID]>", "data(1 2 3)"), ("<[_-8]>", "data(ff ef)"),
        ("// one\n/* two */ (a /* three */, b) // four", "[string(\"a\"), string(\"b\")]"),
        ("\"a\" = \"b\";\nc = d;\ne;", "{string(\"a\"): string(\"b\"), string(\"c\"): string(\"d\"), string(\"e\"): string(\"e\")}"),
        ("\"\\n\\t\\\\\\\"\\U00e9\\Ud83d\\Ude00\\341\\101\\\nx\\q\"", "string(\"\\n\\t\\\\\\\"é😀ÆA\\nxq\")"),
        ("(<*I5>, <*I-3>, <*R1.5>, <*BY>, <*BN>, <*D2001-01-01 00:00:01 +0000>)",
            "[int64(5), int64(-3), double(1.5), bool(true), bool(false), date(1.0)]"),
        ("{ \"$class\" = X; a = b; }", "X(a: string(\"b\"))"),
        ("{ /path/to-file.txt = net.example:1; }", "{string(\"/path/to-file.txt\"): string(\"net.example:1\")}"),
    ])
    func values(source: String, expected: String) throws {
        #expect(try scalarText(Data(source.utf8)) == expected)
        for encoding: String.Encoding in [.utf16, .utf32] {
            #expect(try scalarText(#require(source.data(using: encoding))) == expected)
        }
    }

    @Test(arguments: [
        "", "(", "{", "{ a", "{ a = ", "{ a = b c = d; }", "( a b )", "\"a", "<0f", "<0>", "<0g>", "a b", "/* a", "{ (a) = b; }",
        "<*I1.5>", "<*X1>", "<*I", "\"\\Ud83d\"", "\"\\Ude00\"", "a = b; }", ")", "\"a\\", "{ a = 1; a = 2; }",
    ])
    func mistakes(source: String) {
        let error = failure { _ = try node(Data(source.utf8)) }
        #expect(error?.code == .corruptData || error?.code == .duplicateKey, "\(source)")
        #expect(error?.location?.line == 1)
    }

    private struct Values: Codable, Equatable {
        var count: Int
        var ratio: Double
        var isOn: Bool
        var name: String
    }

    @Test func fillsCodableTypes() throws {
        let source = "{ count = 12; ratio = 1.5; isOn = YES; name = 7; }"
        #expect(
            try PlistFormat().decode(Values.self, from: Data(source.utf8)) == Values(count: 12, ratio: 1.5, isOn: true, name: "7"))
    }

    @Test func fillsModels() throws {
        let text = """
            // Lists are edited by hand.
            { text = "h\\U00e9llo"; flag = YES; count = "-42"; ratio = 3.5; date = "2018-03-16T16:49:14Z"; number = 7;
              children = ( { size = 3; name = kid; }, { } ); set = (a, b, a); url = "http://example.com/"; }
            """
        let rich: Rich = try plist.decode(from: Data(text.utf8))
        #expect(rich.text == "héllo")
        #expect(rich.flag)
        #expect(rich.count == -42)
        #expect(rich.ratio == 3.5)
        #expect(rich.date == Date(timeIntervalSinceReferenceDate: 542_911_754))
        #expect(rich.children.map(\.size) == [3, 0])
        #expect(rich.children[0].name == "kid")
        #expect(rich.set == ["a", "b"])
        #expect(rich.url?.absoluteString == "http://example.com/")
        let error = failure { let _: [String: [Int]] = try plist.decode(from: Data("{ a = (1,\n two); }".utf8)) }
        #expect(error?.path.description == "a[1]")
        #expect(error?.location?.line == 2)
        #expect(error?.location?.column == 2)
    }

    @Test("A list of texts may begin with a key without a value")
    func keyAlone() throws {
        let document = try plist.document(from: Data(#""Milk"; "Eggs" = "x";"#.utf8))
        #expect(document["Milk"]?.stringValue == "Milk" && document["Eggs"]?.stringValue == "x")
    }
}
