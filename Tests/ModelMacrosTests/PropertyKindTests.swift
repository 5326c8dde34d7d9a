#if Macros
import Foundation
import Testing

/// Properties of each kind, in classes and in structs: what their rows say, and how a struct is made of a file.
@Suite("Kinds of properties")
struct PropertyKindTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        let source: String
        /// What the row of a struct has behind the key path.
        let row: String
        /// The statement that gives a struct's property its value; empty if there is none.
        let assignment: String
        /// What the row of a class has instead; nil if that class is an error.
        var classRow: String?
        var testDescription: String { source }
    }

    static let kinds = [
        Kind(source: "let a: Int", row: ", isStored: true, isRequired: true", assignment: #"self.a = try values.value("a")"#),
        Kind(source: "var a: Int", row: ", isStored: true, isRequired: true", assignment: #"self.a = try values.value("a")"#),
        Kind(
            source: "let a: Int?", row: ", isStored: true, isRequired: true", assignment: #"self.a = try values.value("a")"#),
        Kind(source: "let a = 1", row: ", isStored: true", assignment: "", classRow: ", isStored: true"),
        Kind(
            source: "var a = 1", row: ", isStored: true", assignment: #"self.a = try values.value("a", or: self.a)"#,
            classRow: ", isStored: true"),
        Kind(
            source: "var a: Int?", row: ", isStored: true", assignment: #"self.a = try values.value("a", or: self.a)"#,
            classRow: ", isStored: true"),
        Kind(
            source: "var a: Int? = nil", row: ", isStored: true",
            assignment: #"self.a = try values.value("a", or: self.a)"#, classRow: ", isStored: true"),
        Kind(
            source: "var a: Int? = 1", row: ", isNilDefault: false, isStored: true",
            assignment: #"self.a = try values.value("a", or: self.a)"#, classRow: ", isNilDefault: false, isStored: true"),
        Kind(
            source: "var a = 1 { didSet { draw() } }", row: "", assignment: #"self.a = try values.value("a", or: self.a)"#,
            classRow: ""),
        Kind(
            source: "var a: Int { didSet { draw() } }", row: ", isRequired: true",
            assignment: #"self.a = try values.value("a")"#),
        Kind(
            source: "@Key var a: Int { get { 1 } set { draw() } }", row: "", assignment: #"try values.set("a", in: &self)"#,
            classRow: ""),
        Kind(
            source: "@Key var a: Int? { get { 1 } set { draw() } }", row: ", isNilDefault: false",
            assignment: #"try values.set("a", in: &self)"#, classRow: ", isNilDefault: false"),
        Kind(
            source: #"@Key("b") var a: Int { get { 1 } set { draw() } }"#, row: #", key: ModelCore.PropertyKey("b")"#,
            assignment: #"try values.set("a", in: &self)"#, classRow: #", key: ModelCore.PropertyKey("b")"#),
        Kind(
            source: "@Clamped var a = 1", row: "", assignment: #"try values.set("a", in: &self)"#, classRow: ""),
        Kind(
            source: "@Clamped var a: Int", row: ", isRequired: true", assignment: #"self.a = try values.value("a")"#,
            classRow: ""),
        Kind(
            source: "weak var a: Shape?", row: ", isWeak: true", assignment: #"self.a = try values.value("a", or: self.a)"#,
            classRow: ", isWeak: true"),
        Kind(
            source: #"@Transform(.hex) var a = Data()"#, row: ", with: .hex, isStored: true",
            assignment: #"self.a = try values.value("a", or: self.a)"#, classRow: ", with: .hex, isStored: true"),
        Kind(source: "@Transient var a = 1", row: "none", assignment: "", classRow: "none"),
        Kind(source: "static var a = 1", row: "none", assignment: "", classRow: "none"),
        Kind(source: "var a: Int { 1 }", row: "none", assignment: "", classRow: "none"),
    ]

    private func row(_ name: String, _ all: [String]) -> String {
        let start = "\"\(name)\", "
        guard let row = all.first(where: { $0.hasPrefix(start) }) else { return "none" }
        return String(row.drop { $0 != "." }.drop { $0 != "," && $0 != ")" })
            .replacing(#/\)\.accessed\(get:.*/#, with: "")
    }

    @Test("In a struct", arguments: kinds)
    func inStruct(_ kind: Kind) {
        // Beside a second one of its like, and between others.
        let second = kind.source.replacing(" a", with: " c").replacing(#"("b")"#, with: #"("d")"#)
        let source = "@Model struct Box {\nvar first = 0\n\(kind.source)\n\(second)\nlet last: Int\n}"
        let (all, text) = (rows(of: source), expansion(of: source))
        #expect(row("a", all) == kind.row, "\(all)")
        #expect(row("c", all) == kind.row.replacing(#"("b")"#, with: #"("d")"#), "\(all)")
        #expect(row("first", all) == ", isStored: true" && row("last", all) == ", isStored: true, isRequired: true")
        for name in ["a", "c"] {
            let assignment = kind.assignment.replacing("self.a", with: "self.\(name)").replacing("\"a\"", with: "\"\(name)\"")
            let found = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
                $0.hasPrefix("self.\(name) = ") || $0.contains("values.set(\"\(name)\"")
            }
            #expect(found == (assignment.isEmpty ? [] : [assignment]))
        }
        // What is computed is set when all others have values.
        if kind.assignment.contains("values.set"), let last = text.range(of: "self.last = try"),
            let late = text.range(of: "try values.set(\"a\"")
        {
            #expect(last.lowerBound < late.lowerBound)
        }
    }

    @Test("In a class", arguments: kinds)
    func inClass(_ kind: Kind) {
        let source = "@Model final class Box: BaseModel {\nvar first = 0\n\(kind.source)\nvar last = 1\n}"
        let messages = diagnostics(of: source)
        guard let wanted = kind.classRow else {
            #expect(messages.contains { $0.contains("Give a a value") }, "\(messages)")
            return
        }
        #expect(messages.allSatisfy { !$0.contains("Give a a value") }, "\(messages)")
        let all = rows(of: source)
        #expect(row("a", all) == wanted, "\(all)")
        #expect(row("first", all) == ", isStored: true" && row("last", all) == ", isStored: true")
    }
}
#endif
