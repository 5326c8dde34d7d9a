import Foundation
import ModelCore
import Testing

/// Types that all samples together have, in whatever order they come.
@Suite struct GenerateNumberTests {
    /// The line of the property `a` of samples.
    private func property(_ values: [String], _ format: (String) -> String = { "{\"a\": \($0)}" }) throws -> String {
        let tool = try Tool()
        for (number, value) in values.enumerated() { try tool.write(format(value), to: "s\(number).json") }
        let names = values.indices.map { "s\($0).json" }
        let result = try tool.run(Tool.program, ["generate", "--name", "Root"] + names)
        let lines = result.lines.map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.first { $0.contains("var a") } ?? "none: \(result.errors)"
    }

    private static let numbers: [(values: [String], line: String)] = [
        (["1"], "var a = 0"), (["1.5"], "var a = 0.0"), (["18446744073709551615"], "var a: Decimal = 0"),
        (["0.1234567890123456789"], "var a: Decimal = 0"), (["1", "1.5"], "var a = 0.0"),
        (["1", "18446744073709551615"], "var a: Decimal = 0"), (["1", "0.1234567890123456789"], "var a: Decimal = 0"),
        (["1.5", "0.1234567890123456789"], "var a: Decimal = 0"), (["1.5", "18446744073709551615"], "var a = 0.0"),
        (["1", "1.5", "0.1234567890123456789"], "var a: Decimal = 0"),
        (["1", "1.5", "18446744073709551615"], "var a = 0.0"),
        (["1.5", "18446744073709551615", "0.1234567890123456789"], "var a: Decimal = 0"),
        (["1", "null"], "var a: Int?"), (["1.5", "null", "1"], "var a: Double?"),
        (["0.1234567890123456789", "null", "1.5"], "var a: Decimal?"),
        (["1", "\"2\""], "var a = 0"), (["1", "\"2.5\""], "var a = 0.0"), (["1.5", "\"2\""], "var a = 0.0"),
        (["1", "1.5", "\"7\"", "0.1234567890123456789"], "var a: Decimal = 0"),
    ]

    @Test("Numbers of several kinds have the type that holds all", arguments: numbers.indices)
    func kinds(_ index: Int) throws {
        let (values, line) = Self.numbers[index]
        #expect(try property(values) == line)
        #expect(try property(values.reversed()) == line)
        #expect(try property(Array(values.dropFirst() + values.prefix(1)) + values) == line)
    }

    @Test("In lists and in dictionaries, too", arguments: numbers.indices.prefix(12))
    func inside(_ index: Int) throws {
        let (values, line) = Self.numbers[index]
        let type = ["var a = 0": "Int", "var a = 0.0": "Double"][line] ?? "Decimal"
        #expect(try property([values.joined(separator: ", ")]) { "{\"a\": [\($0)]}" } == "var a: [\(type)] = []")
        #expect(try property(values) { "{\"a\": [\($0)]}" } == "var a: [\(type)] = []")
        #expect(try property(values.reversed()) { "{\"a\": [\($0)]}" } == "var a: [\(type)] = []")
    }

    @Test("Dates are those of JSON only if all samples are JSON", arguments: [true, false])
    func dates(_ jsonComesFirst: Bool) throws {
        let tool = try Tool()
        try tool.write(#"{"at": "2023-11-14T22:13:20.000Z"}"#, to: "a.json")
        try tool.write(
            ModelDocument(encoding: ["at": "2023-11-14T22:13:20.000Z"]), to: "b.plist", as: .xmlPropertyList)
        let alone = try tool.run("generate", "a.json", "--name", "Root").text
        #expect(alone.contains("    var at = Date("), "\(alone)")
        let names = jsonComesFirst ? ["a.json", "b.plist"] : ["b.plist", "a.json"]
        let both = try tool.run(Tool.program, ["generate", "--name", "Root"] + names).text
        #expect(both.contains("@Transform(.date(.iso8601(fractionDigits: 3))) var at"), "\(both)")
    }

    @Test("What the classes of a tag have in common has the type that it has in one class", arguments: [1, 2])
    func common(_ length: Int) throws {
        let list = "[" + Array(repeating: "1", count: length).joined(separator: ", ") + "]"
        let wanted = length == 1 ? "var x: OneOrMany<Int> = []" : "@Transform(.oneOrMany(writesOne: true)) var x: [Int] = []"
        func lines(_ objects: String...) throws -> [String] {
            let tool = try Tool()
            try tool.write("[\(objects.joined(separator: ", "))]", to: "a.json")
            let result = try tool.run("generate", "a.json", "--name", "Root")
            return result.lines.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let plain = try lines(#"{"x": \#(list)}"#, #"{"x": 1}"#)
        #expect(plain.contains(wanted), "\(plain)")
        let tagged = try lines(
            #"{"kind": "a-b", "p": 1, "x": \#(list)}"#, #"{"kind": "c", "q": 1, "x": 1}"#,
            #"{"kind": "a-b", "p": 1, "x": 1}"#, #"{"kind": "c", "q": 1, "x": \#(list)}"#)
        #expect(tagged.contains(wanted) && tagged.contains { $0.contains("tag: \"kind\"") }, "\(tagged)")
    }
}
