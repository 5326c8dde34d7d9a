import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// What an edit costs, beside reading the file.
@Suite struct JSONEditTimeTests {
    @Test("One value of a large file: some times of what reading takes", .endsAtLast)
    func ratio() throws {
        let size = Int(ProcessInfo.processInfo.environment["EDITED_MEGABYTES"] ?? "") ?? 1
        var text = "// head\n[\n"
        while text.utf8.count < size << 20 {
            text += "  { id: \(text.utf8.count), name: 'Somebody', tags: [\"a\", \"b\"], score: 1.5e1 }, // a comment\n"
        }
        let old = Data((text + "]\n").utf8)
        let format = JSONFormat(reading: .json5)
        var document = try format.document(from: old)
        let reading = try threadSeconds { document = try format.document(from: old) }
        try document.set(.int64(-1), at: [5, "id"])
        var fresh = Data()
        let writing = try threadSeconds { fresh = try format.encode(document) }
        var new = Data()
        let editing = try threadSeconds { new = try format.encode(document, keepingTextOf: old) }
        #expect(new.count < old.count + 10 && new.count > fresh.count)
        print("reading \(reading) s, writing \(writing) s, editing \(editing) s: \(editing / reading) times")
        #expect(editing < reading * 25)
    }
}
