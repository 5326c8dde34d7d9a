import Documents
import FormatSupport
import PropertyListCodec

/// Writes values of models in memory or of a document as the objects of a binary property list. A container comes
/// after its contents. Each key, boolean and small integer is written once.
struct BinaryPropertyListSerializer: DirectWriter, ~Copyable {
    private var writer = BinaryPropertyListWriter(capacity: 512)
    /// The object numbers of the keys and values whose container hasn't ended yet.
    private var numbers = Stack<UInt32>()
    private var open = Stack<Container>()
    private let byteLimit: Int
    /// True to write the keys of objects in the order of their bytes, for objects that are written directly from
    /// memory.
    let sortsKeys: Bool
    /// The object numbers of the keys of objects that are written directly from memory.
    private var rows = RowValues<UInt32>()
    /// The object numbers of the long texts of objects that are written directly from memory.
    private var longTexts = LongTexts<UInt32>()

    private var trueNumber: UInt32?
    private var falseNumber: UInt32?
    private var smallIntegers = [UInt32](repeating: .max, count: 256)

    /// The object numbers of long text and data that a document contains more than once, by their numbers in the
    /// document.
    private var longValues: [Int: UInt32] = [:]

    /// The object numbers of a document's keys, by the keys' numbers in the document.
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

    // Each number will be a reference, which takes at least one byte.
    var isOverfull: Bool { writer.isOverfull || numbers.count > byteLimit }

    /// Returns the file, after all values were written.
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

    mutating func begin(_ table: PropertyTable, count: Int) -> Bool {
        guard !isOverfull else { return false }
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

    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
        guard kind == .array else { return false }
        open.append(Container(start: numbers.count, isArray: true))
        return true
    }

    mutating func endArray(isEmpty: Bool) { end() }

    mutating func beginDictionary(count: Int) -> Bool {
        open.append(Container(start: numbers.count, isArray: false))
        return !writer.isOverfull
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool {
        let new = writer.key(text.text)
        if let number { keys[number] = new }
        numbers.append(new)
        return true
    }

    @inline(__always)
    mutating func repeatKey(_ number: Int, isFirst: Bool) -> Bool {
        guard let known = keys[number] else { return false }
        numbers.append(known)
        return true
    }

    mutating func forgetKeys() { keys = KeyTable() }

    mutating func endDictionary(isEmpty: Bool) { end() }

    // MARK: Values

    mutating func noteValue(_ number: Int) { longValues[number] = numbers.last }

    mutating func repeatValue(_ number: Int) -> Bool {
        guard let known = longValues[number] else { return false }
        numbers.append(known)
        return true
    }

    @inline(__always)
    mutating func append(_ value: String) -> Bool {
        value.withStoredUTF8 { text in
            if LongTexts<UInt32>.holds(text) { appendLong(text) } else { numbers.append(writer.append(utf8: text)) }
        } != nil
    }

    @safe
    @inline(__always)
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        numbers.append(writer.append(utf8: text))
        return true
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
        // The text is written anew: it isn't shared with an equal text.
        case .string(let text): numbers.append(writer.append(text))
        case .uint64(let number):
            if let signed = Int64(exactly: number) { add(signed) } else { numbers.append(writer.append(number)) }
        case .uid(let number): numbers.append(writer.append(wideUID: number))
        // Long data is written once, which only works through a document.
        case .data(let data) where !data.withBytes({ LongTexts<UInt32>.holds($0) }): numbers.append(writer.append(data))
        default: return false
        }
        return true
    }

    mutating func append(_ data: Data) -> Bool {
        numbers.append(writer.append(data))
        return true
    }

    // Property lists have no null.
    mutating func appendNull() -> Bool { false }
}
