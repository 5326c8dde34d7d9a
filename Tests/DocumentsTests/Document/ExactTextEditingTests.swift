import Foundation
import ModelCore
import Testing

@Suite("Documents tell equal texts apart")
struct ExactTextEditingTests {
    private let composed = "\u{e9}"
    private let decomposed = "e\u{301}"

    private func document(_ keys: [String]) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginDictionary()
        for (number, key) in keys.enumerated() {
            try builder.key(key)
            try builder.append(Int64(number))
        }
        try builder.end()
        return try builder.finish()
    }

    private func set(_ elements: [ModelScalar], _ kind: ModelArrayKind = .set) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginArray(kind)
        for element in elements { try builder.append(element) }
        try builder.end()
        return try builder.finish()
    }

    private func bytes(_ keys: [String]) -> [[UInt8]] { keys.map { Array($0.utf8) } }

    @Test("One of two keys is removed, renamed or set")
    func keys() throws {
        for (one, other) in [(composed, decomposed), (decomposed, composed)] {
            let original = try document([composed, "x", decomposed])
            let place = ModelPath([.key(one)])
            var document = original
            try document.removeValue(at: place)
            #expect(bytes(document.root.keys) == bytes(original.root.keys.filter { !$0.utf8.elementsEqual(one.utf8) }))
            #expect(document[[.key(one)]] == nil && document[[.key(other)]] == original[[.key(other)]])

            document = original
            try document.renameKey(at: place, to: "y")
            #expect(bytes(document.root.keys).contains(Array(other.utf8)) && document["y"] == original[[.key(one)]])
            #expect(throws: ModelError.self) { try document.renameKey(at: ["y"], to: other) }
            try document.renameKey(at: ["y"], to: one)
            #expect(document == original)

            document = original
            try document.set(.int64(7), at: place)
            #expect(document[[.key(one)]]?.intValue == 7 && document[[.key(other)]] == original[[.key(other)]])

            var alone = try self.document([other])
            try alone.removeValue(at: place)
            #expect(alone.root.keys.count == 1)
            try alone.set(.int64(9), at: place)
            #expect(alone.root.keys.count == 2 && alone[[.key(other)]]?.intValue == 0 && alone[[.key(one)]]?.intValue == 9)
            #expect(alone[one]?.intValue == 9 && alone.root[other]?.intValue == 0)
        }
    }

    @Test("Documents whose keys differ in their bytes aren't equal")
    func equalKeys() throws {
        #expect(try document([composed]) != document([decomposed]))
        #expect(try document([composed, decomposed]) != document([decomposed, composed]))
        var builder = DocumentBuilder()
        var other = DocumentBuilder()
        try builder.beginObject(CodedClass(name: composed))
        try builder.end()
        try other.beginObject(CodedClass(name: decomposed))
        try other.end()
        #expect(try builder.finish() != other.finish())
        for keys in [[composed, decomposed], [decomposed, composed]] {
            var dictionary = DocumentBuilder()
            try dictionary.beginValueDictionary()
            for key in keys {
                try dictionary.append(key)
                try dictionary.append(key)
            }
            try dictionary.end()
            var same = DocumentBuilder()
            try same.beginValueDictionary()
            for key in keys.reversed() {
                try same.append(key)
                try same.append(keys[0])
            }
            try same.end()
            #expect(try dictionary.finish() != same.finish())
        }
    }

    @Test("Sets are compared with the counts of their elements, and by the bytes of texts")
    func equalSets() throws {
        let (one, two) = (ModelScalar.int64(1), ModelScalar.int64(2))
        #expect(try set([one, one, two]) != set([one, two, two]))
        #expect(try set([one, two, one]) == set([one, one, two]))
        let (left, right) = (ModelScalar.string(composed), ModelScalar.string(decomposed))
        #expect(try set([left, right]) == set([right, left]))
        #expect(try set([left, left, right]) != set([left, right, right]))
        #expect(try set([left]) != set([right]) && set([left], .array) != set([right], .array))
        #expect(try set([left, right], .orderedSet) != set([right, left], .orderedSet))
    }

    @Test("Sorted keys are in the order of their bytes")
    func sorted() throws {
        for keys in [[composed, "f", decomposed], [decomposed, composed, "f"]] {
            var walker = DocumentWalker(try document(keys), for: [.null])
            walker.sortsKeys = true
            let sorted = try walker.document(limits: .standard)
            #expect(bytes(sorted.root.keys) == bytes([decomposed, "f", composed]))
        }
    }
}
