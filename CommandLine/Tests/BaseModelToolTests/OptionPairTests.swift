import Foundation
import ModelCore
import Testing

/// Options that meet.
@Suite struct OptionPairTests {
    @Test("edit: a rule for keys that come twice makes no JSON5 of JSON", arguments: ["first", "last"])
    func duplicateKeysAndNumbers(_ rule: String) throws {
        let tool = try Tool()
        func edit(_ text: String, _ value: String, _ options: String...) throws -> String {
            try tool.write(text, to: "a.json")
            let result = try tool.run(
                Tool.program, ["edit", "a.json", "n", value, "--type", "real", "--duplicate-keys", rule] + options)
            return try "\(result.status == 0) " + tool.text(of: "a.json")
        }
        let twice = "{\"a\": 1, \"n\": 1.5, \"a\": 2}"
        #expect(try edit(twice, "2.5") == "true {\"a\": 1, \"n\": 2.5, \"a\": 2}")
        for value in ["Infinity", "-Infinity", "NaN", "1e999"] {
            #expect(try edit(twice, value) == "false \(twice)", "\(value)")
            #expect(try edit("{\"n\": 1.5}", value) == "false {\"n\": 1.5}", "\(value)")
        }
        // In JSON5 they have a form, with keys that come twice and without.
        #expect(try edit("{a: 1, n: 1.5, a: 2}", "Infinity") == "true {a: 1, n: Infinity, a: 2}")
        #expect(try edit("{n: 1.5}", "Infinity") == "true {n: Infinity}")
    }

    @Test("check: --is with --json5, and a rule for keys that come twice with both")
    func check() throws {
        let tool = try Tool()
        try tool.write("{\"a\": 1, \"a\": 2}", to: "twice.json")
        try tool.write("{a: 1, a: 2}", to: "twice.json5")
        try tool.write("{a: 1}", to: "once.json5")
        func status(_ arguments: String...) throws -> Int32 { try tool.run(Tool.program, ["check"] + arguments).status }
        #expect(try status("twice.json") == 1 && status("twice.json", "--duplicate-keys", "last") == 0)
        #expect(try status("once.json5") == 1 && status("once.json5", "--json5") == 0)
        #expect(try status("twice.json5", "--json5") == 1 && status("twice.json5", "--duplicate-keys", "last") == 1)
        #expect(try status("twice.json5", "--json5", "--duplicate-keys", "last", "--is", "json") == 0)
        #expect(try status("twice.json5", "--json5", "--duplicate-keys", "last", "--is", "xml") == 1)
        #expect(try status("twice.json", "twice.json5", "--json5", "--duplicate-keys", "first") == 0)
    }

    @Test("diff: --exact counts between two formats, and changes nothing between files of one")
    func exact() throws {
        let tool = try Tool()
        try tool.write(
            ModelDocument(encoding: ["at": Date(timeIntervalSince1970: 0)]), to: "a.plist", as: .xmlPropertyList)
        try tool.write(
            ModelDocument(encoding: ["at": Date(timeIntervalSince1970: 0)]), to: "b.plist", as: .binaryPropertyList)
        try tool.write(#"{"at": "1970-01-01T00:00:00.000Z"}"#, to: "c.json")
        try tool.write(ModelDocument(encoding: ["at": "1970-01-01T00:00:00.000Z"]), to: "d.plist", as: .xmlPropertyList)
        func status(_ arguments: String...) throws -> Int32 { try tool.run(Tool.program, ["diff"] + arguments).status }
        for (left, right, plain, exact): (String, String, Int32, Int32) in [
            ("a.plist", "a.plist", 0, 0), ("a.plist", "b.plist", 0, 0), ("a.plist", "c.json", 0, 1),
            ("c.json", "a.plist", 0, 1), ("b.plist", "c.json", 0, 1), ("c.json", "d.plist", 0, 0),
            ("a.plist", "d.plist", 1, 1), ("d.plist", "a.plist", 1, 1), ("b.plist", "d.plist", 0, 1),
        ] {
            #expect(try status(left, right) == plain, "\(left) \(right)")
            #expect(try status(left, right, "--exact") == exact, "\(left) \(right)")
            #expect(try status(left, right, "--exact", "-q", "--path", "at") == exact, "\(left) \(right)")
        }
    }

    @Test("show: a depth that is just enough shows all, and one less doesn't")
    func depth() throws {
        let tool = try Tool()
        try tool.write("{\"a\": {\"b\": {\"c\": 1}}}", to: "a.json")
        let whole = try tool.run("show", "a.json").text
        #expect(try tool.run("show", "a.json", "--depth", "3").text == whole)
        #expect(try tool.run("show", "a.json", "--depth", "2").text != whole)
        #expect(try tool.run("show", "a.json", "--depth", "0").lines.count == 1)
        for (depth, status): (String, Int32) in [("3", 0), ("2", 2), ("1", 2), ("0", 64), ("4", 0)] {
            #expect(try tool.run("show", "a.json", "--max-depth", depth).status == status, "\(depth)")
        }
        let part = try tool.run("show", "a.json", "--path", "a.b", "--depth", "1")
        #expect(part.lines == ["dictionary of 1", "  c: 1"])
    }

    @Test("graph: as many objects as the limit says are drawn without a word, and one more is told")
    func graphLimit() throws {
        let tool = try Tool()
        try tool.write("{\"a\": {\"b\": {}}, \"c\": {}}", to: "a.json")
        let whole = try tool.run("graph", "a.json")
        #expect(whole.status == 0 && whole.errors.isEmpty)
        var enough = 0
        for limit in 1...6 where enough == 0 {
            let result = try tool.run("graph", "a.json", "--limit", "\(limit)")
            #expect(result.status == 0)
            if result.text == whole.text { enough = limit }
            #expect(result.errors.isEmpty == (result.text == whole.text), "\(limit): \(result.errors)")
        }
        #expect(enough > 1)
    }
}
