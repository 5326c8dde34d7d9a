import Foundation
import ModelCore
import Testing

/// Edits with values that a format can't hold. The rule is the same as for `convert`.
@Suite("Losses of edits") struct EditLossTests {
    private static let list = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><!-- when --><key>a</key><date>2016-02-28T10:16:17Z</date><key>n</key>\
        <string>x</string><key>l</key><array><string>y</string><string>z</string></array></dict></plist>
        """

    @Test(
        "Nothing becomes a small archive without --lossy",
        arguments: [
            ["a", "2020-01-01T00:00:00.5Z"], ["n", "--type", "null"], ["n", "a\u{1}b"], ["l[1]", "--type", "null"],
            ["new", "--type", "null"], ["l[0]", "a\u{1}b", "--insert"], ["l[*]", "a\u{1}b"],
        ])
    func archives(_ change: [String]) throws {
        let tool = try Tool()
        try tool.write(Self.list, to: "a.plist")
        let refused = try tool.run(Tool.program, ["edit", "a.plist"] + change)
        #expect(refused.status == 1 && refused.errors.contains("small archive"), "\(refused.errors)")
        #expect(refused.errors.contains("--lossy"))
        #expect(try tool.text(of: "a.plist") == Self.list)
        let lossy = try tool.run(Tool.program, ["edit", "a.plist", "--lossy"] + change)
        #expect(lossy.status == 0 && lossy.errors.contains("Lost: "), "\(lossy.errors)")
        #expect(try tool.text(of: "a.plist").contains("<data>"))
        #expect(try tool.text(of: "a.plist").contains("<!-- when -->"))
    }

    @Test("An archive that is there already is none of the edit's, wherever it moves to")
    func there() throws {
        let tool = try Tool()
        try tool.write(Self.list, to: "a.plist")
        #expect(try tool.run("edit", "a.plist", "l[1]", "--type", "null", "--lossy").status == 0)
        #expect(try tool.run("edit", "a.plist", "n", "--type", "null", "--lossy").status == 0)
        for change in [
            ["a", "2020-01-01T00:00:00Z"], ["l[0]", "first", "--insert"], ["l[0]", "--delete"], ["l[2]", "last"],
        ] {
            let result = try tool.run(Tool.program, ["edit", "a.plist"] + change)
            #expect(result.status == 0 && result.errors.isEmpty, "\(change) \(result.errors)")
        }
        // The second of two is one more.
        let second = try tool.run("edit", "a.plist", "l[2]", "--type", "null")
        #expect(second.status == 1 && second.errors.contains("null becomes a small archive: l[2]"), "\(second.errors)")
        let shown = try tool.run("show", "a.plist", "--path", "l").lines
        #expect(shown == ["array of 3", "  [0]: \"y\"", "  [1]: null", "  [2]: \"last\""])
    }

    @Test("What a format can't hold at all is left out, and told")
    func leftOut() throws {
        let tool = try Tool()
        try tool.write(#"{"b": 1.5, "c": [2.5]}"#, to: "a.json")
        let refused = try tool.run("edit", "a.json", "b", "Infinity", "c[0]", "Infinity", "--type", "real")
        #expect(refused.status == 1 && refused.errors.contains("--lossy leaves it out"), "\(refused.errors)")
        #expect(try tool.text(of: "a.json") == #"{"b": 1.5, "c": [2.5]}"#)
        let lossy = try tool.run("edit", "a.json", "b", "Infinity", "c[0]", "Infinity", "--type", "real", "--lossy")
        #expect(lossy.status == 0 && lossy.errors.contains("Lost: a double is left out: b"), "\(lossy.errors)")
        #expect(try tool.text(of: "a.json") == #"{"c": [null]}"#)
    }

    @Test("--parents makes the dictionaries that are missing, and nothing else")
    func parents() throws {
        let tool = try Tool()
        func edit(_ arguments: String...) throws -> String {
            try tool.write(#"{"a": {"x": 1}, "l": [{"m": {}}, {}], "n": null}"#, to: "a.json")
            let result = try tool.run(Tool.program, ["edit", "a.json"] + arguments)
            return result.status == 0 ? try tool.text(of: "a.json") : result.errors
        }
        #expect(try edit("a.b.c", "1").contains("--parents makes it"))
        #expect(
            try edit("a.b.c", "1", "--parents")
                == #"{"a": {"x": 1, "b": {"c": 1}}, "l": [{"m": {}}, {}], "n": null}"#)
        #expect(try edit("p.q.r", "1", "p.q.s", "2", "--parents").contains(#""p": {"q": {"r": 1, "s": 2}}"#))
        #expect(try edit("l[*].m.k", "1").contains("There is nothing here: l[1]"))
        #expect(
            try edit("l[*].m.k", "1", "--parents")
                == #"{"a": {"x": 1}, "l": [{"m": {"k": 1}}, {"m": {"k": 1}}], "n": null}"#)
        #expect(try edit("l[-1].m.k", "1", "--parents").contains(#"[{"m": {}}, {"m": {"k": 1}}]"#))
        for path in ["l[5].x", "n.x", "a.x.y", "l.x.y"] {
            #expect(try edit(path, "1", "--parents").contains("basemodel: "), "\(path)")
        }
        #expect(try tool.run("edit", "a.json", "a.x", "--delete", "--parents").status != 0)
    }
}
