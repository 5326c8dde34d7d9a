import Foundation
import ModelCore
import Testing

@Suite("The order of sets and of dictionaries' keys")
struct StableOrderTests {
    @Test("Index sets are told apart by their ranges")
    func indexSets() throws {
        // As many indexes in each; and the same sets in tables of other sizes, so that they stand in other orders.
        let all = (0..<50).map { IndexSet(integersIn: $0 * 3..<$0 * 3 + 2) }
        var first = Set<IndexSet>()
        var second = Set<IndexSet>(minimumCapacity: 5000)
        for set in all { first.insert(set) }
        for set in all.reversed() { second.insert(set) }
        #expect(Array(first) != Array(second))
        #expect(try KeyedArchive().encode(first) == KeyedArchive().encode(second))
        let keyed = Dictionary(uniqueKeysWithValues: first.map { ($0, 1) })
        var other = [IndexSet: Int](minimumCapacity: 5000)
        for set in all { other[set] = 1 }
        #expect(try KeyedArchive().encode(keyed) == KeyedArchive().encode(other))
    }

    private func elements<Value: ModelValue & Hashable>(_ values: [Value]) throws -> [ModelScalar?] {
        try ModelDocument(encoding: Set(values)).root.elements.map(\.scalar)
    }

    @Test("Numbers are in their order, negative ones before the others")
    func numbers() throws {
        let doubles = [-1e300, -2, -1.5, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 1.5, 2, 1e300]
        #expect(try elements(doubles.reversed()) == doubles.map { .double($0) })
        let floats = [-1e30, -2, -1.5, 0, 1.5, 2, 1e30] as [Float]
        #expect(try elements(floats.reversed()) == floats.map { .float($0) })
        let integers = [.min, -10, -3, 0, 2, 10, .max] as [Int64]
        #expect(try elements(integers.reversed()) == integers.map { .int64($0) })
    }

    final class Note: BaseModel {
        private static let known = ModelClass(Note.self, overrides: [])
        override class var modelClass: ModelClass { known }
        var text = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("text", \Note.text)] }
    }

    @Test("Models that differ in unknown values alone have an order")
    func unknownValues() throws {
        let values = (0..<40).map { ["text": "same", "x": $0] as [String: Any] }
        let notes = try ModelDocument(encoding: values).decode([Note].self)
        var first = Set<Note>()
        var second = Set<Note>(minimumCapacity: 5000)
        for note in notes { first.insert(note) }
        for note in notes.reversed() { second.insert(note) }
        #expect(Array(first) != Array(second))
        let written = try [first, second].map { set in
            try ModelDocument(encoding: set).root.elements.map { $0["x"]?.intValue }
        }
        #expect(written[0] == written[1] && Set(written[0]).count == 40)
    }
}
