import Foundation
import JSONFormat
import ModelCore
import TestSupport
import Testing

/// All values of a document are reached in linear time, however they are asked for.
@Suite("Asking for each value takes time as the document grows", .serialized)
struct DocumentGrowthTests {
    /// Two documents, of which the larger is four times the smaller, and how much longer the larger takes.
    private func ratio(_ size: Int, _ text: (Int) -> String, _ body: (ModelDocument) throws -> Void) throws -> Double {
        let contents = [Data(text(size).utf8), Data(text(4 * size).utf8)]
        // Each is read anew, since what was found out stays with it.
        return try Growth.ratio(contents) { try body(JSONFormat().document(from: contents[$0 ? 1 : 0])) }
    }

    private static func array(_ count: Int) -> String {
        "[" + (0..<count).map { $0 % 3 == 0 ? "\($0)" : #"{"a":[\#($0)]}"# }.joined(separator: ",") + "]"
    }

    private static func dictionary(_ count: Int) -> String {
        "{" + (0..<count).map { "\"key \($0)\":\($0)" }.joined(separator: ",") + "}"
    }

    @Test func elements() throws {
        let found = try ratio(2000, Self.array) { document in
            for index in 0..<document.root.count where document[index] == nil { Issue.record("No element \(index)") }
        }
        #expect(found < Growth.limit)
    }

    @Test func elementsBackwards() throws {
        let found = try ratio(2000, Self.array) { document in
            for index in (0..<document.root.count).reversed() where document[[.index(index)]] == nil { Issue.record("No element") }
        }
        #expect(found < Growth.limit)
    }

    @Test func keys() throws {
        let found = try ratio(1000, Self.dictionary) { document in
            for index in 0..<document.root.shapeKeys.count where document["key \(index)"]?.intValue != index {
                Issue.record("No key \(index)")
            }
        }
        #expect(found < Growth.limit)
    }

    @Test func paths() throws {
        let found = try ratio(1000, Self.array) { document in
            for (index, value) in document.root.elements.enumerated() where value.path != [.index(index)] { Issue.record("No path") }
        }
        #expect(found < Growth.limit)
        let keys = try ratio(1000, Self.dictionary) { document in
            for (key, value) in document.root.properties where value.path != [.key(key)] { Issue.record("No path") }
        }
        #expect(keys < Growth.limit)
    }

    @Test("Paths of values in an edited document")
    func editedPaths() throws {
        let found = try ratio(1000, Self.array) { document in
            var document = document
            try document.removeValue(at: [0])
            for (index, value) in document.root.elements.enumerated() where value.path != [.index(index)] { Issue.record("No path") }
        }
        #expect(found < Growth.limit)
    }

    @Test("Unknown values are a document that is made once, and again when they are others")
    func unknownValues() throws {
        let found = try Growth.ratio([500, 2000].map { Data(Self.dictionary($0).utf8) }) { isLarge in
            let count = isLarge ? 2000 : 500
            let model = try JSONFormat().decode(NothingKnown.self, from: Data(Self.dictionary(count).utf8))
            for index in 0..<count where model.unknownValues?["key \(index)"]?.intValue != index { Issue.record("No value") }
        }
        #expect(found < Growth.limit)

        let model = try JSONFormat().decode(NothingKnown.self, from: Data(#"{"a":1,"b":{"c":[2]}}"#.utf8))
        var copy = try #require(model.unknownValues)
        try copy.set(.int64(5), at: ["a"])
        #expect(copy["a"]?.intValue == 5 && model.unknownValues?["a"]?.intValue == 1)
        try model.set(withObject: ModelDocument(encoding: ["a": 7, "d": 8]))
        #expect(model.unknownValues?["a"]?.intValue == 7 && model.unknownValues?["d"]?.intValue == 8)
        #expect(model.unknownValues?[["b", "c", 0]]?.intValue == 2)
        model.removeUnknownValues()
        #expect(model.unknownValues == nil)
    }
}

/// A class without properties, which keeps all keys of its file.
final class NothingKnown: BaseModel {
    private static let known = ModelClass(NothingKnown.self, overrides: [])
    override class var modelClass: ModelClass { known }
    override class var modelProperties: [ModelProperty] { super.modelProperties }
}
