import Foundation
import JSONFormat
import ModelCore
import Testing

/// Edits of JSON5 that leave the rest of the text alone.
@Suite struct JSONEditTests {
    static let format = JSONFormat(reading: .json5)

    /// The text after a change of its document.
    static func edited(_ text: String, _ change: (inout ModelDocument) throws -> Void) throws -> String {
        try edited(text, in: format, as: .json, change)
    }

    static func edited(
        _ text: String, in format: any FormatProvider, as name: FileFormat,
        _ change: (inout ModelDocument) throws -> Void
    ) throws -> String {
        let old = Data(text.utf8)
        var document = try format.document(from: old, as: name)
        try change(&document)
        let new = try format.encode(document, as: name, keepingTextOf: old)
        #expect(try format.document(from: new, as: name) == document)
        return String(decoding: new, as: UTF8.self)
    }

    static let sample = """
        // Settings of the window.
        {
          width: 0x1F, // pixels
          'height': 1e3,

          // The title.
          "title": 'Untitled', /* for now */
          nested: { a: 1, b: [1, 2, 3], },
          list: [
            // first
            "one",
            "two", // second
            "three"
          ],
        }

        """

    @Test("Nothing changes where nothing did")
    func nothing() throws {
        #expect(try Self.edited(Self.sample) { _ in } == Self.sample)
    }

    @Test("A value that changes is replaced by itself")
    func scalar() throws {
        #expect(
            try Self.edited(Self.sample) { try $0.set(.int64(32), at: ["width"]) }
                == Self.sample.replacing("0x1F", with: "32"))
        #expect(
            try Self.edited(Self.sample) { try $0.set(.string("Notes"), at: ["title"]) }
                == Self.sample.replacing("'Untitled'", with: "'Notes'"))
        #expect(
            try Self.edited(Self.sample) { try $0.set(.int64(5), at: ["nested", "b", 1]) }
                == Self.sample.replacing("[1, 2, 3]", with: "[1, 5, 3]"))
    }

    @Test("A new entry is written as its neighbours are")
    func insertion() throws {
        #expect(
            try Self.edited(Self.sample) { try $0.set(.bool(true), at: ["isOpen"]) }
                == Self.sample.replacing("  ],\n}", with: "  ],\n  isOpen: true,\n}"))
        #expect(
            try Self.edited(Self.sample) { try $0.set(.bool(true), at: ["nested", "c"]) }
                == Self.sample.replacing("[1, 2, 3], }", with: "[1, 2, 3], c: true, }"))
        #expect(
            try Self.edited(Self.sample) { try $0.insert(ModelDocument(.string("2½")), at: ["list", 2]) }
                == Self.sample.replacing("// second\n", with: "// second\n    \"2½\",\n"))
        #expect(
            try Self.edited(Self.sample) { try $0.insert(ModelDocument(.string("four")), at: ["list", 3]) }
                == Self.sample.replacing("\"three\"\n", with: "\"three\",\n    \"four\"\n"))
    }

    @Test("An entry that goes takes its line and its comments along")
    func removal() throws {
        #expect(
            try Self.edited(Self.sample) { try $0.removeValue(at: ["title"]) }
                == Self.sample.replacing("  // The title.\n  \"title\": 'Untitled', /* for now */\n", with: ""))
        #expect(
            try Self.edited(Self.sample) { try $0.removeValue(at: ["list", 2]) }
                == Self.sample.replacing("\"two\", // second\n    \"three\"\n", with: "\"two\" // second\n"))
        #expect(
            try Self.edited(Self.sample) { try $0.removeValue(at: ["nested", "b", 1]) }
                == Self.sample.replacing("[1, 2, 3]", with: "[1, 3]"))
        #expect(
            try Self.edited(Self.sample) { try $0.removeValue(at: ["nested", "b", 2]) }
                == Self.sample.replacing("[1, 2, 3]", with: "[1, 2]"))
        #expect(
            try Self.edited(Self.sample) { try $0.removeValue(at: ["nested", "a"]) }
                == Self.sample.replacing("{ a: 1, b", with: "{ b"))
    }

    @Test("A key that is renamed keeps what belongs to it")
    func renaming() throws {
        #expect(
            try Self.edited(Self.sample) { try $0.renameKey(at: ["title"], to: "name") }
                == Self.sample.replacing("\"title\"", with: "\"name\""))
        #expect(
            try Self.edited(Self.sample) { try $0.renameKey(at: ["width"], to: "breadth") }
                == Self.sample.replacing("width:", with: "breadth:"))
    }
}
