import Foundation
import ModelCore
import PlistFormat
import Testing

/// Commands that run a second time.
@Suite struct SecondTimeTests {
    private func paths(_ tool: Tool) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: tool.folder.path).filter {
            !["input", "output", "errors"].contains($0)
        }.sorted()
    }

    @Test(
        "convert: what it has made in a folder isn't converted again, however the folder is named",
        arguments: ["out", "./out", "x/../out", "absolute", "link"])
    func into(_ name: String) throws {
        let tool = try Tool()
        try FileManager.default.createDirectory(at: tool.file("x/y"), withIntermediateDirectories: true)
        try tool.write("[1]", to: "a.json")
        try tool.write("[2]", to: "x/y/b.json")
        try FileManager.default.createSymbolicLink(
            atPath: tool.file("link").path, withDestinationPath: tool.file("out").path)
        if name == "link" {
            try FileManager.default.createDirectory(at: tool.file("out"), withIntermediateDirectories: true)
        }
        let folder = name == "absolute" ? tool.file("out").path : name
        let arguments = ["convert", ".", "--into", folder, "--to", "json", "--compact"]
        // The files to which the program's output goes are in the folder, too.
        for kept in ["input", "output", "errors"] { try tool.write("", to: kept) }
        let first = try tool.run(Tool.program, arguments)
        #expect(first.status == 0 && first.text.hasPrefix("2 converted"), "\(first.text)\(first.errors)")
        let made = try paths(tool)
        #expect(made.contains("out/a.json") && made.contains("out/x/y/b.json"))
        let second = try tool.run(Tool.program, arguments)
        #expect(second.status == 2 && second.text.hasPrefix("0 converted, 2 failed"), "\(second.text)\(second.errors)")
        #expect(try paths(tool) == made)
        let third = try tool.run(Tool.program, arguments + ["--overwrite"])
        #expect(third.status == 0 && third.text.hasPrefix("2 converted"), "\(third.text)\(third.errors)")
        #expect(try paths(tool) == made)
        #expect(try tool.text(of: "out/x/y/b.json") == "[2]")
    }

    @Test("convert --into: no file that is there is replaced, however small it is", arguments: ["", " ", "[9]"])
    func kept(_ text: String) throws {
        let tool = try Tool()
        try FileManager.default.createDirectory(at: tool.file("out"), withIntermediateDirectories: true)
        try tool.write("[1]", to: "a.json")
        try tool.write("[2]", to: "b.json")
        try tool.write(text, to: "out/a.json")
        let arguments = ["convert", "a.json", "b.json", "--into", "out", "--to", "json", "--compact"]
        let first = try tool.run(Tool.program, arguments)
        #expect(first.status == 2 && first.text == "1 converted, 1 failed.\n", "\(first.text)")
        #expect(try tool.text(of: "out/a.json") == text && tool.text(of: "out/b.json") == "[2]")
        #expect(try tool.run(Tool.program, arguments + ["--overwrite"]).status == 0)
        #expect(try tool.text(of: "out/a.json") == "[1]")
    }

    @Test("convert: the new file is replaced, and stays the same to the byte")
    func convert() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "a.plist", as: .keyedArchive)
        for format in ["hrCodedJSON", "hrCodedXML", "hrCodedBinary", "fastCoding", "keyedArchive"] {
            let file = tool.file("new." + format)
            #expect(try tool.run("convert", "a.plist", file.path, "--to", format).status == 0)
            let first = try Data(contentsOf: file)
            #expect(try tool.run("convert", "a.plist", file.path, "--to", format).status == 0)
            #expect(try Data(contentsOf: file) == first)
            // Also of itself.
            #expect(try tool.run("convert", file.path, file.path, "--to", format).status == 0)
            #expect(try Data(contentsOf: file) == first)
        }
    }

    @Test("edit: a value that is there already changes nothing; a deletion finds nothing, an insertion goes on")
    func edit() throws {
        let tool = try Tool()
        try tool.write("{\"a\": [1, 2], // two\n \"n\": 3}", to: "a.json")
        func edit(_ arguments: String...) throws -> String {
            let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
            return try "\(result.status) " + tool.text(of: "a.json")
        }
        let set = "0 {\"a\": [1, 5], // two\n \"n\": 4}"
        #expect(try edit("a[1]", "5", "n", "4") == set)
        let look = try FileManager.default.attributesOfItem(atPath: tool.file("a.json").path)
        #expect(try edit("a[1]", "5", "n", "4") == set)
        let again = try FileManager.default.attributesOfItem(atPath: tool.file("a.json").path)
        #expect(look[.systemFileNumber] as? Int == again[.systemFileNumber] as? Int, "It isn't written.")
        // One change of several is enough, whichever it is.
        #expect(try edit("a[1]", "6", "n", "4") == "0 {\"a\": [1, 6], // two\n \"n\": 4}")
        #expect(try edit("a[1]", "6", "n", "7") == "0 {\"a\": [1, 6], // two\n \"n\": 7}")
        #expect(try edit("a[1]", "8", "a[0]", "1", "n", "7") == "0 {\"a\": [1, 8], // two\n \"n\": 7}")
        #expect(try edit("a[0]", "9", "--insert") == "0 {\"a\": [9, 1, 8], // two\n \"n\": 7}")
        #expect(try edit("a[0]", "9", "--insert") == "0 {\"a\": [9, 9, 1, 8], // two\n \"n\": 7}")
        #expect(try edit("n", "--delete") == "0 {\"a\": [9, 9, 1, 8] // two\n}")
        #expect(try edit("n", "--delete") == "2 {\"a\": [9, 9, 1, 8] // two\n}")
        #expect(try edit("a[*]", "--delete") == "0 {\"a\": [] // two\n}")
        // Of each array, not of the first one alone.
        try tool.write("{\"a\": [[1, 2], [], [3], [4]]}", to: "a.json")
        #expect(try edit("a[*][*]", "--delete") == "0 {\"a\": [[], [], [], []]}")
        try tool.write("{\"a\": [] // two\n}", to: "a.json")
        let empty = try edit("a[*]", "--delete")
        #expect(empty.hasSuffix("{\"a\": [] // two\n}"), "\(empty)")
    }

    @Test("edit: the first value of a key path is that of the changes before it")
    func order() throws {
        let tool = try Tool()
        func edit(_ arguments: String...) throws -> String {
            try tool.write("{\"a\": [1, 2, 3], \"n\": 3}", to: "a.json")
            let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
            return try "\(result.status) " + tool.text(of: "a.json")
        }
        let old = "{\"a\": [1, 2, 3], \"n\": 3}"
        #expect(try edit("n", "4", "n", "5") == "0 {\"a\": [1, 2, 3], \"n\": 5}")
        #expect(try edit("n", "4", "n", "3") == "0 \(old)")
        #expect(try edit("new", "1", "--remove", "new") == "0 \(old)")
        // --remove is applied last, wherever it is among the arguments.
        #expect(try edit("--remove", "a[0]", "a[0]", "7") == "0 {\"a\": [2, 3], \"n\": 3}")
        #expect(try edit("a[3]", "4", "--remove", "a[0]") == "0 {\"a\": [2, 3, 4], \"n\": 3}")
        #expect(try edit("--remove", "a[0]", "--remove", "a[0]", "n", "1") == "0 {\"a\": [3], \"n\": 1}")
        #expect(try edit("--remove", "a[2]", "--remove", "a[2]") == "2 \(old)")
        #expect(try edit("a[0]", "7", "--insert", "--remove", "a[1]") == "0 {\"a\": [7, 2, 3], \"n\": 3}")
    }

    @Test("edit: the second of two like integers at a limit, and one beyond it")
    func limits() throws {
        let tool = try Tool()
        func edit(_ value: String) throws -> String {
            try tool.write("{\"m\": 1, \"n\": 1}", to: "a.json")
            let result = try tool.run("edit", "a.json", "m", value, "n", value)
            return try "\(result.status) " + tool.text(of: "a.json")
        }
        for value in [
            "9223372036854775807", "9223372036854775808", "18446744073709551615", "-9223372036854775808", "0",
        ] {
            #expect(try edit(value) == "0 {\"m\": \(value), \"n\": \(value)}")
        }
        for value in ["18446744073709551616", "-9223372036854775809", "1.5"] {
            #expect(try edit(value) == "2 {\"m\": 1, \"n\": 1}", "\(value)")
        }
    }

    @Test("generate and schema-like output is the same each time, and in the order of the samples")
    func generate() throws {
        let tool = try Tool()
        try tool.write(#"{"b": 1, "a": {"x": "y", "list": [1.5, null]}}"#, to: "a.json")
        try tool.write(#"{"c": true, "a": {"z": 1}}"#, to: "b.json")
        let first = try tool.run("generate", "a.json", "b.json", "--name", "Root").text
        #expect(!first.isEmpty)
        for _ in 0..<3 { #expect(try tool.run("generate", "a.json", "b.json", "--name", "Root").text == first) }
    }
}
