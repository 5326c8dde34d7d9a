import Foundation
import ModelCore
import Testing

@testable import BaseModelTool

/// Small files that would take very long, or make very much of little.
@Suite struct HostileFileTests {
    private func quick<Value>(_ body: () throws -> Value) rethrows -> Value {
        let start = ContinuousClock.now
        let value = try body()
        #expect(ContinuousClock.now - start < .seconds(60))
        return value
    }

    @Test("Texts and keys are told apart by their bytes: to sort very many combining marks takes for ever")
    func combiningMarks() throws {
        let tool = try Tool()
        let text = "a" + String(repeating: "\u{301}\u{316}", count: 80_000)
        try tool.write(ModelDocument(encoding: [text, "x"]), to: "a.json", as: .json)
        try tool.write(ModelDocument(encoding: [text, "y"]), to: "b.json", as: .json)
        let marked = try quick { try tool.run("diff", "a.json", "b.json") }
        #expect(marked.lines == [#"~ [1]: "x" → "y""#])
        try tool.write("{\"\u{E9}\": 1}", to: "a.json")
        try tool.write("{\"e\u{301}\": 1}", to: "b.json")
        let result = try tool.run("diff", "a.json", "b.json")
        #expect(result.status == 1 && result.lines.count == 2)
    }

    @Test(
        "A long name of a class is shortened wherever an object has it",
        arguments: [["show", "a"], ["stats", "a"], ["graph", "a"], ["diff", "a", "b"], ["convert", "a", "c.json"]])
    func longClassName(_ arguments: [String]) throws {
        let tool = try Tool()
        var builder = DocumentBuilder()
        try builder.beginObject(named: String(repeating: "A", count: 1000))
        try builder.end()
        try tool.write(builder.finish(), to: "a", as: .keyedArchive)
        try tool.write("{}", to: "b")
        let result = try tool.run(Tool.program, arguments)
        let lines = result.lines + result.errors.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains(String(repeating: "A", count: 200) + "…") }, "\(lines)")
        #expect(lines.allSatisfy { $0.utf8.count < 400 })
    }

    @Test("Very many keys that are one, as those that are no number")
    func equalKeys() throws {
        func document(_ count: Int) throws -> ModelDocument.Value {
            var builder = DocumentBuilder()
            try builder.beginValueDictionary()
            for number in 0..<count {
                try builder.append(Double.nan)
                try builder.append(Int64(number))
            }
            try builder.end()
            return try builder.finish().root.inOrder(.standard)
        }
        let count = 20_000
        let (left, right) = (try document(0), try document(count))
        let found = Counter()
        try quick {
            var comparison = try DocumentComparison(left, right, limits: .standard) { _ in found.count += 1 }
            try comparison.run()
        }
        #expect(found.count == count)
    }

    private final class Counter {
        var count = 0
    }

    /// A binary property list of an array with one text in very many places.
    private func manyPlaces(_ count: Int, of text: String) -> Data {
        func bytes<Integer: FixedWidthInteger>(_ number: Integer) -> [UInt8] {
            (0..<Integer.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var list = Data("bplist00".utf8)
        list += [0xAF, 0x12] + bytes(UInt32(count)) + Array(repeating: 1, count: count)
        let start = list.count
        list += [0x5F, 0x12] + bytes(UInt32(text.utf8.count)) + Array(text.utf8)
        let table = list.count
        list += bytes(UInt32(8)) + bytes(UInt32(start))
        list += [0, 0, 0, 0, 0, 0, 4, 1] + bytes(UInt64(2)) + bytes(UInt64(0)) + bytes(UInt64(table))
        return list
    }

    @Test("A long text that a file has in very many places", arguments: [1000, 100_000])
    func longTextInManyPlaces(_ length: Int) throws {
        let tool = try Tool()
        let file = manyPlaces(min(2_000_000_000 / length, 200_000), of: String(repeating: "x", count: length))
        try file.write(to: tool.file("a.plist"))
        try quick {
            let edit = try tool.run("edit", "a.plist", "[0]", "changed")
            #expect(edit.status == 0, "\(edit.errors)")
            #expect(try Data(contentsOf: tool.file("a.plist")).count < 10 * file.count)
        }
        if length < 10_000 { return }
        try quick {
            let show = try tool.run("show", "a.plist")
            #expect(show.status == 0 && show.output.count < 1 << 20)
            #expect(show.lines[2].hasPrefix("  [1]: #1 \"xxx") && show.lines[3] == "  [2]: → #1")
        }
        for format in ["json", "xmlPropertyList"] {
            let convert = try quick { try tool.run("convert", "a.plist", "b", "--to", format) }
            #expect(convert.status == 2 && convert.errors.contains("64 times"), "\(convert.errors)")
            #expect(!FileManager.default.fileExists(atPath: tool.file("b").path))
        }
        for arguments in [["stats", "a.plist"], ["graph", "a.plist"], ["check", "a.plist"]] {
            let result = try quick { try tool.run(Tool.program, arguments) }
            #expect(result.status == 0 && result.output.count < 1 << 22)
        }
        try manyPlaces(20_000, of: String(repeating: "x", count: length)).write(to: tool.file("b.plist"))
        let diff = try quick { try tool.run("diff", "a.plist", "b.plist") }
        #expect(diff.status == 1 && diff.lines.count == 1)
    }

    @Test("Editing and comparing take few times as long as reading", arguments: ["[", "{"])
    func longArrays(_ bracket: String) throws {
        let tool = try Tool()
        func write(_ first: Int, to name: String) throws {
            let values = (0..<200_000).map { bracket == "[" ? "1" : "\"key\($0)\": \($0)" }
            let close = bracket == "[" ? "]" : "}"
            try tool.write("{\"a\": \(first), \"b\": \(bracket)\(values.joined(separator: ","))\(close)}", to: name)
        }
        try write(1, to: "a.json")
        try write(2, to: "b.json")
        func time(_ arguments: String...) throws -> Duration {
            let start = ContinuousClock.now
            let result = try tool.run(Tool.program, arguments)
            #expect(result.status < 2, "\(result.errors)")
            return ContinuousClock.now - start
        }
        let reading = try (0..<3).map { _ in try time("check", "a.json") }.max() ?? .zero
        // A busy machine may slow down one of them.
        func isQuick(_ measure: () throws -> Duration) throws -> Bool {
            for _ in 0..<3 where try measure() < reading * 25 { return true }
            return false
        }
        #expect(try isQuick { try time("diff", "a.json", "b.json") })
        #expect(try isQuick { try time("edit", "a.json", "a", "3") })
    }

    @Test("Paths of differences are short, however many stand behind one long key, and however deep")
    func longPaths() throws {
        let tool = try Tool()
        func compare(_ make: (Int) -> String) throws -> [String] {
            try tool.write(make(1), to: "a.json")
            try tool.write(make(2), to: "b.json")
            return try tool.run("diff", "a.json", "b.json").lines
        }
        let (key, long) = (String(repeating: "k", count: 200), String(repeating: "k", count: 10_000))
        let elements = try compare { number in
            let numbers = Array(repeating: "\(number)", count: 100).joined(separator: ",")
            return "{\"\(long)\": [\(numbers)]}"
        }
        #expect(elements == (0..<100).map { "~ \(key)…[\($0)]: 1 → 2" })
        let (opening, closing) = (String(repeating: "[", count: 100), String(repeating: "]", count: 100))
        #expect(
            try compare { opening + "\($0)" + closing } == [
                "~ [0][0][0][0][0][0][0][0] … (88 more) … [0][0][0][0]: 1 → 2"
            ])
    }

    @Test("A large archive isn't opened wherever it stands, unless what it may hold is large")
    func largeArchives() throws {
        func stands(_ scalar: ModelScalar) throws -> Bool {
            let archive = try KeyedArchive().encode(ModelDocument(scalar))
            let stands = Restatement.stands(.data(archive), for: scalar)
            #expect(Restatement.stands(.string(archive.base64EncodedString()), for: scalar) == stands)
            return stands
        }
        #expect(try stands(.string("short")))
        #expect(try !stands(.string(String(repeating: "long", count: 5000))))
        #expect(try stands(.geometry(.indexSet((0..<3000).map { 3 * $0..<3 * $0 + 1 }))))
    }

    /// Makes classes of the entities in the XML.
    private func classes(_ entities: String) throws -> [String] {
        let tool = try Tool()
        try tool.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\n\(entities)</model>\n", to: "contents")
        let result = try quick { try tool.run("generate", "contents") }
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        return result.lines
    }

    @Test("Very many entities whose names come to one in Swift")
    func equalNames() throws {
        let count = 3000
        let entities = (0..<count).map { "<entity name=\"&#\(0xF0000 + $0);\"/>\n" }.joined()
        let lines = try classes(entities)
        let names = lines.filter { $0.contains(" class ") }.compactMap { line in
            line.components(separatedBy: " class ")[1].components(separatedBy: ":").first
        }
        #expect(Array(names.prefix(3)) == ["_value", "_value_", "_value_2"])
        #expect(names.count == count && Set(names).count == count)
        #expect(names.allSatisfy { $0.utf8.count < 20 })
    }

    @Test("Very many pairs of relationships")
    func pairs() throws {
        func relationship(_ name: String, _ inverse: String) -> String {
            "<relationship name=\"\(name)\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"A\" "
                + "inverseName=\"\(inverse)\" inverseEntity=\"A\"/>\n"
        }
        let count = 6000
        let pairs = (0..<count).map { relationship("r\($0)", "s\($0)") + relationship("s\($0)", "r\($0)") }
        let lines = try classes("<entity name=\"A\">\n\(pairs.joined())</entity>\n")
        #expect(lines.contains("    @Relationship(inverse: \\A.s5999) var r5999: A?"))
        #expect(lines.contains("    @Relationship weak var s5999: A?"))
        #expect(lines.count { $0.contains(" weak ") } == count)
    }
}
