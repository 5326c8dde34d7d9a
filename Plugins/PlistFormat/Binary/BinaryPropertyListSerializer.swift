import Documents
import FormatSupport
import Foundation
import PropertyListCodec

/// Writes a document's values as the objects of a binary property list. A container comes behind its contents. Each
/// key, boolean and small integer is written once.
struct BinaryPropertyListSerializer: ~Copyable {
    private var writer = BinaryPropertyListWriter(capacity: 512)
    /// The object numbers of the keys and values whose container hasn't ended yet.
    private var numbers = Stack<UInt32>()
    private var open = Stack<Container>()
    private let byteLimit: Int
    /// True to write the keys of objects in the order of their bytes: for objects that are written from memory.
    let sortsKeys: Bool
    /// The object numbers of the keys of objects that are written from memory.
    private var rows = RowValues<UInt32>()
    /// The object numbers of their long texts.
    private var longTexts = LongTexts<UInt32>()

    private var trueNumber: UInt32?
    private var falseNumber: UInt32?
    private var smallIntegers = [UInt32](repeating: .max, count: 256)

    /// The object numbers of long text and data that the document has in several places, by the walker's numbers.
    private var longValues: [Int: UInt32] = [:]

    /// The object numbers of the keys, by the walker's key numbers.
    private var keys = KeyTable<UInt32>()

    struct Container: BitwiseCopyable {
        /// The index in `numbers` at which the container's keys and values begin.
        var start: Int
        var isArray: Bool
    }

    init(limits: DecodingLimits, sortsKeys: Bool = false) {
        self.sortsKeys = sortsKeys
        byteLimit = limits.bytes
        writer.byteLimit = limits.bytes
    }

    mutating func write(_ walker: inout DocumentWalker) throws -> Data {
        walker.sharesLongText = true
        walker.sharesLongData = true
        while true {
            // Each number will be a reference, which takes at least one byte.
            if writer.isOverfull || numbers.count > byteLimit {
                throw ModelError(.bytesExceeded, "More than \(byteLimit) bytes.")
            }
            let step: DocumentWalker.Step
            if let member = walker.nextMember() {
                numbers.append(key(walker.memberNumber, walker))
                step = member
            } else if let next = try walker.next() {
                step = next
            } else {
                break
            }
            switch step {
            case .key: numbers.append(key(walker.keyNumber, walker))
            case .string:
                if let number = walker.repeatedNumber {
                    addLong(number, walker, isText: true)
                } else {
                    walker.withBytes { numbers.append(writer.append(utf8: $0)) }
                }
            case .int64(let value): add(value)
            case .uint64(let value):
                if let signed = Int64(exactly: value) { add(signed) } else { numbers.append(writer.append(value)) }
            case .float(let value): numbers.append(writer.append(value))
            case .double(let value): numbers.append(writer.append(value))
            case .date(let value): numbers.append(writer.append(value))
            case .data:
                if let number = walker.repeatedNumber {
                    addLong(number, walker, isText: false)
                } else {
                    numbers.append(writer.append(walker.data))
                }
            case .bool(let value): add(value)
            case .beginArray: open.append(Container(start: numbers.count, isArray: true))
            case .beginDictionary: open.append(Container(start: numbers.count, isArray: false))
            case .end: end()
            case .other where walker.uid != nil: numbers.append(writer.append(wideUID: walker.uid ?? 0))
            case .null, .other, .beginValueDictionary, .beginObject, .reference:
                throw ModelError(.unrepresentableValue, "Property lists have no form for \(step).")
            }
        }
        return try finish()
    }

    /// The file, when all was written.
    mutating func finish() throws -> Data {
        var finished = BinaryPropertyListWriter()
        swap(&finished, &writer)
        do {
            return try finished.finish(top: numbers.isEmpty ? 0 : numbers[0])
        } catch {
            throw ModelError(.unrepresentableValue, error.reason)
        }
    }

    // MARK: Scalars

    /// Adds a long text or data, which is written to the list once.
    @inline(never)
    private mutating func addLong(_ number: Int, _ walker: borrowing DocumentWalker, isText: Bool) {
        let known = longValues[number] ?? (isText ? writer.append(walker.text) : writer.append(walker.data))
        longValues[number] = known
        numbers.append(known)
    }

    private mutating func add(_ value: Bool) {
        let number = (value ? trueNumber : falseNumber) ?? writer.append(value)
        if value { trueNumber = number } else { falseNumber = number }
        numbers.append(number)
    }

    private mutating func add(_ value: Int64) {
        guard value >= 0, value < 256 else { return numbers.append(writer.append(value)) }
        let index = Int(value)
        if smallIntegers[index] == .max { smallIntegers[index] = writer.append(value) }
        numbers.append(smallIntegers[index])
    }

    // MARK: Containers

    private mutating func end() {
        guard let container = open.popLast() else { return }
        let number = numbers.withValues(from: container.start) {
            container.isArray ? writer.append(array: $0) : writer.append(dictionary: $0)
        }
        numbers.truncate(to: container.start)
        numbers.append(number)
    }

    // MARK: Keys

    /// The object number of the key that the walker met last, alone or with its value. `number` is the walker's number
    /// for it; nil if it has none.
    @inline(__always)
    private mutating func key(_ number: Int?, _ walker: borrowing DocumentWalker) -> UInt32 {
        if let number, let known = keys[number] { return known }
        return newKey(number, walker)
    }

    @inline(never)
    private mutating func newKey(_ number: Int?, _ walker: borrowing DocumentWalker) -> UInt32 {
        var text = ""
        walker.withKeyBytes { text = $0.text }
        let new = writer.key(text)
        if let number { keys[number] = new }
        return new
    }
}

// From memory.

extension BinaryPropertyListSerializer: DirectWriter {
    mutating func begin(_ table: PropertyTable) -> Bool {
        guard !writer.isOverfull, numbers.count <= byteLimit else { return false }
        rows.enter(table)
        open.append(Container(start: numbers.count, isArray: false))
        return true
    }

    mutating func end(_ table: PropertyTable, isEmpty: Bool) {
        rows.leave()
        end()
    }

    @inline(__always)
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool) { numbers.append(rows[row] ?? newKey(row)) }

    @inline(never)
    private mutating func newKey(_ row: PropertyTable.Row) -> UInt32 {
        let number = writer.key(row.key.text)
        rows[row] = number
        return number
    }

    mutating func beginArray(count: Int) -> Bool {
        open.append(Container(start: numbers.count, isArray: true))
        return true
    }

    mutating func endArray(isEmpty: Bool) { end() }

    mutating func beginDictionary(count: Int) -> Bool {
        open.append(Container(start: numbers.count, isArray: false))
        return !writer.isOverfull
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
        numbers.append(writer.key(text.text))
        return true
    }

    mutating func endDictionary(isEmpty: Bool) { end() }

    @inline(__always)
    mutating func append(_ value: String) -> Bool {
        value.withStoredUTF8 { text in
            if LongTexts<UInt32>.holds(text) { appendLong(text) } else { numbers.append(writer.append(utf8: text)) }
        } != nil
    }

    @safe
    @inline(never)
    private mutating func appendLong(_ text: UnsafeBufferPointer<UInt8>) {
        let number = longTexts[text] ?? writer.append(utf8: text)
        longTexts[text] = number
        numbers.append(number)
    }

    @inline(__always)
    mutating func append(_ value: Int64) { add(value) }

    @inline(__always)
    mutating func append(_ value: Double) -> Bool {
        numbers.append(writer.append(value))
        return true
    }

    mutating func append(_ value: Float) -> Bool {
        numbers.append(writer.append(value))
        return true
    }

    @inline(__always)
    mutating func append(_ value: Bool) { add(value) }

    mutating func append(_ value: Date) -> Bool {
        numbers.append(writer.append(value))
        return true
    }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        // No other value shares this text.
        case .string(let text): numbers.append(writer.append(text))
        case .uint64(let number): numbers.append(writer.append(number))
        // Long data is written once: only a document recognizes it.
        case .data(let data) where !data.withBytes({ LongTexts<UInt32>.holds($0) }): numbers.append(writer.append(data))
        default: return false
        }
        return true
    }

    // Property lists have no null.
    mutating func appendNull() -> Bool { false }
}

extension DocumentWalker {
    /// The UID that was met last; nil for any other scalar.
    var uid: UInt64? { if case .uid(let value)? = scalar { value } else { nil } }
}
