import Foundation
import ModelCore
import ModelTesting
import Testing
import YAMLFormat

@Suite struct YAMLFormatTests {
    /// All that ModelTesting asks of a format.
    @Test(arguments: FormatContract.checks)
    func contract(_ check: ContractCheck) async {
        var options = ContractOptions()
        options.marksEnds = false
        options.hugeCount = 10_000
        options.mutations = 1_000
        let contract = FormatContract(YAMLFormat(), options: options)
        await withKnownIssue(
            "Yams drops a byte order mark at the start of a text, so it is refused.", isIntermittent: true
        ) {
            await contract.check(check)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("can't begin with a byte order mark") }
        }
    }

    @Test("The format is known because its module is linked")
    func registered() throws {
        #expect(FormatRegistry.default.formats.contains(.yaml))
        #expect(try FormatRegistry.default.provider(for: .yaml) is YAMLFormat)
    }

    @Test("A file is what somebody would have written by hand")
    func text() throws {
        let data = try YAMLFormat().encode { encoder in
            try encoder.beginObject(NSObject(), class: CodedClass(name: "Cat"))
            try encoder.encode("Felix", forKey: "name")
            try encoder.encode(7, forKey: "age")
            try encoder.encode("0123", forKey: "phone")
            try encoder.encodeAny(["fish", nil, true] as [Any?], forKey: "likes")
            try encoder.end()
        }
        #expect(
            String(decoding: data, as: UTF8.self) == """
                --- !Cat
                name: Felix
                age: 7
                phone: "0123"
                likes:
                - fish
                - null
                - true

                """)
        #expect(try FormatRegistry.default.detect(data) == .yaml)
    }

    @Test("Few aliases can't stand for an endless tree")
    func bomb() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            let alias = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\(Array(repeating: alias, count: 10).joined(separator: ", "))]\n"
        }
        let error = #expect(throws: ModelError.self) {
            try YAMLFormat().decode(from: Data(text.utf8)) { try ModelDocument.decode(from: $0) }
        }
        #expect(error?.code == .nodesExceeded)
    }

    @Test("Keys that are aliases of aliases of aliases take no time")
    func aliasKeys() throws {
        var text = "- &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...7 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "- &a\(level) [\(aliases)]\n"
        }
        text += "- {*a7 : 1}\n"
        let start = ContinuousClock.now
        let error = #expect(throws: ModelError.self) {
            try YAMLFormat().document(from: Data(text.utf8), limits: DecodingLimits(nodes: 1000))
        }
        #expect(error?.code == .nodesExceeded)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("Aliases don't nest more deeply than text does")
    func deepAliases() throws {
        let (opening, closing) = (String(repeating: "[", count: 100), String(repeating: "]", count: 100))
        var text = "- &a0 1\n"
        for line in 1...15 { text += "- &a\(line) \(opening)*a\(line - 1)\(closing)\n" }
        let error = #expect(throws: ModelError.self) {
            try YAMLFormat().document(from: Data(text.utf8), limits: DecodingLimits(depth: 2000))
        }
        #expect(error?.code == .depthExceeded)
    }

    @Test("Aliases are what they name, and other stars stay")
    func aliases() throws {
        let rest = "s: 2 * 3 *x\nq: ['*', \"a *x\"]\nl: |\n  * one\n  *x\nt: !C*\n  a: 1\n# *x\n"
        let text = "k: &k name\nx: &x [1, &x 2, *x]\ny: *x\nz: {*k : *x, u: [*x,*k]}\n" + rest
        let plain = "k: name\nx: [1, 2, 2]\ny: [1, 2, 2]\nz: {name: [1, 2, 2], u: [[1, 2, 2],name]}\n" + rest
        let document = try YAMLFormat().document(from: Data(text.utf8))
        #expect(try document == YAMLFormat().document(from: Data(plain.utf8)))
        #expect(document["s"]?.stringValue == "2 * 3 *x" && document["l"]?.stringValue == "* one\n*x\n")
        #expect(document["t"]?.className == "C*")
    }

    @Test(
        "An error says where",
        arguments: [
            "a: [1, 2", "a: 1\nb: \"x", "é: {\nä: 1, a]: 2\n", "é: &x 1\nb: [*x, *y]", "a: &x '*'\nb: [*x, *x",
        ])
    func errors(_ text: String) throws {
        let error = #expect(throws: ModelError.self) {
            try YAMLFormat().decode(from: Data(text.utf8), as: .yaml) { try ModelDocument.decode(from: $0) }
        }
        let place = try #require(error?.location)
        let above = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .prefix((place.line ?? 0) - 1).reduce(0) { $0 + $1.count + 1 }
        #expect(place.byteOffset == above + (place.column ?? 0) - 1 && place.byteOffset <= text.utf8.count)
        #expect(error?.format == .yaml)
        #expect(error?.description.contains("\n") == false)
    }
}
