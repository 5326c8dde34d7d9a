import Foundation
import ModelCore
import Testing

/// Numbers with more digits than a double or a decimal has.
@Suite("Long numbers in the tool") struct LongNumberTests {
    private static let integer = "123456789012345678901234567890123456789012345"
    private static let fraction = "0.12345678901234567890123456789012345678901"
    private static let list = "[\(integer), \(fraction)]"

    @Test("They are shown with all their digits")
    func shown() throws {
        let tool = try Tool()
        try tool.write(Self.list, to: "a.json")
        #expect(try tool.run("show", "a.json").text == "array of 2\n  [0]: \(Self.integer)\n  [1]: \(Self.fraction)\n")
        #expect(try tool.run("show", "a.json", "--path", "[0]", "--raw").text == Self.integer + "\n")
        #expect(try tool.run("show", "a.json", "--json").text.contains(Self.fraction))
    }

    @Test("They come back from formats that keep them", arguments: ["json", "xml", "hrCodedJSON", "hrCodedXML"])
    func converted(_ format: String) throws {
        let tool = try Tool()
        try tool.write(Self.list, to: "a.json")
        let there = try tool.run("convert", "a.json", "b", "--to", format)
        #expect(there.status == 0 && !there.errors.contains("terms"), "\(there.errors)")
        #expect(try tool.run("convert", "b", "c.json", "--from", format, "--compact").status == 0)
        #expect(try tool.text(of: "c.json") == "[\(Self.integer),\(Self.fraction)]")
        #expect(try tool.run("diff", "a.json", "b", "--from-new", format, "--exact").status == 0)
    }

    @Test("Where a format rounds them, that is a loss", arguments: ["keyedArchive", "binary", "fastCoding"])
    func rounded(_ format: String) throws {
        let tool = try Tool()
        try tool.write(Self.list, to: "a.json")
        let refused = try tool.run("convert", "a.json", "b", "--to", format)
        #expect(refused.status == 1 && !FileManager.default.fileExists(atPath: tool.file("b").path))
        #expect(
            refused.errors.contains("Would be lost: a number of many digits is rounded: [0], and 1 more."),
            "\(refused.errors)")
        #expect(try tool.run("convert", "a.json", "b", "--to", format, "--lossy").status == 0)
        #expect(try tool.run("show", "b", "--path", "[0]").text == "1.2345678901234567e+44\n")
        // One that no double comes near is left out.
        try tool.write(#"{"a": 1e999, "b": [-1e999, 1]}"#, to: "a.json")
        #expect(try tool.run("convert", "a.json", "c", "--to", format).status == 1)
        let lossy = try tool.run("convert", "a.json", "c", "--to", format, "--lossy")
        #expect(lossy.status == 0, "\(lossy.errors)")
        #expect(try tool.run("show", "c", "--path", "b[1]").text == "1\n")
        #expect(try tool.run("show", "c", "--path", "a").status != 0)
    }

    @Test("diff sees the last digit")
    func differences() throws {
        let tool = try Tool()
        try tool.write(Self.list, to: "a.json")
        try tool.write("[\(Self.integer.dropLast())6,\(Self.fraction)]", to: "b.json")
        for options in [[], ["--exact"]] {
            let result = try tool.run(Tool.program, ["diff", "a.json", "b.json"] + options)
            #expect(result.status == 1)
            #expect(result.text == "~ [0]: \(Self.integer) → \(Self.integer.dropLast())6\n")
        }
    }

    @Test("An edit writes the digits that it is given, also in the place of a double")
    func edited() throws {
        let tool = try Tool()
        let twenty = "0.12345678901234567891"
        for (old, new) in [
            ("0.5", Self.fraction), ("0.5", Self.integer), ("0.5", "-" + Self.integer), ("0.5", twenty),
            (Self.integer, "-" + Self.integer), (Self.fraction, "1.5"), (Self.integer, "7"), ("null", Self.integer),
            ("18446744073709551616", Self.integer),
        ] {
            try tool.write(#"{"n": \#(old), "x": 1}"#, to: "a.json")
            let result = try tool.run("edit", "a.json", "n", new)
            #expect(result.status == 0 && result.errors.isEmpty, "\(old) \(new) \(result.errors)")
            #expect(try tool.text(of: "a.json") == #"{"n": \#(new), "x": 1}"#)
        }
        // The text is kept, also if the new value is the double nearest to the old one.
        try tool.write("[ \(Self.fraction), /* two */ 2 ]", to: "a.json")
        #expect(try tool.run("edit", "a.json", "[0]", "0.12345678901234568").status == 0)
        #expect(try tool.text(of: "a.json") == "[ 0.12345678901234568, /* two */ 2 ]")
        // An integer of 64 bits stays one, and a double stays a number that a double comes near.
        try tool.write(#"{"n": 1, "d": 0.5}"#, to: "a.json")
        for change in [
            ["n", Self.integer], ["n", Self.integer, "--type", "integer"], ["n", Self.fraction], ["d", "1e999"],
        ] {
            #expect(try tool.run(Tool.program, ["edit", "a.json"] + change).status == 2, "\(change)")
        }
        #expect(try tool.text(of: "a.json") == #"{"n": 1, "d": 0.5}"#)
        #expect(try tool.run("edit", "a.json", "n", Self.integer, "--type", "json").status == 0)
        #expect(try tool.text(of: "a.json") == #"{"n": \#(Self.integer), "d": 0.5}"#)
    }

    @Test("An edit of a format that rounds them needs --lossy")
    func editedRounded() throws {
        let tool = try Tool()
        try tool.write(#"{"n": 0.5}"#, to: "a.json")
        for format in ["binary", "keyedArchive"] {
            #expect(try tool.run("convert", "a.json", "b", "--to", format).status == 0)
            let before = try Data(contentsOf: tool.file("b"))
            let refused = try tool.run("edit", "b", "n", Self.fraction)
            #expect(refused.status == 1 && refused.errors.contains("--lossy"), "\(refused.errors)")
            #expect(try Data(contentsOf: tool.file("b")) == before)
            #expect(try tool.run("edit", "b", "n", Self.fraction, "--lossy").status == 0)
            #expect(try tool.run("show", "b", "--path", "n").text == "0.12345678901234568\n")
        }
        #expect(try tool.run("convert", "a.json", "x", "--to", "xml").status == 0)
        #expect(try tool.run("edit", "x", "n", Self.fraction).status == 0)
        #expect(try tool.text(of: "x").contains("<real>\(Self.fraction)</real>"))
    }
}
