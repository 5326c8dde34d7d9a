import Documents
import FormatSupport

/// Writes values of models in memory or of a document as JSON text.
struct JSONWriter: DirectWriter, ~Copyable {
    private var output: JSONOutput
    /// The number of open arrays and objects.
    private var depth = 0
    let sortsKeys: Bool
    private let allowsNonFinite: Bool
    private let dates: DateStyle?
    /// The keys of a document that were already written, by the keys' numbers. Each key is a range of the written
    /// bytes, with its quotes and its colon.
    private var keys = KeyTable<ByteBuffer.Piece>()

    init(_ options: JSONFormat.WritingOptions, dates: DateStyle?, limits: DecodingLimits) {
        output = JSONOutput(isPretty: options.contains(.prettyPrinted), limits: limits)
        sortsKeys = options.contains(.sortedKeys)
        allowsNonFinite = options.contains(.json5)
        self.dates = dates
    }

    var isOverfull: Bool { output.buffer.isOverfull }

    /// Returns the text, after all values were written. Returns nil if it exceeds the limit.
    mutating func finish() -> Data? { output.buffer.isOverfull ? nil : output.buffer.takeData() }

    // MARK: Containers

    mutating func begin(_ table: PropertyTable, count: Int) -> Bool {
        !table.hasSpecialKeys && beginDictionary(count: count)
    }

    @inline(__always)
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {
        element(isFirst: isFirst)
        output.buffer.append(UInt8(ascii: "\""))
        row.appendKey(to: &output.buffer)
        output.buffer.append("\":")
        if output.isPretty { output.buffer.append(0x20) }
    }

    @inline(__always)
    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
        guard kind == .array else { return false }
        output.buffer.append(UInt8(ascii: "["))
        depth &+= 1
        return true
    }

    @inline(__always)
    mutating func element(isFirst: Bool) {
        if !isFirst { output.buffer.append(UInt8(ascii: ",")) }
        output.beginLine(depth: depth)
    }

    @inline(__always)
    mutating func endArray(isEmpty: Bool) { end(UInt8(ascii: "]"), isEmpty: isEmpty) }

    mutating func beginDictionary(count: Int) -> Bool {
        output.buffer.append(UInt8(ascii: "{"))
        depth &+= 1
        return !output.buffer.isOverfull
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool {
        element(isFirst: isFirst)
        let start = output.buffer.count
        output.string(text)
        output.buffer.append(UInt8(ascii: ":"))
        if output.isPretty { output.buffer.append(0x20) }
        if let number { keys[number] = output.buffer.piece(from: start) }
        return true
    }

    @inline(__always)
    mutating func repeatKey(_ number: Int, isFirst: Bool) -> Bool {
        guard let known = keys[number] else { return false }
        element(isFirst: isFirst)
        output.buffer.append(known)
        return true
    }

    mutating func forgetKeys() { keys = KeyTable() }

    mutating func endDictionary(isEmpty: Bool) { end(UInt8(ascii: "}"), isEmpty: isEmpty) }

    @inline(__always)
    private mutating func end(_ bracket: UInt8, isEmpty: Bool) {
        depth &-= 1
        if !isEmpty { output.beginLine(depth: depth) }
        output.buffer.append(bracket)
    }

    // MARK: Values

    @inline(__always)
    mutating func append(_ value: String) -> Bool { value.withStoredUTF8 { output.string($0) } != nil }

    @safe
    @inline(__always)
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        output.string(text)
        return true
    }

    @inline(__always)
    mutating func append(_ value: Int64) { output.buffer.appendText(value) }

    @inline(__always)
    mutating func append(_ value: Double) -> Bool {
        if value.isFinite { output.buffer.appendText(value) } else { return append(nonFinite: value) }
        return true
    }

    mutating func append(_ value: Float) -> Bool {
        if value.isFinite { output.buffer.appendText(value) } else { return append(nonFinite: Double(value)) }
        return true
    }

    private mutating func append(nonFinite value: Double) -> Bool {
        if allowsNonFinite { output.append(nonFinite: value) }
        return allowsNonFinite
    }

    @inline(__always)
    mutating func append(_ value: Bool) { output.append(value) }

    mutating func append(_ value: Date) -> Bool {
        guard let dates else { return appendExact(value) }
        switch try? dates.scalar(of: value) {
        case .string(let text)?: return appendRare(text)
        case .int64(let number)?: append(number)
        case .double(let number)?: return append(number)
        default: return false
        }
        return true
    }

    private mutating func appendExact(_ value: Date) -> Bool {
        let start = output.buffer.count
        output.buffer.append(UInt8(ascii: "\""))
        guard DateText.appendExact(value, to: &output.buffer) else {
            output.buffer.truncate(to: start)
            return false
        }
        output.buffer.append(UInt8(ascii: "\""))
        return true
    }

    /// Writes a text of a rare kind. This function is separate, so that ``append(_:)-(String)`` can be inlined into
    /// loops.
    @inline(never)
    private mutating func appendRare(_ text: String) -> Bool { append(text) }

    mutating func append(_ value: ModelScalar) -> Bool {
        switch value {
        case .string(let text): return appendRare(text)
        case .uint64(let number): output.buffer.appendText(number)
        case .decimal(let number):
            guard number.isFinite else { return false }
            append(number)
        default: return false
        }
        return true
    }

    /// Writes a decimal. A whole number gets a point if no double has its digits. With the point, the number is read
    /// as a decimal, and without the point as an integer.
    private mutating func append(_ value: Decimal) {
        let text = DecimalText.text(of: value)
        output.buffer.append(text: text)
        // Each number with fewer digits is equal to the text of a double.
        guard text.utf8.count > 15, Int64(text) != nil || UInt64(text) != nil, let double = Double(text),
            DecimalText.decimal("\(double)") != value
        else { return }
        output.buffer.append(".0")
    }

    mutating func append(numeral digits: String) -> Bool {
        output.buffer.append(text: digits)
        return true
    }

    mutating func appendNull() -> Bool {
        output.buffer.append("null")
        return true
    }
}
