import ModelCore
import Testing

@Suite("Errors about secrets")
struct ErrorsWithoutValuesTests {
    @Test("Nothing of the values is left, and what programs ask for is")
    func values() {
        var error = ModelError(.typeMismatch, expected: "integer", found: "the number 4711")
        error.path = ModelPath([.key("pin"), .key("4711"), .index(3)])
        error.location = ModelLocation(byteOffset: 9)
        error.format = .json
        let clean = error.withoutValues
        #expect(clean.code == .typeMismatch && clean.location == error.location && clean.format == .json)
        #expect(clean.path == ModelPath([.key("pin")]) && clean.expected == "integer" && clean.found == nil)
        #expect(!"\(clean)".contains("4711") && clean.reason.contains("integer"))
        #expect(ModelError(.typeMismatch, expected: "integer", found: "string").withoutValues.found == "string")
    }

    @Test(
        "No reason that may quote is kept",
        arguments: [.corruptData, .typeMismatch, .outOfRange, .unrepresentableValue, .duplicateKey, .unknownClass, .classMismatch, .underlying]
            as [ModelError.Code])
    func reasons(_ code: ModelError.Code) {
        #expect(!ModelError(code, "It is hunter2.").withoutValues.reason.contains("hunter2"))
    }

    @Test("Reasons about limits and a format's own are kept")
    func kept() {
        #expect(ModelError(.bytesExceeded, "More than 10 bytes.").withoutValues.reason == "More than 10 bytes.")
        #expect(ModelError(ModelError.Code("own"), "Its own.").withoutValues.reason == "Its own.")
    }
}
