import Documents
import Foundation
import Testing

@Suite("Content that is of none of the formats that are possible")
struct FormatDetectionTests {
    /// Finds its format possible for any content, and can read none.
    private struct Guess: FormatProvider {
        let format: FileFormat

        init(_ name: String) { format = FileFormat(name, fileExtension: nil, library: "Tests") }

        var formats: [FileFormat] { [format] }
        func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }
        func detect(_ content: Data) -> FormatDetection? { .possible(format) }
        func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
            throw ModelError(.corruptData, "It is none.")
        }
        func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { Data() }
    }

    @Test("Of readers that got equally far, the first one's format is told")
    func first() throws {
        let formats = ["firstGuess", "secondGuess", "thirdGuess"].map { Guess($0) }
        for guesses in [formats, formats.reversed()] {
            let registry = FormatRegistry(guesses)
            #expect(try registry.detect(Data("text".utf8)) == formats[0].format)
        }
    }
}
