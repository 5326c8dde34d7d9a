import JSONFormat
import ModelCore
import TestSupport
import Testing

/// A thousand random edits of commented text: what is read is what was meant, and the rest is as it was.
@Suite struct JSONRandomEditTests {
    @Test("Edits of JSON5", arguments: 0..<10) func json5(_ part: UInt64) throws {
        for seed in part * 100..<(part + 1) * 100 {
            let failure = try CommentedText.failure(.json5, seed: seed, in: JSONFormat(reading: .json5), as: .json)
            if let failure { Issue.record("\(failure)") }
        }
    }

    @Test("Edits of strict JSON, which stays so", arguments: 0..<10) func json(_ part: UInt64) throws {
        for seed in part * 100..<(part + 1) * 100 {
            if let failure = try CommentedText.failure(.json, seed: seed, in: JSONFormat(), as: .json) {
                Issue.record("\(failure)")
            }
        }
    }
}
