import Documents
import Foundation
import Testing

@Suite("What a direct writer gets for nil")
struct DirectNilTests {
    /// Lists what it is asked to write, and tells a property's nil from a null that is a value.
    private struct List: DirectWriter, ~Copyable {
        var text = ""

        mutating func beginDictionary(count: Int) -> Bool {
            text += "{"
            return true
        }
        mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool { true }
        mutating func endDictionary(isEmpty: Bool) { text += "}" }
        mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
            text += "["
            return true
        }
        mutating func endArray(isEmpty: Bool) { text += "]" }
        mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool { false }
        mutating func append(_ value: Int64) { text += "\(value)" }
        mutating func append(_ value: Double) -> Bool { false }
        mutating func append(_ value: Float) -> Bool { false }
        mutating func append(_ value: Bool) {}
        mutating func append(_ value: Date) -> Bool { false }
        mutating func appendNull() -> Bool {
            text += "null"
            return true
        }
        mutating func appendNil() -> Bool {
            text += "nil"
            return true
        }
    }

    private func written<Value>(_ value: Value, _ form: ValueForm) -> String? {
        unsafe withUnsafePointer(to: value) {
            var list = List()
            return unsafe DirectSource(UnsafeRawPointer($0), form, limits: .standard, .all).write(to: &list)
                ? list.text : nil
        }
    }

    private static let number = ValueForm(optional: ValueForm(scalar: Int64.self)!, Int64.self)!

    /// A table of one row, whose value is where its owner is.
    private static func table(_ form: ValueForm, omitsNil: Bool) -> PropertyTable {
        let table = PropertyTable(
            CodedClass(name: ""), [PropertyTable.Property(key: "a", offset: 0, omitsNil: omitsNil)])
        table.fill([form])
        return table
    }

    @Test("The nil of a property that can't be omitted isn't the null of an element")
    func kept() {
        let form = ValueForm(record: Self.table(Self.number, omitsNil: false), Int64?.self)
        #expect(written(nil as Int64?, form) == "{nil}")
        #expect(written(7 as Int64?, form) == "{7}")
        let list = ValueForm(arrayOf: Self.number, Int64?.self)
        #expect(written([nil] as [Int64?], list) == "[null]")
    }

    @Test("A dictionary on a key path is written if all it has is a nil that can't be omitted")
    func group() {
        func form(omitsNil: Bool) -> ValueForm {
            let group = ValueForm(group: Self.table(Self.number, omitsNil: omitsNil))
            return ValueForm(record: Self.table(group, omitsNil: false), Int64?.self)
        }
        #expect(written(nil as Int64?, form(omitsNil: false)) == "{{nil}}")
        #expect(written(nil as Int64?, form(omitsNil: true)) == "{}")
        #expect(written(7 as Int64?, form(omitsNil: true)) == "{{7}}")
    }

    /// Lists the nulls of a document.
    private struct Nulls: DirectWriter, ~Copyable {
        var text = ""

        mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool { true }
        mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool { true }
        mutating func endArray(isEmpty: Bool) {}
        mutating func beginDictionary(count: Int) -> Bool { true }
        mutating func endDictionary(isEmpty: Bool) {}
        mutating func beginValueDictionary(count: Int) -> EntryOrder? { .keysFirst }
        mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool { true }
        mutating func append(_ value: Int64) { text += "\(value)" }
        mutating func append(_ value: Double) -> Bool { false }
        mutating func append(_ value: Float) -> Bool { false }
        mutating func append(_ value: Bool) {}
        mutating func append(_ value: Date) -> Bool { false }
        mutating func appendNull() -> Bool {
            text += "null "
            return true
        }
        mutating func appendNil() -> Bool {
            text += "nil "
            return true
        }
    }

    @Test("In a document, a null is a value, and a nil is none; as an element, a key and an entry's value, both are values")
    func documents() throws {
        for isNil in [false, true] {
            func write(_ build: (inout DocumentBuilder) throws -> Void) throws -> String {
                var builder = DocumentBuilder()
                try build(&builder)
                var nulls = Nulls()
                var walker = DocumentWalker(try builder.finish(), for: .all)
                try nulls.write(&walker)
                return nulls.text
            }
            func null(_ builder: inout DocumentBuilder) throws { if isNil { try builder.appendNil() } else { try builder.appendNull() } }
            let member = try write {
                try $0.beginDictionary()
                try $0.key("a")
                try null(&$0)
                try $0.end()
            }
            #expect(member == (isNil ? "nil " : "null "))
            let element = try write {
                try $0.beginArray()
                try null(&$0)
                try $0.end()
            }
            #expect(element == "null ")
            let entry = try write {
                try $0.beginValueDictionary()
                try $0.append(Int64(1))
                try null(&$0)
                try null(&$0)
                try $0.append(Int64(2))
                try $0.end()
            }
            #expect(entry == "1null null 2")
            #expect(try write { try null(&$0) } == (isNil ? "nil " : "null "))
        }
    }
}
