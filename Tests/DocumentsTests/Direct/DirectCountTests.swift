import Documents
import Foundation
import Testing

@Suite("The number of members that a direct writer gets")
struct DirectCountTests {
    /// Lists the numbers of members, and what is omitted.
    private struct Counts: DirectWriter, ~Copyable {
        var text = ""

        mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {}
        mutating func skip(key: UnsafeBufferPointer<UInt8>) { text += "-" }
        mutating func beginObject(
            _ codedClass: CodedClass, shape: Int, count: Int, keys: () -> [String]
        ) -> Bool {
            text += codedClass.name
            return beginDictionary(count: count)
        }
        mutating func endObject(isEmpty: Bool) { text += "}" }
        mutating func beginDictionary(count: Int) -> Bool {
            text += "\(count){"
            return true
        }
        mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool { true }
        mutating func endDictionary(isEmpty: Bool) { text += "}" }
        mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
            text += "\(count)["
            return true
        }
        mutating func endArray(isEmpty: Bool) { text += "]" }
        mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool { false }
        mutating func append(_ value: Int64) { text += "i" }
        mutating func append(_ value: Double) -> Bool { false }
        mutating func append(_ value: Float) -> Bool { false }
        mutating func append(_ value: Bool) {}
        mutating func append(_ value: Date) -> Bool { false }
        mutating func appendNull() -> Bool {
            text += "n"
            return true
        }
    }

    /// A writer that needs no numbers.
    private struct Uncounted: DirectWriter, ~Copyable {
        var count: Int?

        mutating func beginDictionary(count: Int) -> Bool {
            self.count = count
            return true
        }
        mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool { true }
        mutating func endDictionary(isEmpty: Bool) {}
        mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool { false }
        mutating func endArray(isEmpty: Bool) {}
        mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool { false }
        mutating func append(_ value: Int64) {}
        mutating func append(_ value: Double) -> Bool { false }
        mutating func append(_ value: Float) -> Bool { false }
        mutating func append(_ value: Bool) {}
        mutating func append(_ value: Date) -> Bool { false }
        mutating func appendNull() -> Bool { true }
    }

    private struct Pair {
        var a: Int64?
        var b: Int64?
    }

    private static let number = ValueForm(optional: ValueForm(scalar: Int64.self)!, Int64.self)!

    /// A table of both numbers.
    private static func table(omitsNil: Bool) -> PropertyTable {
        let offsets = [MemoryLayout<Pair>.offset(of: \.a)!, MemoryLayout<Pair>.offset(of: \.b)!]
        let table = PropertyTable(
            CodedClass(name: ""),
            zip(["a", "b"], offsets).map { PropertyTable.Property(key: $0, offset: $1, omitsNil: omitsNil) })
        table.fill([number, number])
        return table
    }

    private func written<Value>(_ value: Value, _ form: ValueForm) -> String? {
        unsafe withUnsafePointer(to: value) {
            var counts = Counts()
            return unsafe DirectSource(UnsafeRawPointer($0), form, limits: .standard, .all).write(to: &counts)
                ? counts.text : nil
        }
    }

    @Test("An omitted nil isn't counted")
    func omitted() {
        let form = ValueForm(record: Self.table(omitsNil: true), Pair.self)
        #expect(written(Pair(a: 1, b: 2), form) == "2{ii}")
        #expect(written(Pair(a: nil, b: 2), form) == "1{-i}")
        #expect(written(Pair(), form) == "0{--}")
        #expect(written([Pair(), Pair(a: 1)], ValueForm(arrayOf: form, Pair.self)) == "2[0{--}1{i-}]")
    }

    @Test("A nil that can't be omitted is counted")
    func kept() {
        let form = ValueForm(record: Self.table(omitsNil: false), Pair.self)
        #expect(written(Pair(a: nil, b: 2), form) == "2{ni}")
    }

    @Test("A dictionary on a key path is counted if it has a member")
    func group() {
        let group = ValueForm(group: Self.table(omitsNil: true))
        let table = PropertyTable(
            CodedClass(name: ""), [PropertyTable.Property(key: "g", offset: 0, omitsNil: false)])
        table.fill([group])
        let form = ValueForm(record: table, Pair.self)
        #expect(written(Pair(a: nil, b: 2), form) == "1{1{-i}}")
        #expect(written(Pair(), form) == "0{-}")
    }

    @Test("A property that its own code writes can't be counted")
    func own() {
        let table = PropertyTable(
            CodedClass(name: ""), [PropertyTable.Property(key: "o", offset: 0, omitsNil: false)])
        table.fill([.own])
        #expect(written(Pair(), ValueForm(record: table, Pair.self)) == nil)
    }

    @Test("Nobody counts for a format that doesn't ask")
    func uncounted() {
        let form = ValueForm(record: Self.table(omitsNil: true), Pair.self)
        let count: Int? = unsafe withUnsafePointer(to: Pair(a: 1, b: 2)) {
            var writer = Uncounted()
            _ = unsafe DirectSource(
                UnsafeRawPointer($0), form, limits: .standard, [.all, .uncountedMembers]
            ).write(to: &writer)
            return writer.count
        }
        #expect(count == 0)
    }

    @Test("The objects of a document are counted")
    func documents() throws {
        var builder = DocumentBuilder()
        try builder.beginObject(named: "C")
        try builder.key("a")
        try builder.append(Int64(1))
        try builder.key("b")
        try builder.beginDictionary()
        try builder.end()
        try builder.end()
        var counts = Counts()
        var walker = DocumentWalker(try builder.finish(), for: [.classes, .null])
        try counts.write(&walker)
        #expect(counts.text == "C2{i0{}}")
    }
}
