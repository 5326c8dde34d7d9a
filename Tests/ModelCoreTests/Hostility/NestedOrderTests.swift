import ModelCore
import TestSupport
import Testing

/// What is in a set is sorted by what is in that: once, and not again at each level, which would never end.
@Suite("Sets in sets, and keys in keys")
struct NestedOrderTests {
    private static let depth = 40

    private struct Nest: Hashable, ModelValue {
        var number = 0
        var inner: Set<Nest> = []

        static func encode(_ value: Nest, to encoder: ModelEncoder) throws {
            try encoder.beginArray()
            try encoder.encode(value.number)
            try encoder.encode(value.inner)
            try encoder.end()
        }

        static func decode(from decoder: ModelDecoder) throws -> Nest { throw CancellationError() }

        static func chain(capacity: Int) -> Nest {
            var nest = Nest()
            for level in 0..<NestedOrderTests.depth {
                var inner = Set<Nest>(minimumCapacity: capacity)
                inner.insert(nest)
                inner.insert(Nest(number: level + 1))
                nest = Nest(number: level, inner: inner)
            }
            return nest
        }
    }

    @Test("Sets of structs that have sets", .endsAtLast)
    func sets() throws {
        let nest = Nest.chain(capacity: 2)
        var document = ModelDocument(.null)
        let seconds = try threadSeconds { document = try ModelDocument(encoding: nest) }
        #expect(seconds < 5)
        #expect(document[1]?.kind == .set && document[1]?.count == 2)
        #expect(document[1]?[0]?[0]?.intValue == Self.depth - 2 && document[1]?[1]?[0]?.intValue == Self.depth)
        // In other tables, they stand in other orders.
        #expect(try ModelDocument(encoding: Nest.chain(capacity: 1000)) == document)
    }

    private struct Key: Hashable, ModelValue {
        var inner: [Key: Int] = [:]
        var isRefused = false

        static func encode(_ value: Key, to encoder: ModelEncoder) throws {
            if value.isRefused { throw CancellationError() }
            try encoder.encode(value.inner)
        }

        static func decode(from decoder: ModelDecoder) throws -> Key { throw CancellationError() }

        static func chain(from innermost: Key) -> Key {
            (0..<NestedOrderTests.depth).reduce(innermost) { key, level in Key(inner: [key: level, Key(): -1]) }
        }
    }

    @Test("Dictionaries whose keys have dictionaries", .endsAtLast)
    func keys() throws {
        let key = Key.chain(from: Key(inner: [Key(): 1]))
        var document = ModelDocument(.null)
        let seconds = try threadSeconds { document = try ModelDocument(encoding: key) }
        #expect(seconds < 5)
        #expect(document.root.kind == .dictionary && document.root.count == 2)
        #expect(try ModelDocument(encoding: Key.chain(from: Key(inner: [Key(): 1]))) == document)
    }

    @Test("A key that can't be written, in keys of keys", .endsAtLast)
    func refusedKeys() {
        let key = Key.chain(from: Key(isRefused: true))
        var isRefused = false
        let seconds = threadSeconds {
            do {
                _ = try ModelDocument(encoding: key)
            } catch {
                isRefused = true
            }
        }
        #expect(isRefused && seconds < 5)
    }
}
