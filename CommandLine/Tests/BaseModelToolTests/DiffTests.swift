import Foundation
import ModelCore
import Testing

@testable import BaseModelTool

@Suite struct DiffTests {
    func lines(_ left: String, _ right: String) throws -> [String] {
        let tool = try Tool()
        try tool.write(left, to: "a.json")
        try tool.write(right, to: "b.json")
        let result = try tool.run("diff", "a.json", "b.json")
        #expect(result.status == (result.output.isEmpty ? 0 : 1))
        return result.lines
    }

    @Test func values() throws {
        #expect(try lines(#"{"a":1,"b":[true]}"#, #"{ "b" : [true], "a" : 1 }"#) == [])
        #expect(
            try lines(#"{"a":1,"b":"x","c":null}"#, #"{"a":1.0,"b":"y","d":{}}"#) == [
                "~ a: 1 → 1.0", "~ b: \"x\" → \"y\"", "- c: null", "+ d: dictionary of 0",
            ])
        #expect(try lines("[1]", "{}") == ["~ the root: array of 1 → dictionary of 0"])
    }

    @Test("For other programs")
    func json() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "a.plist", as: .keyedArchive)
        try tool.write(todoList(due: .init(timeIntervalSinceReferenceDate: 1001)), to: "b.json", as: .json)
        let result = try tool.run("diff", "a.plist", "b.json", "--json")
        #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
        let report = try FormatRegistry.default.provider(for: .json).document(from: result.output, as: .json)
        #expect(report["same"]?.boolValue == false)
        let differences = report["differences"]?.elements.map { $0 } ?? []
        #expect(differences.map { $0["kind"]?.stringValue } == ["classChanged", "changed", "sharing", "changed"])
        #expect(differences.map { $0["path"]?.stringValue } == ["", "items[0].due", "next", "next.due"])
        #expect(differences.allSatisfy { $0.keys.count == 4 })
        #expect(differences[0]["oldClass"]?.stringValue == "TodoList" && differences[0]["newClass"]?.isNull == true)
        #expect(differences[1]["old"]?.className == "NSDate")
        #expect(differences[1]["new"]?.stringValue == "2001-01-01T00:16:41.000Z")
        #expect(differences[2]["oldIsShared"]?.boolValue == true && differences[2]["newIsShared"]?.boolValue == false)

        try tool.write(#"{"a": 1, "b": [true]}"#, to: "c.json")
        try tool.write(#"{"a": 2, "c": {"x": null}}"#, to: "d.json")
        func text(_ arguments: String...) throws -> String {
            let text = try tool.run(Tool.program, ["diff", "--json"] + arguments).text
            return text.replacing("\n", with: "").replacing(" ", with: "")
        }
        #expect(
            try text("c.json", "d.json")
                == #"{"same":false,"differences":[{"kind":"changed","path":"a","old":1,"new":2},"#
                + #"{"kind":"removed","path":"b","old":[true]},{"kind":"added","path":"c","new":{"x":null}}]}"#)
        #expect(try text("c.json", "c.json") == #"{"same":true,"differences":[]}"#)
        #expect(try tool.run("diff", "c.json", "c.json", "--json").status == 0)
        #expect(try tool.run("diff", "c.json", "d.json", "--json", "-q").status == 64)
    }

    @Test("Elements that stayed are found again")
    func elements() throws {
        #expect(
            try lines(#"[1,2,{"x":1},4]"#, #"[0,1,2,{"x":2},4,5]"#) == [
                "+ [0]: 0", "~ [2].x: 1 → 2", "+ [5]: 5",
            ])
        let many = (0..<20000).map { "\($0)" }
        var other = many
        other.remove(at: 15000)
        other.insert("\"new\"", at: 3)
        #expect(
            try lines("[\(many.joined(separator: ","))]", "[\(other.joined(separator: ","))]") == [
                "+ [3]: \"new\"", "- [15000]: 15000",
            ])
    }

    @Test("Between formats, a value in the terms of one is that of the other; --exact tells them apart")
    func formats() throws {
        let tool = try Tool()
        try tool.write(todoList(), to: "a.plist", as: .keyedArchive)
        try tool.write(todoList(), to: "b.json", as: .json)
        #expect(
            try tool.run("diff", "a.plist", "b.json").lines == [
                "~ the root: class TodoList → no class", "~ next: stands elsewhere, too → a copy",
            ])
        let exact = try tool.run("diff", "a.plist", "b.json", "--exact").lines
        #expect(exact.contains("~ icon: data of 3 bytes 0102ff → \"AQL/\", in other terms"), "\(exact)")
        #expect(exact.count == 6)
        try tool.write(todoList(), to: "c.fast", as: .fastCoding)
        #expect(try tool.run("diff", "a.plist", "c.fast", "--exact").status == 0)
        try tool.write(todoList(due: .init(timeIntervalSinceReferenceDate: 1001)), to: "d.plist", as: .hrCodedXML)
        #expect(
            try tool.run("diff", "a.plist", "d.plist").text
                == "~ items[0].due: date 2001-01-01T00:16:40.000Z → date 2001-01-01T00:16:41.000Z\n")
        let quiet = try tool.run("diff", "a.plist", "d.plist", "-q")
        #expect(quiet.status == 1 && quiet.output.isEmpty && quiet.errors.isEmpty)
        #expect(try tool.run("diff", "a.plist", "gone").status == 2)
        #expect(try tool.run("diff", "a.plist", "-", input: Data(contentsOf: tool.file("c.fast"))).status == 0)
        #expect(try tool.run("diff", "-", "-").status == 64)
        // Each file may be read in a different format.
        try tool.write(#"{"$class":"A","b":1}"#, to: "e.json")
        try tool.write("{ \"$class\" = A; b = <*I1>; }", to: "f.plist")
        let own = ["e.json", "f.plist", "--from-old", "json", "--from-new", "xmlPropertyList"]
        #expect(try tool.run(Tool.program, ["diff"] + own).status == 0)
        try tool.write(#"{"x":{"q":1},"y":{"$alias":"x"}}"#, to: "g.json")
        #expect(try tool.run("diff", "g.json", "g.json").status == 0)
        #expect(try tool.run("diff", "g.json", "g.json", "--from-old", "json", "--from", "hrCodedJSON").status == 1)
        #expect(try tool.run("diff", "g.json", "g.json", "--from-new", "json", "--from", "hrCodedJSON").status == 1)
        #expect(try tool.run("diff", "e.json", "f.plist", "--from-new", "json").status == 2)
        #expect(try tool.run("diff", "a.plist", "d.plist", "--path", "items[1]").status == 0)
    }

    @Test(
        "Elements of sets are compared in the same way each time: the same first, then those with the same scalars, then in their order"
    )
    func sets() throws {
        let tool = try Tool()
        func set(_ elements: String...) -> String {
            let entries = elements.enumerated().map { ",\"NS.object.\($0.offset)\":\($0.element)" }.joined()
            return "{\"s\":{\"$class\":\"NSSet\"\(entries)}}"
        }
        func lines(_ left: String, _ right: String) throws -> [String] {
            try tool.write(left, to: "a.json")
            try tool.write(right, to: "b.json")
            return try tool.run("diff", "a.json", "b.json", "--from", "hrCodedJSON").lines
        }
        let (one, two, three) = (#"{"n":1}"#, #"{"n":2,"m":[2]}"#, #"{"n":3}"#)
        #expect(try lines(set(one, two, three), set(three, one, two)) == [])
        #expect(
            try lines(set(one, two, three), set(#"{"n":4}"#, three, #"{"n":2,"m":[5]}"#, #"{"n":6}"#)) == [
                "~ s[0].n: 1 → 4", "~ s[1].m[0]: 2 → 5", "+ s[3]: dictionary of 1",
            ])
        for (from, to) in [(1, 3), (5, 7), (11, 2)] {
            #expect(
                try lines(set("{\"n\":\(from)}", "{\"n\":\(from + 1)}"), set("{\"n\":\(to * 100)}", "{\"n\":\(to)}"))
                    == [
                        "~ s[0].n: \(from) → \(to * 100)", "~ s[1].n: \(from + 1) → \(to)",
                    ])
        }
    }

    @Test("Cycles, and objects that are shared otherwise")
    func sharing() throws {
        func pair(_ second: Int?) throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginArray(number: 9)
            try builder.beginArray(number: 1)
            try builder.append(true)
            try builder.appendReference(to: 9)
            try builder.end()
            if let second {
                try builder.appendReference(to: second)
            } else {
                try builder.beginArray()
                try builder.append(true)
                try builder.appendReference(to: 9)
                try builder.end()
            }
            try builder.end()
            return try builder.finish()
        }
        #expect(try differences(pair(1), pair(1)).isEmpty)
        #expect(try differences(pair(1), pair(nil)).map { "\($0.kind) \($0.path)" } == ["sharing [1]"])
        #expect(try differences(pair(nil), pair(1)).map { "\($0.kind) \($0.path)" } == ["sharing [1]"])
        #expect(try differences(pair(1), pair(9)).contains { $0.kind == .sharing && $0.path == [1] })
    }

    private final class Found {
        var all: [Difference] = []
    }

    private func differences(_ left: ModelDocument, _ right: ModelDocument) throws -> [Difference] {
        let found = Found()
        var comparison = try DocumentComparison(
            left.root.inOrder(.standard), right.root.inOrder(.standard), limits: .standard
        ) { found.all.append($0) }
        try comparison.run()
        return found.all
    }

    @Test("Documents differ just if a difference is told: random ones, and random changes")
    func random() throws {
        var numbers = Numbers(state: 7)
        for _ in 0..<300 {
            let document = try Self.document(&numbers)
            #expect(try differences(document, document).isEmpty)
            let other = try Self.document(&numbers)
            #expect(try differences(document, other).isEmpty == (document == other))
            var changed = document
            let places = Self.places(document.root)
            guard let place = places.randomElement(using: &numbers) else { continue }
            try changed.set(.string("changed"), at: place)
            #expect(try !differences(document, changed).isEmpty && document != changed)
        }
    }

    private static func places(_ value: ModelDocument.Value, _ way: [ModelPath.Component] = []) -> [ModelPath] {
        var found: [ModelPath] = []
        for (index, element) in value.elements.enumerated() {
            found += [ModelPath(way + [.index(index)])] + places(element, way + [.index(index)])
        }
        for (key, element) in value.properties {
            found += [ModelPath(way + [.key(key)])] + places(element, way + [.key(key)])
        }
        return found
    }

    private static func document(_ numbers: inout Numbers) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try append(&builder, &numbers, depth: 0)
        return try builder.finish()
    }

    private static func append(_ builder: inout DocumentBuilder, _ numbers: inout Numbers, depth: Int) throws {
        switch depth > 3 ? .random(in: 3...6, using: &numbers) : Int.random(in: 0...6, using: &numbers) {
        case 0, 1:
            try builder.beginArray()
            for _ in 0..<Int.random(in: 0...6, using: &numbers) { try append(&builder, &numbers, depth: depth + 1) }
            try builder.end()
        case 2:
            try builder.beginObject(named: "C\(Int.random(in: 0...1, using: &numbers))")
            for key in ["a", "b", "c"] where Bool.random(using: &numbers) {
                try builder.key(key)
                try append(&builder, &numbers, depth: depth + 1)
            }
            try builder.end()
        case 3: try builder.append(Int64.random(in: 0...3, using: &numbers))
        case 4: try builder.append(["x", "y"].randomElement(using: &numbers) ?? "")
        case 5: try builder.append(0.5)
        default: try builder.append(true)
        }
    }

    /// Numbers that are the same each time.
    struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) | (state << 31)
        }
    }
}
