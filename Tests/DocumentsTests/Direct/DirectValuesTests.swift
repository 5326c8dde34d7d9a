import Documents
import Foundation
import Testing

@Suite("Values in memory, as a direct reader fills them")
struct DirectValuesTests {
    /// A reader that answers with these rows, and whose arrays have some elements.
    private struct Script: DirectReader, ~Copyable {
        var rows: [ReadStep]
        var elements: Int

        mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep { rows.removeFirst() }
        mutating func beginArray(_ kind: ModelArrayKind) -> Bool { true }
        mutating func beginDictionary() -> Bool { true }
        mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep { .other }
        mutating func nextElement(isFirst: Bool) -> ReadStep {
            elements -= 1
            return elements < 0 ? .end : .value
        }
        mutating func skipNull() -> Bool { false }
        mutating func readString() -> String? { "text" }
        mutating func readInteger() -> Int64? { 5 }
        mutating func readDouble() -> Double? { nil }
        mutating func readFloat() -> Float? { nil }
        mutating func readBool() -> Bool? { nil }
        mutating func readDate() -> Date? { nil }
    }

    private struct Pair {
        var a: Int64 = 1
        var b: Int64 = 2
    }

    private final class Owner {
        var extras: AnyObject?
        var pair = Pair()
        /// An object's memory begins with two words of the runtime's.
        static let offsets = (extras: 16, pair: 24)
    }

    private static let pair = {
        let table = PropertyTable(
            CodedClass(name: ""),
            [
                PropertyTable.Property(key: "a", offset: MemoryLayout<Pair>.offset(of: \.a)!, omitsNil: false),
                PropertyTable.Property(key: "b", offset: MemoryLayout<Pair>.offset(of: \.b)!, omitsNil: false),
            ])
        table.fill([ValueForm(scalar: Int64.self)!, ValueForm(scalar: Int64.self)!])
        return ValueForm(record: table, Pair.self)
    }()

    private static let owner = {
        let table = PropertyTable(
            CodedClass(name: "Owner"),
            [PropertyTable.Property(key: "pair", offset: Owner.offsets.pair, omitsNil: false)],
            .init(of: Owner.self, extrasOffset: Owner.offsets.extras, make: { Owner() }))
        table.fill([pair])
        return ValueForm(object: table)
    }()

    /// The value that is read; nil if the direct way ends.
    private func read<Value>(
        _ type: Value.Type, _ form: ValueForm, rows: [ReadStep] = [], elements: Int = 0,
        limits: DecodingLimits = .standard
    ) -> Value? {
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { unsafe place.deallocate() }
        let target = unsafe DirectTarget(
            UnsafeMutableRawPointer(place), form, limits: limits, .all, FileConventions())
        var reader = Script(rows: rows, elements: elements)
        return target.read(from: &reader) { _ in true } ? unsafe place.move() : nil
    }

    @Test("Each text of an array counts as a value, and so does the array")
    func texts() throws {
        let form = ValueForm(arrayOf: try #require(ValueForm(scalar: String.self)), String.self)
        let all = read([String].self, form, elements: 3, limits: DecodingLimits(nodes: 4))
        #expect(all == ["text", "text", "text"])
        #expect(read([String].self, form, elements: 3, limits: DecodingLimits(nodes: 3)) == nil)
    }

    @Test("A struct with a key twice ends the direct way", arguments: [[0, 0, 1], [0, 1, 0], [0, 1, 1]])
    func twice(_ rows: [Int]) {
        #expect(read(Pair.self, Self.pair, rows: rows.map { .row($0) } + [.end]) == nil)
        let once = read(Pair.self, Self.pair, rows: [.row(1), .row(0), .end])
        #expect(once?.a == 5 && once?.b == 5)
    }

    @Test("A struct in place of another keeps none of its values: without one of its own, the direct way ends")
    func missing() {
        let whole = read(Owner.self, Self.owner, rows: [.row(0), .row(0), .row(1), .end, .end])
        #expect(whole?.pair.a == 5 && whole?.pair.b == 5)
        #expect(read(Owner.self, Self.owner, rows: [.row(0), .row(0), .end, .end]) == nil)
        #expect(read(Owner.self, Self.owner, rows: [.row(0), .end, .end]) == nil)
    }
}
