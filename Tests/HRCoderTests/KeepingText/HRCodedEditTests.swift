import Foundation
import HRCoder
import ModelCore
import TestSupport
import Testing

/// Edits of HRCoded files, whose references are key paths that shift.
@Suite struct HRCodedEditTests {
    private static let sample = """
        // A list, as somebody wrote it.
        {
          "$class": "List",
          items: [
            // The first one.
            { "$class": "Item", count: 0x10 }, // sixteen
            { "$class": "Item", count: 2 },
          ],
          next: { "$alias": "items.1" }, // what comes next
          last: { "$alias": "items.1" },
        }

        """

    private func edited(_ text: String, _ change: (inout ModelDocument) throws -> Void) throws -> String {
        let old = Data(text.utf8)
        var document = try HRCoder().document(from: old, as: .hrCodedJSON)
        try change(&document)
        let new = try HRCoder().encode(document, as: .hrCodedJSON, keepingTextOf: old)
        #expect(try HRCoder().document(from: new, as: .hrCodedJSON) == document)
        return String(decoding: new, as: UTF8.self)
    }

    @Test("A reference leads to the same object where that has moved")
    func references() throws {
        let sample = Self.sample
        #expect(try edited(sample) { _ in } == sample)
        #expect(
            try edited(sample) { try $0.insert(ModelDocument(.string("x")), at: ["items", 0]) }
                == sample.replacing("items: [\n", with: "items: [\n    \"x\",\n").replacing("items.1", with: "items.2"))
        #expect(
            try edited(sample) { try $0.set(.int64(17), at: ["items", 0, "count"]) }
                == sample.replacing("0x10", with: "17"))
        // What it leads to is changed where it stands.
        #expect(
            try edited(sample) { try $0.set(.int64(3), at: ["next", "count"]) }
                == sample.replacing("count: 2", with: "count: 3"))
        #expect(
            try edited(sample) { try $0.removeValue(at: ["items", 0]) }
                == sample.replacing(
                    "    // The first one.\n    { \"$class\": \"Item\", count: 0x10 }, // sixteen\n", with: ""
                ).replacing("items.1", with: "items.0"))
    }

    @Test("A reference may lead forward, and stays as it is")
    func forward() throws {
        let text =
            "{\n  \"$class\": \"L\",\n  a: { \"$alias\": \"b\" }, // forward\n  b: { \"$class\": \"I\" },\n  c: 1,\n}\n"
        #expect(try edited(text) { _ in } == text)
    }

    @Test("A thousand random edits", arguments: 0..<10) func random(_ part: UInt64) throws {
        for seed in part * 100..<(part + 1) * 100 {
            if let failure = try CommentedText.failure(.hrCodedJSON, seed: seed, in: HRCoder(), as: .hrCodedJSON) {
                Issue.record("\(failure)")
            }
        }
    }

    @Test("XML keeps its text, too")
    func xml() throws {
        let text = """
            <plist version="1.0"><dict>
              <key>$class</key><string>List</string> <!-- a list -->
              <key>a</key> <dict><key>$class</key><string>Item</string></dict>
              <key>b</key> <dict><key>$alias</key><string>a</string></dict>
              <key>n</key> <integer>+7</integer>
            </dict></plist>
            """
        let old = Data(text.utf8)
        var document = try HRCoder().document(from: old, as: .hrCodedXML)
        try document.set(.int64(8), at: ["n"])
        let new = try HRCoder().encode(document, as: .hrCodedXML, keepingTextOf: old)
        #expect(String(decoding: new, as: UTF8.self) == text.replacing("+7", with: "8"))
    }
}
