import Documents
import FormatSupport

/// Writes a document's values as JSON text.
struct JSONWriter: ~Copyable {
    /// An open array or object. The first frame is neither.
    struct Frame {
        var isArray = false
        var isEmpty = true
    }

    var buffer = ByteBuffer(capacity: 1 << 16)
    private var frame = Frame()
    private var outer = Stack<Frame>()
    private let isPretty: Bool
    /// The keys that were written, as pieces of the buffer, with quotes and a colon. On one line, a piece includes the
    /// comma before the key if there was one.
    private var keys = KeyTable<Key>()

    struct Key: BitwiseCopyable {
        var piece: ByteBuffer.Piece
        var hasComma: Bool
    }

    init(isPretty: Bool, limits: DecodingLimits) {
        buffer.limit = limits.bytes
        self.isPretty = isPretty
    }

    mutating func write(_ walker: inout DocumentWalker) throws(ModelError) -> Data {
        while true {
            if buffer.isOverfull { throw ModelError(.bytesExceeded, "More than \(buffer.limit) bytes.") }
            if let value = walker.nextMember() {
                key(walker.memberNumber, walker)
                switch value {
                case .string: walker.withBytes { string($0) }
                case .int64(let value): buffer.appendText(value)
                case .double(let value): buffer.appendText(value)
                case .bool(let value): bool(value)
                default: throw Self.unexpected(value)
                }
                continue
            }
            guard let step = try walker.next() else { break }
            switch step {
            case .key: key(walker.keyNumber, walker)
            case .end: end()
            case .string:
                separate()
                walker.withBytes { string($0) }
            case .int64(let value):
                separate()
                buffer.appendText(value)
            case .uint64(let value):
                separate()
                buffer.appendText(value)
            case .double(let value):
                separate()
                if value.isFinite { buffer.appendText(value) } else { nonFinite(value) }
            case .float(let value):
                separate()
                if value.isFinite { buffer.appendText(value) } else { nonFinite(Double(value)) }
            case .bool(let value):
                separate()
                bool(value)
            case .null:
                separate()
                buffer.append("null")
            case .beginArray: begin(isArray: true)
            case .beginDictionary: begin(isArray: false)
            case .other:
                guard case .decimal(let value)? = walker.scalar else { throw Self.unexpected(step) }
                separate()
                decimal(value)
            case .data, .date, .beginValueDictionary, .beginObject, .reference: throw Self.unexpected(step)
            }
        }
        return buffer.takeData()
    }

    @inline(__always)
    private mutating func bool(_ value: Bool) {
        if value { buffer.append("true") } else { buffer.append("false") }
    }

    /// Writes a decimal. A whole number gets a point if no double has its digits: with the point it is read as a
    /// decimal, and without it as an integer.
    private mutating func decimal(_ value: Decimal) {
        let text = value.description
        buffer.append(text: text)
        // Each number of fewer digits is a double's.
        guard text.utf8.count > 15, Int64(text) != nil || UInt64(text) != nil, let double = Double(text),
            DecimalText.decimal("\(double)") != value
        else { return }
        buffer.append(".0")
    }

    /// Writes a number that only JSON5 has.
    private mutating func nonFinite(_ value: Double) {
        buffer.append(text: value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }

    private static func unexpected(_ step: DocumentWalker.Step) -> ModelError {
        ModelError(.unrepresentableValue, "JSON has no form for \(step).")
    }

    /// The number of spaces before a line. Beyond 64 levels, it doesn't grow: otherwise a file would grow with the
    /// square of its depth.
    private var indentation: Int { min(outer.count, 64) &* 2 }

    /// Writes the comma and the line break before an element of an array. Those before a member are written with its
    /// key.
    @inline(__always)
    private mutating func separate() {
        if frame.isArray { separateMember() }
    }

    @inline(__always)
    private mutating func separateMember() {
        if frame.isEmpty { frame.isEmpty = false } else { buffer.append(UInt8(ascii: ",")) }
        if isPretty { buffer.appendLineBreak(spaces: indentation) }
    }

    private mutating func begin(isArray: Bool) {
        separate()
        buffer.append(isArray ? UInt8(ascii: "[") : UInt8(ascii: "{"))
        outer.append(frame)
        frame = Frame(isArray: isArray)
    }

    private mutating func end() {
        let ended = frame
        frame = outer.popLast() ?? Frame()
        if isPretty, !ended.isEmpty { buffer.appendLineBreak(spaces: indentation) }
        buffer.append(ended.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"))
    }

    // MARK: Keys

    /// Writes the key that the walker met last, alone or with its value. `number` is the walker's number for it; nil if
    /// it has none.
    @inline(__always)
    private mutating func key(_ number: Int?, _ walker: borrowing DocumentWalker) {
        if isPretty { separateMember() }
        if let number, let known = keys[number], isPretty || known.hasComma != frame.isEmpty {
            frame.isEmpty = false
            buffer.append(known.piece)
        } else {
            noteKey(number, walker)
        }
        if isPretty { buffer.append(0x20) }
    }

    @inline(never)
    private mutating func noteKey(_ number: Int?, _ walker: borrowing DocumentWalker) {
        let (start, hasComma) = (buffer.count, !frame.isEmpty)
        if !isPretty { separateMember() }
        newKey(walker)
        if let number { keys[number] = Key(piece: buffer.piece(from: start), hasComma: hasComma) }
    }

    private mutating func newKey(_ walker: borrowing DocumentWalker) {
        walker.withKeyBytes { string($0) }
        buffer.append(UInt8(ascii: ":"))
    }
}

// Strings.

extension JSONWriter {
    /// Writes a string with its quotes. Escapes the characters that RFC 8259 requires, and no others.
    @safe
    @inline(__always)
    private mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
        let count = bytes.count
        guard let base = bytes.baseAddress else { return buffer.append("\"\"") }
        var isPlain = true
        buffer.append(room: count &+ 2) { room in
            guard let start = room.baseAddress else { return 0 }
            isPlain = unsafe JSONText.copyPlain(base, count, to: start + 1)
            unsafe start[0] = UInt8(ascii: "\"")
            unsafe start[count &+ 1] = UInt8(ascii: "\"")
            return isPlain ? count &+ 2 : 0
        }
        if !isPlain { escaped(bytes) }
    }

    /// Writes a string that needs escapes.
    @safe
    @inline(never)
    private mutating func escaped(_ bytes: UnsafeBufferPointer<UInt8>) {
        buffer.append(UInt8(ascii: "\""))
        var start = 0
        while true {
            let rest = bytes.part(start..<bytes.count)
            let plain = JSONText.plainPrefix(rest)
            buffer.append(rest.part(0..<plain))
            guard plain < rest.count else { break }
            unsafe escape(rest[plain])
            start += plain + 1
        }
        buffer.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): buffer.append("\\\"")
        case UInt8(ascii: "\\"): buffer.append("\\\\")
        case 0x08: buffer.append("\\b")
        case 0x09: buffer.append("\\t")
        case 0x0A: buffer.append("\\n")
        case 0x0C: buffer.append("\\f")
        case 0x0D: buffer.append("\\r")
        default:
            buffer.append("\\u00")
            buffer.append(byte < 0x10 ? 0x30 : 0x31)
            let digit = byte & 0xF
            buffer.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
    }
}
