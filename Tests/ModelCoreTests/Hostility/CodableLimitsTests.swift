import Foundation
import ModelCore
import TestSupport
import Testing

@Suite("Codable values that are hard on the library")
struct CodableLimitsTests {
    /// A Codable class, of which a chain may be as long as memory allows.
    final class Link: Codable {
        var next: Link?
    }

    final class Chain: BaseModel {
        var first: Link?
        override class var modelProperties: [ModelProperty] { [ModelProperty("first", \Chain.first)] }
    }

    struct Entry: Codable, Equatable {
        var value = 0
    }

    final class Table: BaseModel {
        var entries: [String: Entry] = [:]
        override class var modelProperties: [ModelProperty] { [ModelProperty("entries", \Table.entries)] }
    }

    @Test("A chain of Codable values that is too long is an error")
    func codableChain() {
        let chain = Chain()
        let last = Link()
        chain.first = last
        last.next = last
        #expect(errorCode { try KeyedArchive().encode(chain) } == .depthExceeded)
        last.next = nil
    }

    @Test("Large dictionaries of Codable values take linear time", .endsAtLast)
    func codableTable() throws {
        let table = Table()
        for index in 0..<20_000 { table.entries["key \(index)"] = Entry(value: index) }
        let data = try KeyedArchive().encode(table)
        #expect(try KeyedArchive().decode(Table.self, from: data).entries == table.entries)
    }
}
