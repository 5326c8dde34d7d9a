import CryptoCoder
import Foundation
import JSONFormat
import ModelCore
import PlistFormat
import Testing

@Suite struct EditTests {
    @Test(
        "A new value has the type of the old one",
        arguments: [
            ("items[0].title", "12", "\"12\""),
            ("items[0].due", "2026-01-01T00:00:00Z", "date 2026-01-01T00:00:00.000Z"),
            ("icon", "AAE=", "data of 2 bytes 0001"), ("next.title", "x", "\"x\""),
        ])
    func types(_ path: String, _ value: String, _ shown: String) throws {
        let tool = try Tool()
        for format in [FileFormat.keyedArchive, .fastCoding, .hrCodedXML] {
            try tool.write(todoList(), to: "todo", as: format)
            let result = try tool.run("edit", "todo", path, value)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            #expect(try tool.run("show", "todo", "--path", path).text == shown + "\n")
            #expect(try FormatRegistry.default.detect(Data(contentsOf: tool.file("todo"))) == format)
            // And nothing else is another.
            try tool.write(todoList(), to: "old", as: format)
            #expect(try tool.run("diff", "old", "todo").lines.count == 1)
        }
    }

    @Test("A file of JSON5 may have numbers that JSON doesn't, and one of JSON gets none")
    func json5() throws {
        let tool = try Tool()
        try tool.write("{a: NaN, b: 1, // c\n}\n", to: "5.json")
        #expect(try tool.run("edit", "5.json", "b", "Infinity", "--type", "real").status == 0)
        #expect(try tool.text(of: "5.json") == "{a: NaN, b: Infinity, // c\n}\n")
        try tool.write("{\"b\": 1.5}", to: "plain.json")
        #expect(try tool.run("edit", "plain.json", "b", "Infinity").status != 0)
        #expect(try tool.text(of: "plain.json") == "{\"b\": 1.5}")
    }

    @Test func changes() throws {
        let tool = try Tool()
        func edit(_ arguments: String...) throws -> String {
            try tool.write(#"{"a": [1, 2], "b": {"c": true}, "n": null}"#, to: "a.json")
            let process = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
            #expect(process.status == 0, "\(process.errors)")
            let document = try FormatRegistry.default.document(from: Data(contentsOf: tool.file("a.json")))
            return String(decoding: try JSONFormat().encode(document), as: UTF8.self)
        }
        #expect(try edit("a[0]", "5") == #"{"a":[5,2],"b":{"c":true},"n":null}"#)
        #expect(try edit("a[2]", "--", "-7") == #"{"a":[1,2,-7],"b":{"c":true},"n":null}"#)
        #expect(try edit("a[1]", "x", "--insert") == #"{"a":[1,"x",2],"b":{"c":true},"n":null}"#)
        #expect(try edit("a[0]", "--delete") == #"{"a":[2],"b":{"c":true},"n":null}"#)
        #expect(try edit("b.c", "--delete") == #"{"a":[1,2],"b":{},"n":null}"#)
        #expect(try edit("b.d", "1.5") == #"{"a":[1,2],"b":{"c":true,"d":1.5},"n":null}"#)
        #expect(try edit("b.d", "2", "--type", "string") == #"{"a":[1,2],"b":{"c":true,"d":"2"},"n":null}"#)
        #expect(try edit("b", #"[{"x": 1}]"#, "--type", "json") == #"{"a":[1,2],"b":[{"x":1}],"n":null}"#)
        #expect(try edit("n", "text") == #"{"a":[1,2],"b":{"c":true},"n":"text"}"#)
        #expect(try edit("b", "--type", "null") == #"{"a":[1,2],"b":null,"n":null}"#)
        #expect(try edit("[\"b\"].c", "no") == #"{"a":[1,2],"b":{"c":false},"n":null}"#)
    }

    @Test("Where nothing was, what JSON has no number for is text")
    func spellings() throws {
        let tool = try Tool()
        func added(_ text: String) throws -> String {
            try tool.write("{}", to: "a.json")
            #expect(try tool.run("edit", "a.json", "n", "--", text).status == 0)
            return try tool.run("show", "a.json", "--path", "n").text
        }
        for text in [
            "007", "-01", "+49", "0x10", "1_000", ".5", "5.", "1e", "1e999", " 7", "7 ", "Infinity", "NaN", "inf", "٧",
            "1 2", "-", "", "[1]", "True",
        ] {
            #expect(try added(text) == "\"\(text)\"\n")
        }
        for text in ["0", "7", "-12", "0.5", "-1.25", "18446744073709551615", "1e+21", "true", "null"] {
            #expect(try added(text) == text + "\n")
        }
        // The kind of the existing value decides otherwise.
        try tool.write(#"{"n": 1}"#, to: "a.json")
        #expect(try tool.run("edit", "a.json", "n", "007").status == 0)
        #expect(try tool.run("show", "a.json", "--path", "n").text == "7\n")
    }

    @Test("What can't be is told, and the file stays as it is")
    func refusals() throws {
        let tool = try Tool()
        let text = #"{"a": [1, 2], "b": {"c": true}}"#
        try tool.write(text, to: "a.json")
        let cases: [([String], Int32, String)] = [
            (
                ["a[0]", "x"], 2,
                "basemodel: File a.json, a[0]: Expected integer, found string \"x\". "
                    + "The new value has the type of the old one; --type string gives it another.\n"
            ),
            (["b", "x"], 2, "basemodel: File a.json, b: It is dictionary of 1. --type json replaces all of it.\n"),
            (["a[7]", "1"], 2, "basemodel: File a.json, a[7]: The document has no such place.\n"),
            (["x.y", "1"], 2, "basemodel: File a.json, x.y: The document has no such place. --parents makes it.\n"),
            (["x", "--delete"], 2, "basemodel: File a.json, x: The document has no such place.\n"),
            (["a", "{", "--type", "json"], 2, ""), (["a[0]"], 64, ""), (["a[0]", "1", "--delete"], 64, ""),
            (["b", "1", "--insert"], 64, ""), (["a[", "1"], 64, ""),
        ]
        for (arguments, status, message) in cases {
            let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
            #expect(result.status == status, "\(arguments) \(result.errors)")
            #expect(message.isEmpty ? !result.errors.isEmpty : result.errors == message, "\(result.errors)")
            #expect(try tool.text(of: "a.json") == text)
        }
        try tool.write("<plist><dict><key>a</key><string>x</string></dict></plist>", to: "a.plist")
        let fraction = try tool.run("edit", "a.plist", "b", "2001-01-01T00:00:00.5Z", "--type", "date")
        #expect(fraction.status == 1 && fraction.errors.contains("a date becomes a small archive: b"))
        #expect(try tool.run("show", "a.plist", "--path", "b").status == 2)
        let url = try tool.run("edit", "a.json", "a[0]", "https://example.org", "--type", "url")
        let told = "basemodel: a.json: In other terms: a URL becomes text: a[0].\n"
        #expect(url.status == 0 && url.errors == told, "\(url.errors)")
    }

    @Test("What was typed is told, and the type that it looks like")
    func typed() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "todo", as: .keyedArchive)
        try tool.write("{\"done\": 0}", to: "a.json")
        func message(_ arguments: String...) throws -> String {
            let result = try tool.run(Tool.program, ["edit"] + arguments)
            #expect(result.status == 2)
            return String(result.errors.dropFirst("basemodel: File ".count).dropLast())
        }
        let another = "The new value has the type of the old one; --type"
        #expect(
            try message("a.json", "done", "true")
                == "a.json, done: Expected integer, found string \"true\". \(another) bool gives it another.")
        #expect(
            try message("todo", "items[0].due", "tomorrow\n")
                == "todo, items[0].due: Expected a date such as 2018-03-16T16:49:14.000Z, found string "
                + "\"tomorrow\\n\". \(another) string gives it another.")
        #expect(
            try message("a.json", "x", String(repeating: "9x", count: 100), "--type", "integer")
                .hasSuffix("found string \"\(String(repeating: "9x", count: 30))\"… (200 bytes)."))
        // Messages don't quote a new value for an encrypted file.
        let coder = CryptoCoder(CryptoPassword("secret"), cost: ScryptCost(n: 16))
        try coder.encode(todoList(), as: .cryptoCoding).write(to: tool.file("secret"))
        for arguments in [[], ["--type", "date"], ["--type", "json"]] {
            let result = try tool.run(
                Tool.program, ["edit", "secret", "items[0].due", "{hunter2"] + arguments,
                environment: ["BASEMODEL_PASSWORD": "secret"])
            #expect(result.status == 2 && !result.errors.contains("hunter2"), "\(result.errors)")
        }
    }

    @Test("A negative number is a value, and no option")
    func negative() throws {
        let tool = try Tool()
        func edit(_ arguments: String...) throws -> String {
            try tool.write("{\"a\": [1, 2], \"n\": 3}", to: "a.json")
            let result = try tool.run(Tool.program, ["edit"] + arguments)
            #expect(result.status == 0, "\(arguments) \(result.errors)")
            return try tool.text(of: "a.json")
        }
        #expect(try edit("a.json", "n", "-5") == "{\"a\": [1, 2], \"n\": -5}")
        #expect(try edit("a.json", "n", "-5.5e3", "--type", "real") == "{\"a\": [1, 2], \"n\": -5500.0}")
        #expect(try edit("a.json", "n", "--type", "string", "-5", "-q") == "{\"a\": [1, 2], \"n\": \"-5\"}")
        #expect(try edit("a.json", "a[0]", "--insert", "-1") == "{\"a\": [-1, 1, 2], \"n\": 3}")
        #expect(try edit("--type=integer", "a.json", "n", "-1") == "{\"a\": [1, 2], \"n\": -1}")
        #expect(try edit("a.json", "n", "--type=integer", "-5") == "{\"a\": [1, 2], \"n\": -5}")
        #expect(try edit("a.json", "new", "--type=integer", "-5") == "{\"a\": [1, 2], \"n\": 3, \"new\": -5}")
        #expect(try edit("a.json", "n", "-5", "--type=integer") == "{\"a\": [1, 2], \"n\": -5}")
        #expect(try edit("a.json", "--type=integer", "n", "-5") == "{\"a\": [1, 2], \"n\": -5}")
        #expect(try edit("a.json", "--type", "integer", "n", "-5") == "{\"a\": [1, 2], \"n\": -5}")
        #expect(try edit("--type", "real", "-q", "a.json", "n", "-5") == "{\"a\": [1, 2], \"n\": -5.0}")
        for arguments in [["n", "-x"], ["n", "--max-depth", "-5"], ["-5", "7"]] {
            let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
            #expect(result.status == 64, "\(arguments)")
        }
        let other = try tool.run("edit", "a.json", "n", "-x")
        #expect(other.errors.contains("stands behind --, as in: edit todo.json note -- -x"), "\(other.errors)")
    }

    @Test("Several changes are one step, each after the other")
    func several() throws {
        let tool = try Tool()
        let text = "{\"a\": [1, 2], // two\n\"n\": 3, \"x\": {}}"
        func edit(_ arguments: String...) throws -> String {
            try tool.write(text, to: "a.json")
            let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
            #expect(result.status == 0 && result.errors.isEmpty, "\(arguments) \(result.errors)")
            return try tool.text(of: "a.json")
        }
        #expect(try edit("n", "4", "a[0]", "7") == "{\"a\": [7, 2], // two\n\"n\": 4, \"x\": {}}")
        #expect(try edit("n", "-4", "a[0]", "-7") == "{\"a\": [-7, 2], // two\n\"n\": -4, \"x\": {}}")
        #expect(try edit("n", "-4", "a[0]", "7", "--type", "integer").hasPrefix("{\"a\": [7, 2]"))
        // The second change needs the first one.
        #expect(try edit("x.y", "1", "x.z", "2", "--type", "string").hasSuffix("\"x\": {\"y\": \"1\", \"z\": \"2\"}}"))
        #expect(try edit("a[0]", "8", "a[0]", "9", "--insert") == "{\"a\": [9, 8, 1, 2], // two\n\"n\": 3, \"x\": {}}")
        #expect(try edit("--remove", "x", "--remove", "n") == "{\"a\": [1, 2] // two\n}")
        #expect(try edit("n", "5", "--remove", "x", "--remove", "a[0]") == "{\"a\": [2], // two\n\"n\": 5}")
        #expect(try edit("a", "--delete", "--remove", "x").hasSuffix("\"n\": 3}"))
    }

    @Test(
        "If one of several changes can't be made, the file stays as it is",
        arguments: [
            (["n", "4", "a[0]", "x"], 2, "File a.json, a[0]: Expected integer"),
            (["n", "4", "gone.x", "1"], 2, "File a.json, gone.x: The document has no such place."),
            (["n", "4", "--remove", "gone"], 2, "File a.json, gone: The document has no such place."),
            (["n", "4", "a"], 64, "Which value at a?"), (["n", "4", "a[", "1"], 64, "a[ is no path"),
            (["n", "4", "--remove", ".a"], 64, "write a instead"),
            (["n", "a", "--delete"], 64, "--delete needs one path"),
            ([], 64, "Which path?"), (["n", "4", "a", "5", "--insert"], 64, "--insert is for elements"),
        ] as [([String], Int32, String)])
    func severalRefused(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let tool = try Tool()
        let text = "{\"a\": [1, 2], \"n\": 3}"
        try tool.write(text, to: "a.json")
        let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
        #expect(result.status == status && result.errors.contains(message), "\(result.status) \(result.errors)")
        #expect(try tool.text(of: "a.json") == text)
    }

    @Test("In text, all but the value stays as it is to the byte: comments, order, space, the spelling of numbers")
    func keptText() throws {
        let tool = try Tool()
        func edit(_ old: String, _ arguments: String..., becomes new: String) throws {
            try tool.write(old, to: "file")
            let result = try tool.run(Tool.program, ["edit", "file"] + arguments)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            #expect(try tool.text(of: "file") == new)
        }
        let json = """
            // The window.
            {
                width: 0x10, /* in points */ "height" : 1.50,
                'names': [ "a",   "b" ], // the last
            }

            """
        try edit(json, "width", "32", becomes: json.replacing("0x10", with: "32"))
        try edit(json, "names[1]", "new", becomes: json.replacing("\"b\"", with: "\"new\""))
        try edit(json, "height", "--delete", becomes: json.replacing(" \"height\" : 1.50,", with: ""))
        try edit(json, "height", "1.5", becomes: json)
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
              <!-- settings -->
              <dict> <key>size</key><integer>+7</integer>
                <key>name</key>  <string>a&#98;</string> <!-- b -->
              </dict>
            </plist>

            """
        try edit(xml, "size", "8", becomes: xml.replacing("+7", with: "8"))
        let coded = """
            {"$class": "List", // mine
              "items": [{"$class":"Item","n":1.0}, {"$class":"Item","n":2}]}
            """
        try edit(coded, "items[1].n", "3", becomes: coded.replacing("2}]", with: "3}]"))
        try edit("{ a = 1; /* one */ }", "a", "2", becomes: "{ a = 2; /* one */ }")
        func uid(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }
        try tool.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
                <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
                <key>$objects</key><array>
                    <string>$null</string>
                    <dict><key>$class</key>\(uid(3))<key>NS.objects</key><array>\(uid(2))</array></dict>
                    <string>a</string>
                    <dict><key>$classname</key><string>NSArray</string></dict>
                </array>
                <key>$top</key><dict><key>root</key>\(uid(1))</dict>
            </dict></plist>
            """, to: "archive")
        let archive = try tool.run("edit", "archive", "[0]", "b")
        #expect(
            archive.status == 0
                && archive.errors
                    == "basemodel: archive: Its text can't be kept, and is written anew as Keyed archive.\n",
            "\(archive.errors)")
        try tool.write("{ a = 1; }", to: "old")
        for option in ["-q", "--quiet"] {
            let quiet = try tool.run("edit", "old", "a", "2001-01-01T00:00:00Z", "--type", "date", option)
            #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
        }
    }

    @Test("An old version of a format becomes the present one, and that is told")
    func versions() throws {
        let tool = try Tool()
        func check(_ old: Data, _ before: String, _ after: String, _ name: String) throws {
            let note = "Version \(before) of \(name) becomes version \(after), which older programs may refuse.\n"
            let environment = ["BASEMODEL_PASSWORD": "secret"]
            func run(_ arguments: String...) throws -> String {
                let result = try tool.run(Tool.program, arguments, environment: environment)
                #expect(result.status == 0)
                return result.errors
            }
            let format = try FormatRegistry.default.detect(old).rawValue
            try old.write(to: tool.file("a"))
            #expect(try run("convert", "a", "b", "--to", format) == "basemodel: b: " + note)
            #expect(try run("convert", "a", "b", "--to", format, "--quiet").isEmpty)
            #expect(try run("convert", "a", "b", "--to", "json").isEmpty)
            #expect(try run("edit", "a", "[0]", "a").isEmpty)
            #expect(try Data(contentsOf: tool.file("a")) == old)
            #expect(try run("edit", "a", "[0]", "x") == "basemodel: a: " + note)
            #expect(try run("edit", "a", "[0]", "y").isEmpty)
            #expect(try run("convert", "a", "b", "--to", format).isEmpty)
            try old.write(to: tool.file("a"))
            #expect(try run("edit", "a", "[0]", "x", "--quiet").isEmpty)
        }
        // The original library's: an array of a, 1, [b] and [d].
        let fast = "VFNBRgIAAwAHAAAABAAAAAQAAAACAAAAYQAAAAkAAAABAAAABAAAAAEAAAACAAAAYgAAABEAAAABAAAAAgAAAGQAAAA="
        try check(#require(Data(base64Encoded: fast)), "2.3", "3.3", FileFormat.fastCoding.displayName)
        let crypto = CryptoCoder(CryptoPassword("secret"), writing: .insecureVersion2)
        try check(crypto.encode(["a"]), "2", "3", FileFormat.cryptoCoding.displayName)
    }

    @Test func standardInput() throws {
        let tool = try Tool()
        let result = try tool.run("edit", "-", "a", "2", input: Data(#"{"a":1}"#.utf8))
        #expect(try FormatRegistry.default.document(from: result.output)["a"]?.intValue == 2)
        // A file that isn't changed is printed, too.
        for text in ["{\"a\":1}\n", "// one\n{ \"a\": 1 }"] {
            let same = try tool.run("edit", "-", "a", "1", input: Data(text.utf8))
            #expect(same.status == 0 && same.text == text && same.errors.isEmpty)
        }
        let binary = try PlistFormat().encode(["a": 1], as: .binaryPropertyList)
        #expect(try tool.run("edit", "-", "a", "1", input: binary).output == binary)
    }
}
