import Foundation
import ModelCore
import TestSupport
import Testing

/// Tests of the text that a rewritten file keeps, in a format with commas and in one without.
@Suite("Kept text")
struct KeptTextTests {
    typealias Edit = @Sendable (inout ModelDocument) throws -> Void

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        let edit: Edit

        init(_ name: String, _ old: String, becomes new: String, _ edit: @escaping Edit) {
            (testDescription, self.old, self.new, self.edit) = (name, old, new, edit)
        }
    }

    private static let sample = """
        # The window.
        {
          width: +31, # pixels
          height: 1e3, |high|

          # The list.
          list: [
            # first
            "one", # 1
            "two", # 2
            # third
            "three" # 3
          ],
          nested: { a: yes, b: [1, 2, 3] }
        }

        """

    private static func sample(_ part: String, _ new: String) -> String { sample.replacing(part, with: new) }

    static let cases: [Case] = [
        Case("Nothing", sample, becomes: sample) { _ in },
        Case("A value", sample, becomes: sample("+31", "32")) { try $0.set(.int64(32), at: ["width"]) },
        Case("Two values", sample, becomes: sample("+31", "32").replacing("yes", with: "false")) {
            try $0.set(.bool(false), at: ["nested", "a"])
            try $0.set(.int64(32), at: ["width"])
        },
        Case("The second element", sample, becomes: sample("\"two\"", "\"2\"")) {
            try $0.set(.string("2"), at: ["list", 1])
        },
        Case("A key", sample, becomes: sample("height:", "tall:")) { try $0.renameKey(at: ["height"], to: "tall") },
        Case(
            "A key, and another entry behind it", sample,
            becomes: sample("height: 1e3, |high|", "tall: 1e3, |high|\n  deep: 2,")
        ) {
            let nested = ModelDocument($0["nested"]!)
            let list = ModelDocument($0["list"]!)
            for key in ["height", "list", "nested"] { try $0.removeValue(at: [.key(key)]) }
            try $0.set(.double(1e3), at: ["tall"])
            try $0.set(.int64(2), at: ["deep"])
            try $0.set(list, at: ["list"])
            try $0.set(nested, at: ["nested"])
        },
        Case("The first entry goes", sample, becomes: sample("  width: +31, # pixels\n", "")) {
            try $0.removeValue(at: ["width"])
        },
        Case(
            "An entry goes with the comments above it", sample,
            becomes: sample("    # third\n    \"three\" # 3\n", "").replacing("\"two\",", with: "\"two\"")
        ) {
            try $0.removeValue(at: ["list", 2])
        },
        Case("An entry within a line goes", sample, becomes: sample("[1, 2, 3]", "[1, 3]")) {
            try $0.removeValue(at: ["nested", "b", 1])
        },
        Case("The last of a line goes with its comment", "[\n  1, |one|\n  2 |two|\n]", becomes: "[\n  1 |one|\n]") {
            try $0.removeValue(at: [1])
        },
        Case("The only one goes with its comment", "[1 |one|]", becomes: "[]") { try $0.removeValue(at: [0]) },
        Case("The last goes from a line that another one is on", "{\n  a: 1, b: 2 # both\n}", becomes: "{\n  a: 1\n}") {
            try $0.removeValue(at: ["b"])
        },
        Case(
            "Two are added behind the last", sample,
            becomes: sample("\"three\" # 3\n", "\"three\", # 3\n    \"four\",\n    \"five\"\n")
        ) {
            try $0.insert(ModelDocument(.string("four")), at: ["list", 3])
            try $0.insert(ModelDocument(.string("five")), at: ["list", 4])
        },
        Case("Two are added before the first", "[\n  1,\n  2\n]", becomes: "[\n  8,\n  9,\n  1,\n  2\n]") {
            try $0.insert(ModelDocument(.int64(9)), at: [0])
            try $0.insert(ModelDocument(.int64(8)), at: [0])
        },
        Case("Two are added behind a last separator", "[\n  1,\n]", becomes: "[\n  1,\n  2,\n  3,\n]") {
            try $0.insert(ModelDocument(.int64(2)), at: [1])
            try $0.insert(ModelDocument(.int64(3)), at: [2])
        },
        Case("The last goes, and another one comes elsewhere", "[\n  1,\n  2 # two\n]", becomes: "[\n  0,\n  1\n]") {
            try $0.removeValue(at: [1])
            try $0.insert(ModelDocument(.int64(0)), at: [0])
        },
        Case(
            "An element moves with its comments", sample,
            becomes: sample("    # first\n    \"one\", # 1\n", "").replacing(
                "\"three\" # 3\n", with: "\"three\", # 3\n    # first\n    \"one\" # 1\n")
        ) {
            try $0.removeValue(at: ["list", 0])
            try $0.insert(ModelDocument(.string("one")), at: ["list", 2])
        },
        Case(
            "Two equal elements move in their order", "[\n  7, # a\n  7, # b\n  1,\n  2,\n  3\n]",
            becomes: "[\n  1,\n  2,\n  3,\n  7, # a\n  7 # b\n]"
        ) {
            for _ in 0..<2 { try $0.removeValue(at: [0]) }
            for _ in 0..<2 { try $0.insert(ModelDocument(.int64(7)), at: [3]) }
        },
        Case("A comment stays with the last element of a line", "[1 |one|]", becomes: "[1 |one|, 2]") {
            try $0.insert(ModelDocument(.int64(2)), at: [1])
        },
        Case(
            "Two are added behind the last comment of a line", "{ a: [1 |one|, 2 |two| ] }",
            becomes: "{ a: [1 |one|, 2 |two|, 3, 4 ] }"
        ) {
            try $0.insert(ModelDocument(.int64(3)), at: ["a", 2])
            try $0.insert(ModelDocument(.int64(4)), at: ["a", 3])
        },
        Case("A comment stays with the last element in lines", "[\n  1 |one|\n]", becomes: "[\n  1 |one|,\n  2\n]") {
            try $0.insert(ModelDocument(.int64(2)), at: [1])
        },
        Case("Something else in its place", sample, becomes: "# The window.\n[\n  1\n]\n") {
            try $0.set(ModelDocument(encoding: [1]), at: [])
        },
        Case("An empty one gets its first two", "{ # none\n}", becomes: "{ # none\n  a: 1,\n  b: 2\n}") {
            try $0.set(.int64(1), at: ["a"])
            try $0.set(.int64(2), at: ["b"])
        },
    ]

    @Test(
        "What changes is put into it, and all else stays", arguments: cases, [SlateFormat.commas, SlateFormat.spaces])
    func edits(_ edit: Case, _ format: FileFormat) throws {
        func text(_ text: String) -> Data {
            Data((format == SlateFormat.commas ? text : text.replacing(",", with: "")).utf8)
        }
        let slate = SlateFormat()
        let old = text(edit.old)
        var document = try slate.document(from: old, as: format)
        try edit.edit(&document)
        let new = try slate.encode(document, as: format, keepingTextOf: old)
        #expect(String(decoding: new, as: UTF8.self) == String(decoding: text(edit.new), as: UTF8.self))
        #expect(try slate.document(from: new, as: format) == document)
        #expect(try slate.encode(document, as: format, keepingTextOf: new) == new)
    }

    @Test("An entry goes with the ignored ones that repeat its key: else one of them would count")
    func repeatedKeys() throws {
        let slate = SlateFormat(ignoresRepeatedKeys: true)
        func edited(_ edit: Edit) throws -> String {
            let old = Data("{ a: 1, a: [2, { a: 3 }], b: 4 }".utf8)
            var document = try slate.document(from: old, as: SlateFormat.commas)
            #expect(document.root.keys == ["a", "b"] && document["a"]?.intValue == 1)
            try edit(&document)
            let new = try slate.encode(document, as: SlateFormat.commas, keepingTextOf: old)
            #expect(try slate.document(from: new, as: SlateFormat.commas) == document)
            return String(decoding: new, as: UTF8.self)
        }
        #expect(try edited { try $0.removeValue(at: ["a"]) } == "{ b: 4 }")
        #expect(try edited { try $0.set(.int64(5), at: ["a"]) } == "{ a: 5, a: [2, { a: 3 }], b: 4 }")
    }

    // MARK: Models

    final class Size: BaseModel {
        var width = 1
        var height: Int? = 2
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("width", \Size.width), ModelProperty("height", \Size.height, isNilDefault: false)]
        }
        override class var unknownKeys: UnknownKeys { .ignore }
    }

    final class Window: BaseModel {
        var title = ""
        var sizes: [Size] = []
        var main = Size()
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("title", \Window.title), ModelProperty("sizes", \Window.sizes),
                ModelProperty("main", \Window.main),
            ]
        }
        override class var unknownKeys: UnknownKeys { .ignore }
    }

    private func saved(_ old: String, _ format: FileFormat, _ edit: (Window) -> Void) throws -> String {
        let slate = SlateFormat()
        let window = try slate.decode(Window.self, from: Data(old.utf8), as: format)
        edit(window)
        let new = try slate.encode(window, as: format, keepingTextOf: Data(old.utf8))
        return String(decoding: new, as: UTF8.self)
    }

    @Test(
        "A model that is saved keeps the spelling of all that it reads as the same, in the second object as in the first"
    )
    func models() throws {
        let old = """
            {
              title: "T", # the title
              sizes: [
                { width: +1, height: 5 }, # first
                { width: +2, height: null, depth: 9 } # second
              ],
              main: { width: 07 }
            }

            """
        #expect(try saved(old, SlateFormat.commas) { _ in } == old)
        #expect(try saved(old, SlateFormat.commas) { $0.title = "U" } == old.replacing("\"T\"", with: "\"U\""))
        #expect(
            try saved(old, SlateFormat.commas) { $0.sizes[1].width = 3 } == old.replacing("+2", with: "3"))
        #expect(
            try saved(old, SlateFormat.commas) { $0.sizes[1].height = 4 } == old.replacing("null", with: "4"))
        #expect(
            try saved(old, SlateFormat.commas) { $0.main.height = 4 } == old.replacing("07 }", with: "07, height: 4 }"))
        #expect(
            try saved(old, SlateFormat.commas) { $0.sizes.removeFirst() }
                == old.replacing("    { width: +1, height: 5 }, # first\n", with: ""))
    }

    @Test("An element has what its class doesn't know of the old one in its place, unless they have nothing in common")
    func replacedElements() throws {
        let old = "{ sizes: [{ width: 2, height: 5, depth: 9 }], title: \"T\" }"
        func replaced(_ width: Int, _ height: Int) throws -> String {
            try saved(old, SlateFormat.commas) { window in
                let size = Size()
                (size.width, size.height) = (width, height)
                window.sizes = [size]
            }
        }
        #expect(try replaced(2, 8) == old.replacing("5", with: "8"))
        #expect(try !replaced(7, 8).contains("depth"))
    }

    @Test("A file on the disk is kept, too, by a format's name alone")
    func files() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.slate")
        let old = "# mine\n{ title: \"T\", main: { width: +1 } }\n"
        for format in [SlateFormat.commas, SlateFormat.spaces] {
            try FormatRegistry.withFormats(FormatRegistry([SlateFormat(detected: format)])) {
                let text = format == SlateFormat.commas ? old : old.replacing(",", with: "")
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                let window = try SlateFormat().decode(Window.self, from: Data(text.utf8), as: format)
                window.title = "U"
                try window.write(toFile: file, format: format.keepingText)
                let new = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
                #expect(new == text.replacing("\"T\"", with: "\"U\""))
                try window.write(toFile: file, format: format)
                #expect(try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8).hasPrefix("{title: \"U\""))
            }
        }
    }
}
