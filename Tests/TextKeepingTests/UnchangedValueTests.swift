import Foundation
import ModelCore
import TestSupport
import Testing

/// A format without an outline, in which the number 1 has two spellings.
private struct Tally: FormatProvider {
    static let format = FileFormat("tally", fileExtension: "tally", library: "Tests")
    var formats: [FileFormat] { [Self.format] }
    func capabilities(of format: FileFormat) -> FormatCapabilities { .all }
    func detect(_ content: Data) -> FormatDetection? { .possible(Self.format) }
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        let text = String(decoding: content, as: UTF8.self)
        try builder.append(text == "one" ? 1 : Int64(text) ?? 0)
    }
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        guard case .int64(let number)? = try walker.next() else { throw ModelError(.corruptData, "No number.") }
        return Data("\(number)".utf8)
    }
}

@Suite("Formats that aren't text")
struct UnchangedValueTests {
    @Test("An older file with an equal value stays as it is, from values and in files")
    func unchanged() throws {
        let old = Data("one".utf8)
        #expect(try Tally().encode(1, keepingTextOf: old) == old)
        #expect(try Tally().encode(2, keepingTextOf: old) == Data("2".utf8))
        try FormatRegistry.withFormats(FormatRegistry([Tally()])) {
            let file = try TemporaryFolder()
            try BaseModel.write(content: old, toFile: file.file("a"), format: Tally.format)
            try 1.write(toFile: file.file("a"), format: Tally.format.keepingText)
            #expect(try BaseModel.content(ofFile: file.file("a")) == old)
            try 2.write(toFile: file.file("a"), format: Tally.format.keepingText)
            #expect(try BaseModel.content(ofFile: file.file("a")) == Data("2".utf8))
        }
    }
}
