import Foundation
import ModelCore
import Testing

/// The status of a command with several files or several failures.
@Suite struct ExitStatusTests {
    /// All orders of some items.
    private static func orders(_ items: [String]) -> [[String]] {
        guard items.count > 1 else { return [items] }
        return items.indices.flatMap { index in
            var rest = items
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    @Test("check: the worst status counts, wherever the file is", arguments: orders(["good", "bad", "gone"]))
    func check(_ files: [String]) throws {
        let tool = try Tool()
        try tool.write("[1]", to: "good")
        try tool.write("[1,", to: "bad")
        let all = try tool.run(Tool.program, ["check"] + files)
        #expect(all.status == 2)
        // Each has its line, in their order.
        #expect(all.lines.map { String($0.prefix { $0 != ":" }) } == files.filter { $0 != "good" })
        for (left, right) in zip(files, files.dropFirst()) {
            let wanted: Int32 = [left, right].contains("gone") ? 2 : 1
            #expect(try tool.run("check", left, right, "-q").status == wanted, "\(left) \(right)")
        }
        #expect(try tool.run("check", "good", "good").status == 0)
        #expect(try tool.run("check", "bad", "bad").lines.count == 2)
    }

    @Test("check --is: a wrong format is as bad as a corrupt file", arguments: orders(["a.json", "b.plist", "bad"]))
    func checkFormat(_ files: [String]) throws {
        let tool = try Tool()
        try tool.write("[1]", to: "a.json")
        try tool.write("<plist><array/></plist>", to: "b.plist")
        try tool.write("[1,", to: "bad")
        let result = try tool.run(Tool.program, ["check", "--is", "json", "-v"] + files)
        #expect(result.status == 1 && result.lines.count == 3, "\(result.text)")
        #expect(try tool.run(Tool.program, ["check", "--is", "json"] + files + ["gone"]).status == 2)
    }

    @Test(
        "convert --into: the worst status counts, wherever the file is", arguments: orders(["good", "lossy", "bad"]))
    func convert(_ files: [String]) throws {
        let tool = try Tool()
        try tool.write("[1]", to: "good.json")
        try tool.write("[null]", to: "lossy.json")
        try tool.write("[1,", to: "bad.json")
        let names = files.map { $0 + ".json" }
        let all = try tool.run(Tool.program, ["convert"] + names + ["--into", "out", "--to", "xml"])
        #expect(all.status == 2 && all.text == "1 converted, 2 failed.\n", "\(all.status) \(all.text)")
        for (number, pair) in zip(names, names.dropFirst()).enumerated() {
            let result = try tool.run("convert", pair.0, pair.1, "--into", "out\(number)", "--to", "xml", "-q")
            let wanted: Int32 = [pair.0, pair.1].contains("bad.json") ? 2 : 1
            #expect(result.status == wanted && result.text.isEmpty, "\(pair)")
        }
    }

    @Test("convert --into: what isn't there, and what would have one name, is a failure of its own")
    func convertErrors() throws {
        let tool = try Tool()
        try FileManager.default.createDirectory(at: tool.file("a"), withIntermediateDirectories: true)
        for name in ["a/x.json", "x.json", "y.json"] { try tool.write("[1]", to: name) }
        let same = try tool.run("convert", "a", "x.json", "y.json", "--into", "out", "--to", "xml")
        #expect(same.status == 2 && same.text == "2 converted, 1 failed.\n", "\(same.text)\(same.errors)")
        #expect(same.errors == "basemodel: File x.json: The new file would be out/x.plist, which a/x.json becomes.\n")
        let gone = try tool.run("convert", "gone", "y.json", "--into", "other", "--to", "xml")
        #expect(gone.status == 2 && gone.text == "1 converted, 1 failed.\n", "\(gone.text)\(gone.errors)")
        // A folder without files is no failure, and neither is one with files of no format alone.
        try FileManager.default.createDirectory(at: tool.file("b/c"), withIntermediateDirectories: true)
        #expect(try tool.run("convert", "b", "--into", "none", "--to", "xml") == (0, "0 converted.\n"))
        try tool.write("\u{1}", to: "b/c/picture.png")
        #expect(try tool.run("convert", "b", "--into", "none", "--to", "xml") == (0, "0 converted, 1 of no format.\n"))
        // If it was named, it is one.
        let named = try tool.run("convert", "b/c/picture.png", "--into", "none", "--to", "xml")
        #expect(named.status == 2 && named.text == "0 converted, 1 failed.\n")
    }

    @Test("diff: 1 for a difference, 2 for a file that can't be read, whichever of the two it is")
    func diff() throws {
        let tool = try Tool()
        try tool.write("[1]", to: "a")
        try tool.write("[2]", to: "b")
        try tool.write("[1,", to: "bad")
        for options in [[], ["-q"], ["--json"], ["--exact"]] {
            func status(_ left: String, _ right: String) throws -> Int32 {
                try tool.run(Tool.program, ["diff", left, right] + options).status
            }
            #expect(try status("a", "a") == 0 && status("a", "b") == 1 && status("b", "a") == 1)
            #expect(try status("a", "bad") == 2 && status("bad", "a") == 2 && status("bad", "bad") == 2)
            #expect(try status("a", "gone") == 2 && status("gone", "a") == 2 && status("gone", "bad") == 2)
        }
    }
}

private func == (result: Tool.Result, wanted: (Int32, String)) -> Bool {
    result.status == wanted.0 && result.text == wanted.1 && result.errors.isEmpty
}
