import Documents
import FormatSupport

/// Writes a document's values as JSON text.
struct JSONWriter: ~Copyable {
    /// An open array or object. The first frame is neither.
    struct Frame {
        var isArray = false
        var isEmpty = true
    }

    private var output: JSONOutput
    private var frame = Frame()
    private var outer = Stack<Frame>()
    /// The keys that were written, as pieces of the buffer, with quotes and a colon. On one line, a piece includes the
    /// comma before the key if there was one.
    private var keys = KeyTable<Key>()

    struct Key: BitwiseCopyable {
        var piece: ByteBuffer.Piece
        var hasComma: Bool
    }

    init(isPretty: Bool, limits: DecodingLimits) {
        output = JSONOutput(isPretty: isPretty, limits: limits)
    }

    mutating func write(_ walker: inout DocumentWalker) throws(ModelError) -> Data {
        while true {
            if output.buffer.isOverfull { throw ModelError(.bytesExceeded, "More than \(output.buffer.limit) bytes.") }
            if let value = walker.nextMember() {
                key(walker.memberNumber, walker)
                switch value {
                case .string: walker.withBytes { output.string($0) }
                case .int64(let value): output.buffer.appendText(value)
                case .double(let value): output.buffer.appendText(value)
                case .bool(let value): output.append(value)
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
                walker.withBytes { output.string($0) }
            case .int64(let value):
                separate()
                output.buffer.appendText(value)
            case .uint64(let value):
                separate()
                output.buffer.appendText(value)
            case .double(let value):
                separate()
                if value.isFinite { output.buffer.appendText(value) } else { output.append(nonFinite: value) }
            case .float(let value):
                separate()
                if value.isFinite { output.buffer.appendText(value) } else { output.append(nonFinite: Double(value)) }
            case .bool(let value):
                separate()
                output.append(value)
            case .null:
                separate()
                output.buffer.append("null")
            case .beginArray: begin(isArray: true)
            case .beginDictionary: begin(isArray: false)
            case .other:
                guard case .decimal(let value)? = walker.scalar else { throw Self.unexpected(step) }
                separate()
                output.append(value)
            case .data, .date, .beginValueDictionary, .beginObject, .reference: throw Self.unexpected(step)
            }
        }
        return output.buffer.takeData()
    }

    private static func unexpected(_ step: DocumentWalker.Step) -> ModelError {
        ModelError(.unrepresentableValue, "JSON has no form for \(step).")
    }

    /// Writes the comma and the line break before an element of an array. Those before a member are written with its
    /// key.
    @inline(__always)
    private mutating func separate() {
        if frame.isArray { separateMember() }
    }

    @inline(__always)
    private mutating func separateMember() {
        if frame.isEmpty { frame.isEmpty = false } else { output.buffer.append(UInt8(ascii: ",")) }
        output.beginLine(depth: outer.count)
    }

    private mutating func begin(isArray: Bool) {
        separate()
        output.buffer.append(isArray ? UInt8(ascii: "[") : UInt8(ascii: "{"))
        outer.append(frame)
        frame = Frame(isArray: isArray)
    }

    private mutating func end() {
        let ended = frame
        frame = outer.popLast() ?? Frame()
        if !ended.isEmpty { output.beginLine(depth: outer.count) }
        output.buffer.append(ended.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"))
    }

    // MARK: Keys

    /// Writes the key that the walker met last, alone or with its value. `number` is the walker's number for it; nil if
    /// it has none.
    @inline(__always)
    private mutating func key(_ number: Int?, _ walker: borrowing DocumentWalker) {
        if output.isPretty { separateMember() }
        if let number, let known = keys[number], output.isPretty || known.hasComma != frame.isEmpty {
            frame.isEmpty = false
            output.buffer.append(known.piece)
        } else {
            noteKey(number, walker)
        }
        if output.isPretty { output.buffer.append(0x20) }
    }

    @inline(never)
    private mutating func noteKey(_ number: Int?, _ walker: borrowing DocumentWalker) {
        let (start, hasComma) = (output.buffer.count, !frame.isEmpty)
        if !output.isPretty { separateMember() }
        newKey(walker)
        if let number { keys[number] = Key(piece: output.buffer.piece(from: start), hasComma: hasComma) }
    }

    private mutating func newKey(_ walker: borrowing DocumentWalker) {
        walker.withKeyBytes { output.string($0) }
        output.buffer.append(UInt8(ascii: ":"))
    }
}
