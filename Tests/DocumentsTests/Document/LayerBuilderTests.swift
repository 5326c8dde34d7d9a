import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

@Suite("Building a document for a layer over a format")
struct LayerBuilderTests {
    private func dictionary(
        _ members: [(key: String, value: ModelScalar)], escapesKeys: Bool = false
    ) throws -> ModelDocument {
        var builder = DocumentBuilder(for: [.null], escapesKeys: escapesKeys)
        try builder.beginDictionary()
        for (key, value) in members {
            try builder.key(key)
            try builder.append(value)
        }
        try builder.end()
        return try builder.finish()
    }

    @Test("The first key names the class if a text follows, and no key is escaped")
    func classKey() throws {
        let object = try dictionary([("$class", .string("Thing")), ("$$class", .int64(1))])
        #expect(object.root.className == "Thing" && object.root.keys == ["$$class"])
        #expect(object.allKeys == ["$$class"])
        let escaped = try dictionary([("$$class", .int64(1)), ("$class", .string("Thing"))])
        #expect(escaped.root.className == nil && escaped.root.keys == ["$$class", "$class"])
        #expect(escaped.allKeys == ["$$class", "$class"])
        for document in [
            try dictionary([("$class", .int64(1))]), try dictionary([("$class", .int64(1)), ("a", .null)]),
        ] {
            #expect(document.root.className == nil && document["$class"]?.intValue == 1)
            #expect(document.allKeys.first == "$class")
        }
        #expect(throws: ModelError(.duplicateKey, #"The key "$class" is there twice."#)) {
            try dictionary([("$class", .string("Thing")), ("$class", .string("Other"))])
        }
        let plain = try dictionary([("$$class", .int64(1))], escapesKeys: true)
        #expect(plain.root.keys == ["$class"] && plain.allKeys == ["$class"])
    }

    @Test("A whole document is taken as it is, and stays what it was when one of both is edited")
    func whole() throws {
        let inner = try dictionary([("$class", .string("Thing")), ("a", .int64(1))])
        var builder = DocumentBuilder()
        builder.scalars = inner.scalars
        try builder.append(inner)
        var outer = try builder.finish()
        #expect(outer.content === inner.content && outer == inner)
        try outer.set(.int64(2), at: ["a"])
        #expect(inner["a"]?.intValue == 1 && outer["a"]?.intValue == 2)
    }

    @Test("One that was made within other limits is gone through, and so is a part, or one that was edited")
    func copied() throws {
        let inner = try dictionary([("a", .int64(1)), ("b", .int64(2))])
        var limits = DecodingLimits.standard
        limits.nodes = 2
        var small = DocumentBuilder(limits: limits)
        small.scalars = inner.scalars
        #expect(throws: ModelError.self) { try small.append(inner) }
        var edited = inner
        try edited.set(.int64(3), at: ["a"])
        for document in [edited, ModelDocument(try #require(inner["b"]))] {
            var builder = DocumentBuilder()
            builder.scalars = document.scalars
            try builder.append(document)
            let copy = try builder.finish()
            #expect(copy.content !== document.content && copy == document)
        }
        // What comes behind it is refused either way.
        var full = DocumentBuilder()
        full.scalars = inner.scalars
        try full.append(inner)
        #expect(throws: ModelError.self) { try full.appendNull() }
        #expect(throws: ModelError.self) { try full.append(inner) }
    }
}
