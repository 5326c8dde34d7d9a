import ModelCore
import Testing

@Suite("Errors about secrets")
struct ErrorsWithoutContentTests {
    @Test("Nothing of the values is left, and what programs ask for is")
    func values() {
        var error = ModelError(.typeMismatch, expected: "integer", found: "the number 4711")
        error.path = ModelPath([.key("4711"), .index(3)])
        error.location = ModelLocation(byteOffset: 9)
        error.format = .json
        let clean = error.withoutContent
        #expect(clean.code == .typeMismatch && clean.location == error.location && clean.format == .json)
        #expect(clean.path == ModelPath([.key("…"), .index(3)]) && clean.expected == "integer" && clean.found == nil)
        #expect(!"\(clean)".contains("4711") && clean.reason.contains("integer"))
        #expect(ModelError(.typeMismatch, expected: "integer", found: "string").withoutContent.found == "string")
        let quoting = ModelError(.typeMismatch, expected: "date", found: "string \"hunter2\"").withoutContent
        #expect(quoting.found == "string" && quoting.reason == "Expected date, found string.")
    }

    @Test(
        "No reason that may quote is kept, nor one of a class's own",
        arguments: [
            .corruptData, .typeMismatch, .outOfRange, .unrepresentableValue, .duplicateKey, .underlying, .invalidCoding,
            ModelError.Code("own"),
        ])
    func reasons(_ code: ModelError.Code) {
        #expect(!ModelError(code, "It is hunter2.").withoutContent.reason.contains("hunter2"))
    }

    @Test("Reasons that only tell of sizes are kept")
    func kept() {
        #expect(ModelError(.bytesExceeded, "More than 10 bytes.").withoutContent.reason == "More than 10 bytes.")
    }
}
