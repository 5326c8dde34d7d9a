#if Macros
import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

@Suite("Errors in a program's own code have the path and the place in the file")
struct ErrorPlaceTests {
    @Model final class Size: BaseModel {
        var width = 0
    }

    /// Decodes a part of its file itself.
    @Model final class Parted: BaseModel {
        @Transient var size = Size()
        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            if let all = try decoder.decode(ModelDocument.self, forKey: "sizes"), let part = all[1] {
                size = try ModelDocument(part).decode(Size.self)
            }
        }
    }

    /// Is JSON in a text, or an array, in the file.
    @Model final class Texted: BaseModel {
        @Transform(.inText(of: [Int].self)) var numbers: [Int] = []
        var size = Size()

        override func set(with string: String) throws {
            numbers = try JSONFormat().decode([Int].self, from: Data(string.utf8))
        }

        override func set(with array: [Any]) throws {
            size = try Size.instance(with: ["width": array[1]]) ?? Size()
        }
    }

    /// Reads its dictionary itself.
    @Model final class Renamed: BaseModel {
        var size = Size()

        override func set(with dictionary: [String: Any]) throws {
            try super.set(with: dictionary)
            size.width += 1
        }
    }

    private func error<Value: ModelValue>(_ type: Value.Type, _ json: String) throws -> ModelError {
        try #require(
            #expect(throws: ModelError.self) { _ = try JSONFormat().decode(Value.self, from: Data(json.utf8)) })
    }

    private func place(_ error: ModelError) -> String {
        let line = error.location?.line ?? 0
        return "\(error.path) \(line):\(error.location?.column ?? 0) \(error.format?.rawValue ?? "")"
    }

    enum Habitat: String, ModelValue { case forest, meadow }

    /// Has keys that a text stands for.
    @Model final class Keyed: BaseModel {
        var numbers: [Int: String] = [:]
        var ids: [UUID: Int] = [:]
        var dates: [Date: Int] = [:]
        var habitats: [Habitat: [Size]] = [:]
        @Lenient var lenient: [Int: String] = [:]
    }

    @Test("The key of a dictionary")
    func keys() throws {
        func place(_ json: String) throws -> String { self.place(try error(Keyed.self, json)) }
        #expect(try place(#"{"numbers":{"1":"a", "x":"b"}}"#) == "numbers.x 1:26 json")
        #expect(try place(#"{"ids":{"abc":1}}"#) == "ids.abc 1:15 json")
        #expect(try place(#"{"dates":{"abc":1}}"#) == "dates.abc 1:17 json")
        #expect(try place(#"{"habitats":{"sea":[]}}"#) == "habitats.sea 1:20 json")
        #expect(try place(#"{"habitats":{"forest":[{"width":"x"}]}}"#) == "habitats.forest[0].width 1:33 json")
        // Two texts for one key.
        #expect(try place(#"{"numbers":{"1":"a","01":"b"}}"#) == "numbers.01 1:26 json")
        let (keyed, report) = try DecodingReport.collecting {
            try JSONFormat().decode(Keyed.self, from: Data(#"{"lenient":{"1":"a","x":"b"}}"#.utf8))
        }
        #expect(keyed.lenient == [1: "a"] && report.skipped.map(self.place) == ["lenient.x 1:25 json"])
    }

    @Test("A part of a document")
    func part() throws {
        let content = Data("{\n  \"boxes\": [1, {\"width\": \"x\"}]\n}".utf8)
        let document = try FormatRegistry.withFormats(FormatRegistry([JSONFormat()])) {
            try FormatRegistry.current.document(from: content)
        }
        let part = try #require(document["boxes"]?[1])
        let found = try #require(
            #expect(throws: ModelError.self) { try ModelDocument(part).decode(Size.self) })
        #expect(place(found) == "boxes[1].width 2:26 ")
        #expect(found.location?.byteOffset == 27)
    }

    @Test("A part that a class decodes itself: its path is there once")
    func partOfClass() throws {
        let found = try error(
            [String: [Parted]].self, "{\"all\": [\n {},\n {\"sizes\": [0,\n   {\"width\": \"x\"}]}]}")
        #expect(place(found) == "all[1].sizes[1].width 4:14 json")
    }

    @Test("JSON in a text: the place is the text's, and the reason has the place in it")
    func inText() throws {
        let found = try error([Texted].self, "[{\n  \"numbers\": \"[1,\\n true]\"}]")
        #expect(place(found) == "[0].numbers[1] 2:14 json")
        #expect(found.reason == "Expected integer, found bool. (In the JSON there: line 2, column 2.)")
        let set = try error([Texted].self, "[\n \"[1,\\n true]\"]")
        #expect(place(set) == "[0][1] 2:2 json")
        let corrupt = try error([Texted].self, "[\n \"[1,\"]")
        #expect(place(corrupt) == "[0][1] 2:2 json" && corrupt.code == .corruptData)
    }

    @Test("An array or a dictionary that a class takes itself")
    func taken() throws {
        let array = try error([Texted].self, "[\n {},\n [1, \"x\"]]")
        #expect(place(array) == "[1].width 3:2 json")
        let dictionary = try error([Renamed].self, "[\n {},\n {\"size\":\n {\"width\": \"x\"}}]")
        #expect(place(dictionary) == "[1].size.width 4:12 json")
    }

    @Test("An array in the place of an object says how to read a list")
    func array() throws {
        let root = try error(Size.self, "\n[{\"width\": 1}]")
        #expect(
            "\(root)" == """
                JSON (line 2, column 1): Expected a dictionary, found an array. Read a list as [Size].self, or override \
                set(with: [Any]) in Size.
                """)
        #expect(root.expected == "a dictionary" && root.found == "an array" && root.code == .typeMismatch)
        let text = try error([Size].self, "[\"x\"]")
        #expect(text.reason == "Expected a dictionary, found a string. Size doesn't override set(with:) for it.")
    }

    @Test("A file that can't be written for want of a library is named")
    func named() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.fast")
        FormatRegistry.withFormats(FormatRegistry([JSONFormat()])) {
            func expect(_ code: ModelError.Code, _ body: () throws -> Void) {
                let error = #expect(throws: ModelError.self) { try body() }
                #expect(error?.code == code && error?.file?.hasPrefix(folder.path) == true, "\(error as Any)")
            }
            expect(.requisiteLibraryMissing) { try Size().write(toFile: path) }
            expect(.requisiteLibraryMissing) { try [Size()].write(toFile: path) }
            expect(.requisiteLibraryMissing) { try BaseModel.write([1], toFile: path) }
            expect(.requisiteLibraryMissing) { try Size().write(toFile: path, format: .fastCoding) }
            expect(.requisiteLibraryMissing) {
                try BaseModel.write(content: Data(), toFile: path, format: .fastCoding)
            }
            expect(.unknownFormat) { try Size().write(to: URL(fileURLWithPath: folder.file("a.odd"))) }
        }
    }
}

extension ModelTransform where Value: ModelValue {
    fileprivate static func inText(of type: Value.Type) -> ModelTransform {
        ModelTransform(
            encode: { String(decoding: try JSONFormat().encode($0), as: UTF8.self) },
            decode: { (text: String) in try JSONFormat().decode(Value.self, from: Data(text.utf8)) })
    }
}
#endif
