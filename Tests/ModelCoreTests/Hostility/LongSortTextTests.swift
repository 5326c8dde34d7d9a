import Foundation
import ModelCore
import TestSupport
import Testing

/// Models in a set are sorted by what they refer to, too: all of them may refer to one that has very much text.
@Suite("Sets of models that refer to long text")
struct LongSortTextTests {
    private static let count = 1000

    final class Owner: BaseModel {
        var name = ""
        override class var modelProperties: [ModelProperty] { [ModelProperty("name", \Owner.name)] }
    }

    final class Item: BaseModel {
        var owner: Owner?
        var number = 0
        override class var modelProperties: [ModelProperty] {
            [ModelProperty("owner", \Item.owner), ModelProperty("number", \Item.number)]
        }
    }

    private struct Link: Hashable, ModelValue {
        var owner: Owner
        var number: Int

        static func encode(_ value: Link, to encoder: ModelEncoder) throws {
            try encoder.beginArray()
            try encoder.encode(value.owner)
            try encoder.encode(value.number)
            try encoder.end()
        }

        static func decode(from decoder: ModelDecoder) throws -> Link { throw CancellationError() }
    }

    private func owner(_ name: String) -> Owner {
        let owner = Owner()
        owner.name = name
        return owner
    }

    private func item(_ owner: Owner, _ number: Int) -> Item {
        let item = Item()
        item.owner = owner
        item.number = number
        return item
    }

    @Test("All refer to the same", .endsAtLast)
    func items() throws {
        let owner = owner(String(repeating: "x", count: 1 << 20))
        let items = Set((0..<Self.count).map { item(owner, $0) })
        var document = ModelDocument(.null)
        let seconds = try threadSeconds { document = try ModelDocument(encoding: items) }
        #expect(seconds < 5)
        #expect(document.root.elements.compactMap { $0["number"]?.intValue } == Array(0..<Self.count))
    }

    @Test("Structs that refer to the same", .endsAtLast)
    func structs() throws {
        let owner = owner(String(repeating: "x", count: 1 << 20))
        let links = Set((0..<Self.count).map { Link(owner: owner, number: $0) })
        var document = ModelDocument(.null)
        let seconds = try threadSeconds { document = try ModelDocument(encoding: links) }
        #expect(seconds < 5)
        #expect(document.root.elements.compactMap { $0[1]?.intValue } == Array(0..<Self.count))
    }

    @Test("Long texts that differ at their ends alone come in the same order in every run")
    func order() throws {
        let long = String(repeating: "x", count: 5000)
        func documents() throws -> [ModelDocument] {
            [
                try ModelDocument(encoding: Set((0..<20).map { item(owner("\(long)\($0)"), 0) })),
                try ModelDocument(encoding: Set((0..<20).map { owner("\(long)\($0)") })),
            ]
        }
        let first = try documents()
        for _ in 0..<8 { #expect(try documents() == first) }
    }
}
