import ModelCore
import Testing

/// Cycles through collections in documents: a model ends them, a struct doesn't.
@Suite("Cycles through collections")
struct SharedCycleTests {
    final class Ring: BaseModel {
        var number = 0
        var inner: [Ring] = []
        var named: [String: Ring] = [:]
        var any: Any?

        override class var modelProperties: [ModelProperty] {
            super.modelProperties + [
                ModelProperty("number", \Ring.number), ModelProperty("inner", \Ring.inner),
                ModelProperty("named", \Ring.named), ModelProperty(any: "any", \Ring.any),
            ]
        }
    }

    /// The document of an object whose property holds a collection that holds an object with the same collection.
    private func ring(_ key: String, isDictionary: Bool = false) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "Ring"), number: 0)
        try builder.key(key)
        if isDictionary {
            try builder.beginDictionary(number: 1)
            try builder.key("x")
        } else {
            try builder.beginArray(number: 1)
        }
        try builder.beginObject(CodedClass(name: "Ring"))
        try builder.key("number")
        try builder.append(7 as Int64)
        try builder.key(key)
        try builder.appendReference(to: 1)
        try builder.end()
        try builder.end()
        try builder.end()
        return try builder.finish()
    }

    private func decode(_ document: ModelDocument) throws -> Ring {
        var classes = ClassRegistry()
        classes.add(Ring.self, name: "Ring")
        return try ClassRegistry.withClasses(classes) { try document.decode(Ring.self) }
    }

    @Test("A model in an array, in a dictionary and in an array of any values")
    func models() throws {
        let inner = try #require(try decode(ring("inner")).inner.first)
        #expect(inner.number == 7 && inner.inner.first === inner)
        let named = try #require(try decode(ring("named", isDictionary: true)).named["x"])
        #expect(named.number == 7 && named.named["x"] === named)
        let any = try #require((try decode(ring("any")).any as? [Any])?.first as? Ring)
        #expect(any.number == 7 && (any.any as? [Any])?.first as? Ring === any)
    }

    @Test("Arrays alone, and arrays behind a model, are endless")
    func endless() throws {
        func refused(_ document: ModelDocument) -> Bool {
            do {
                _ = try decode(document)
                return false
            } catch {
                return (error as? ModelError)?.code == .cycle
            }
        }
        for outer in [nil, 1] {
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "Ring"), number: 0)
            try builder.key("any")
            try builder.beginArray(number: 1)
            try builder.beginObject(CodedClass(name: "Ring"))
            try builder.key("any")
            try builder.beginArray(number: 2)
            try builder.appendReference(to: 2)
            if let outer { try builder.appendReference(to: outer) }
            for _ in 0..<4 { try builder.end() }
            #expect(refused(try builder.finish()))
        }
    }
}
