#if Macros
import Foundation
import ModelCore
// snippet.contract
import ModelTesting
import Testing

@Test func contract() async { await FormatContract(LineFormat()).check() }
// snippet.end
// snippet.oneByOne
@Test(arguments: FormatContract.checks)
func contract(_ check: ContractCheck) async {
    await FormatContract(LineFormat()).check(check)
}
// snippet.end

// snippet.known
@Test func knownLines() throws {
    let lines = "lines 1\ndictionary\ntext text\ntext 100 %25%0Asure\ntext isDone\ntrue\nend\n"
    let item = try LineFormat().decode(TodoItem.self, from: Data(lines.utf8))
    #expect(item.text == "100 %\nsure" && item.isDone)
    #expect(try LineFormat().encode(item) == Data(lines.utf8))
}
// snippet.end

@Test("The guide's format takes the direct way as it says")
func directWay() async throws {
    // snippet.direct
    var options = ContractOptions()
    let others: Set = ["keys of the class's own code", "keyed"]
    options.direct = DirectDemand(exceptWriting: others, exceptReading: others)
    let contract = FormatContract(LineFormat(), options: options)
    // snippet.end
    await contract.check(try #require(FormatContract.checks.first { $0.name == "direct way" }))
}

@Test("All kinds of lines are known", arguments: [
    ("null", nil), ("true", true), ("false", false), ("integer -7", -7), ("integer 18446744073709551615", UInt64.max), ("real 0.1", 0.1),
    ("real -0.0", -0.0), ("text", nil), ("text ", ""), ("text a%0Ab%25", "a\nb%"), ("array\ninteger 1\narray\nend\nend", nil),
] as [(String, (any ModelValue & Sendable)?)])
func allLines(_ lines: String, _ value: (any ModelValue & Sendable)?) throws {
    let file = Data("lines 1\n\(lines)\n".utf8)
    guard lines != "text" else {
        #expect(throws: ModelError.self) { try LineFormat().document(from: file) }
        return
    }
    let document = try LineFormat().document(from: file)
    #expect(try LineFormat().encode(document) == file)
    if let value { #expect(document == (try ModelDocument(encoding: value))) }
}

@Test(
    "Lines that no writer writes are refused",
    arguments: [
        "", " ", "null garbage", "null ", "true 1", "array of integers", "array\nend of it", "dictionary x\nend", "integer", "integer 1 ", "integer 1.0",
        "unsigned -1", "real 1e999", "real nan", "real inf", "real 0x1p3", "real", "text", "text %", "text %zz", "text %FF", "null\r", "null\nnull",
    ])
func otherLines(_ lines: String) {
    #expect(throws: ModelError.self) { try LineFormat().document(from: Data("lines 1\n\(lines)\n".utf8)) }
}

@Test("Lines that are no UTF-8 are refused")
func otherBytes() throws {
    let error = #expect(throws: ModelError.self) {
        try LineFormat().document(from: Data("lines 1\narray\ntext ".utf8 + [0xFF, 0xFE] + "\nend\n".utf8))
    }
    #expect(error?.code == .corruptData)
    #expect(error?.location?.byteOffset == 14)
}

@Test("A format that was announced is named if its library isn't linked")
func announced() throws {
    // snippet.announce
    FormatRegistry.announce(.lines, signature: FormatSignature(startingWith: [Array("lines 1".utf8)]))
    // snippet.end
    func read() throws -> ModelDocument {
        try FormatRegistry.withFormats(FormatRegistry()) {
            try FormatRegistry.current.document(from: Data("lines 1\nnull\n".utf8))
        }
    }
    let error = #expect(throws: ModelError.self) { try read() }
    #expect(error?.code == .requisiteLibraryMissing)
    #expect(error?.reason == "Lines needs the library LineFormat, which this program does not link.")
}

@Test("The text of lines is kept")
func lines() throws {
    let old = Data("lines 1\ndictionary\ntext a\ninteger 007\ntext b\narray\ninteger 1\nend\nend\n".utf8)
    var document = try LineFormat().document(from: old)
    try document.insert(ModelDocument(.int64(2)), at: ["b", 1])
    try document.set(ModelDocument(encoding: ["d": [true]]), at: ["c"])
    let new = try LineFormat().encode(document, keepingTextOf: old)
    #expect(
        String(decoding: new, as: UTF8.self)
            == "lines 1\ndictionary\ntext a\ninteger 007\ntext b\narray\ninteger 1\ninteger 2\nend\n"
            + "text c\ndictionary\ntext d\narray\ntrue\nend\nend\nend\n")
}
#endif
