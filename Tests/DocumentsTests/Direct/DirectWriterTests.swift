import Documents
import Foundation
import Testing

@Suite("Values in memory, as a direct writer gets them")
struct DirectWriterTests {
    /// Lists what it is asked to write.
    private struct List: DirectWriter, ~Copyable {
        var text = ""

        mutating func begin(_ table: PropertyTable, count: Int) -> Bool {
            text += table.name.isEmpty ? "{" : "\(table.name){"
            return true
        }
        mutating func end(_ table: PropertyTable, isEmpty: Bool) { text += "}" }
        mutating func refer(to number: Int) -> Bool {
            text += "#\(number)"
            return true
        }
        mutating func key(_ row: PropertyTable.Row, isFirst: Bool) { text += isFirst ? "" : "," }
        mutating func beginDictionary(count: Int) -> Bool { false }
        mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool { false }
        mutating func endDictionary(isEmpty: Bool) {}
        mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
            text += "["
            return true
        }
        mutating func element(isFirst: Bool) { text += isFirst ? "" : "," }
        mutating func endArray(isEmpty: Bool) { text += "]" }
        mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool { false }
        mutating func append(_ value: Int64) { text += "\(value)" }
        mutating func append(_ value: Double) -> Bool { false }
        mutating func append(_ value: Float) -> Bool { false }
        mutating func append(_ value: Bool) {}
        mutating func append(_ value: Date) -> Bool { false }
        mutating func appendNull() -> Bool {
            text += "-"
            return true
        }
    }

    private final class Leaf: @unchecked Sendable {
        var extras: AnyObject?
        var number: Int64
        /// An object's memory begins with two words of the runtime's.
        static let offsets = (extras: 16, number: 24)

        init(_ number: Int64) { self.number = number }
    }

    private struct Pair {
        var leaf: Leaf
        var leaves: [Leaf]
    }

    private static let leaf = {
        let table = PropertyTable(
            CodedClass(name: "L"),
            [PropertyTable.Property(key: "n", offset: Leaf.offsets.number, omitsNil: false)],
            .init(of: Leaf.self, extrasOffset: Leaf.offsets.extras, make: { Leaf(0) }))
        table.fill([ValueForm(scalar: Int64.self)!])
        return ValueForm(object: table)
    }()

    private static let pair = {
        let table = PropertyTable(
            CodedClass(name: ""),
            [
                PropertyTable.Property(key: "a", offset: MemoryLayout<Pair>.offset(of: \.leaf)!, omitsNil: false),
                PropertyTable.Property(key: "b", offset: MemoryLayout<Pair>.offset(of: \.leaves)!, omitsNil: false),
            ])
        table.fill([leaf, ValueForm(arrayOf: leaf, Leaf.self)])
        return ValueForm(record: table, Pair.self)
    }()

    private func written<Value>(
        _ value: Value, _ form: ValueForm, limits: DecodingLimits = .standard
    ) -> String? {
        unsafe withUnsafePointer(to: value) {
            var list = List()
            return unsafe DirectSource(UnsafeRawPointer($0), form, limits: limits, .all).write(to: &list) ? list.text : nil
        }
    }

    @Test("An object is written once, however it is reached")
    func sharing() throws {
        let (leaf, leaves) = (Self.leaf, ValueForm(arrayOf: Self.leaf, Leaf.self))
        let lists = ValueForm(arrayOf: leaves, [Leaf].self)
        let known = Leaf(1)
        #expect(written([known, known], leaves) == "[L{1},#0]")
        let array = [Leaf(2)]
        #expect(written([array, array], lists) == "[[L{2}],[#0]]")
        let optional = try #require(ValueForm(optional: leaf, Leaf.self))
        let optionals: [Leaf?] = [Leaf(3), nil]
        let optionalsForm = ValueForm(arrayOf: optional, Leaf?.self)
        #expect(
            written([optionals, optionals], ValueForm(arrayOf: optionalsForm, [Leaf?].self)) == "[[L{3},-],[#0,-]]")
        let nested = [[Leaf(4)]]
        #expect(
            written([nested, nested], ValueForm(arrayOf: lists, [[Leaf]].self)) == "[[[L{4}]],[[#0]]]")
        let maybe = try #require(ValueForm(optional: leaves, [Leaf].self))
        let maybes: [[Leaf]?] = [[Leaf(5)]]
        let maybesForm = ValueForm(arrayOf: maybe, [Leaf]?.self)
        #expect(written([maybes, maybes], ValueForm(arrayOf: maybesForm, [[Leaf]?].self)) == "[[[L{5}]],[[#0]]]")
    }

    @Test("An object in a struct is written once, however the struct is reached")
    func structs() throws {
        let pairs = ValueForm(arrayOf: Self.pair, Pair.self)
        let array = [Pair(leaf: Leaf(1), leaves: [Leaf(2)])]
        #expect(written([array, array], ValueForm(arrayOf: pairs, [Pair].self)) == "[[{L{1},[L{2}]}],[{#0,[#1]}]]")
        let optional = try #require(ValueForm(optional: Self.pair, Pair.self))
        let optionals: [Pair?] = [Pair(leaf: Leaf(3), leaves: [Leaf(4)])]
        let optionalsForm = ValueForm(arrayOf: optional, Pair?.self)
        #expect(
            written([optionals, optionals], ValueForm(arrayOf: optionalsForm, [Pair?].self))
                == "[[{L{3},[L{4}]}],[{#0,[#1]}]]")
    }

    @Test("As many levels as the limit allows")
    func depth() {
        func lists<Element>(_ inner: [Element], _ innerForm: ValueForm, _ count: Int) -> (String?, String?) {
            if count > 0 {
                return lists([inner], ValueForm(arrayOf: innerForm, [Element].self), count - 1)
            }
            return (
                written(inner, innerForm, limits: DecodingLimits(depth: 100)),
                written(inner, innerForm, limits: DecodingLimits(depth: 99))
            )
        }
        let form = ValueForm(arrayOf: ValueForm(scalar: Int64.self)!, Int64.self)
        let (whole, limited) = lists([1] as [Int64], form, 99)
        #expect(whole == String(repeating: "[", count: 100) + "1" + String(repeating: "]", count: 100))
        #expect(limited == nil)
    }
}
