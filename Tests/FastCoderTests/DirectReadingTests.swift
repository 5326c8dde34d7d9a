import FastCoder
import Foundation
import ModelCore
import Testing

/// Files of the original, read straight into memory.
@Suite("Reading without a document")
struct DirectReadingTests {
    final class Part: BaseModel {
        var name = ""

        private static let ownModelClass = ModelClass(Part.self, name: "FastPart", overrides: [])
        override class var modelClass: ModelClass { ownModelClass }
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [ModelProperty("name", \Part.name, isStored: true)]
        }
    }

    final class Pair: BaseModel {
        var parts: [Part] = []
        var other: Part?
        var last: Part?

        private static let ownModelClass = ModelClass(Pair.self, name: "FastPair", overrides: [])
        override class var modelClass: ModelClass { ownModelClass }
        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("parts", \Pair.parts, isStored: true),
                ModelProperty("other", \Pair.other, isStored: true), ModelProperty("last", \Pair.last, isStored: true),
            ]
        }
    }

    /// A pair whose array has a part, with another part behind it, and an alias to an index of the object cache.
    private static func pair(arrayType: UInt8, alias: UInt8) -> Data {
        CraftedFile.version3(minor: 3, objects: 4, strings: 2, classes: 2) { file in
            file.classDefinition("FastPair", ["parts", "other", "last"])
            file.number(30, UInt8(0))
            file.number(arrayType, UInt32(1))
            file.classDefinition("FastPart", ["name"])
            file.number(30, UInt8(1))
            file.bytes([8])
            file.text("first")
            file.number(30, UInt8(1))
            file.bytes([8])
            file.text("second")
            file.number(2, alias)
        }
    }

    @Test(
        "An array takes its index of the object cache behind its elements, a mutable one before them",
        arguments: [(10, 1, "first"), (10, 3, "second"), (25, 2, "first"), (25, 3, "second")]
            as [(UInt8, UInt8, String)])
    func arrays(_ arrayType: UInt8, _ alias: UInt8, _ name: String) throws {
        let content = Self.pair(arrayType: arrayType, alias: alias)
        let direct = try #require(try FastCoder().decodeDirectly(Pair.self, from: content, as: .fastCoding))
        for pair in [direct, try FastCoder().decodeByDocument(Pair.self, from: content, as: .fastCoding)] {
            #expect(pair.last?.name == name)
            #expect(pair.last === (name == "first" ? pair.parts[0] : pair.other))
        }
    }
}
