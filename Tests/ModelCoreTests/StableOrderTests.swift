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
}
