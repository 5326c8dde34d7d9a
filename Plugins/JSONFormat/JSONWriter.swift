import FormatSupport
import Foundation
import ModelCore

/// Writes a document's values as JSON text.
struct JSONWriter: ~Copyable {
    /// An array or an object that is open.
    struct Frame {
        var isArray = true
        var isEmpty = true
    }

    var buffer = ByteBuffer(capacity: 1 << 16)
    private var frame = Frame()
    private var outer = Stack<Frame>()
    private let isPretty: Bool
    /// The keys that were met, with quotes and colon, and where each ends by its number.
    private var renderedKeys = ByteBuffer()
    private var keyRanges: ContiguousArray<Range<Int>> = []

    init(isPretty: Bool, limits: DecodingLimits) {
        buffer.limit = limits.bytes
        self.isPretty = isPretty
    }

    mutating func write(_ walker: inout DocumentWalker) throws(ModelError) -> Data {
        while let step = try walker.next() {
            if buffer.isOverfull { throw ModelError(.bytesExceeded, "More than \(buffer.limit) bytes.") }
            switch step {
            case .key: key(walker)
            case .end: end()
            case .string:
                separate()
                unsafe walker.withBytes { unsafe string($0.assumingMemoryBound(to: UInt8.self)) }
            case .int64(let value):
                separate()
                buffer.appendText(value)
            case .uint64(let value):
                separate()
                buffer.appendText(value)
            case .double(let value):
                separate()
                buffer.appendText(value)
            case .float(let value):
                separate()
                buffer.appendText(value)
            case .bool(let value):
                separate()
                if value { buffer.append("true") } else { buffer.append("false") }
            case .null:
                separate()
                buffer.append("null")
            case .beginArray: begin(isArray: true)
            case .beginDictionary: begin(isArray: false)
            case .other:
                guard case .decimal(let value)? = walker.scalar else { throw Self.unexpected(step) }
                separate()
                buffer.append(value.description)
            case .data, .date, .beginValueDictionary, .beginObject, .reference: throw Self.unexpected(step)
            }
        }
        return buffer.takeData()
    }

    private static func unexpected(_ step: DocumentWalker.Step) -> ModelError {
        ModelError(.unrepresentableValue, "JSON has no form for \(step).")
    }

    /// Deeper than 64 levels, lines aren't indented further: else a file would grow by the square of its depth.
    private var indentation: Int { min(outer.count, 64) &* 2 }

    /// Writes what stands before an element: a comma and a line break. What stands before a member is its key's.
    @inline(__always)
    private mutating func separate() {
        guard frame.isArray, !outer.isEmpty else { return }
        separateMember()
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

    @inline(__always)
    private mutating func key(_ walker: borrowing DocumentWalker) {
        separateMember()
        if let number = walker.keyNumber {
            if number >= keyRanges.count || keyRanges[number].isEmpty { render(number, walker) }
            let range = keyRanges[number]
            unsafe renderedKeys.withBytes { unsafe buffer.append(UnsafeBufferPointer(rebasing: $0[range])) }
        } else {
            unsafe walker.withBytes { unsafe string($0.assumingMemoryBound(to: UInt8.self)) }
            buffer.append(UInt8(ascii: ":"))
        }
        if isPretty { buffer.append(0x20) }
    }

    @inline(never)
    private mutating func render(_ number: Int, _ walker: borrowing DocumentWalker) {
        if number >= keyRanges.count {
            keyRanges.append(contentsOf: repeatElement(0..<0, count: number + 1 - keyRanges.count))
        }
        let start = renderedKeys.count
        unsafe walker.withBytes {
            unsafe Self.string($0.assumingMemoryBound(to: UInt8.self), to: &renderedKeys)
        }
        renderedKeys.append(UInt8(ascii: ":"))
        keyRanges[number] = start..<renderedKeys.count
    }
}

// Strings.

extension JSONWriter {
    @inline(__always)
    private mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe Self.string(bytes, to: &buffer) }

    /// Writes a string with its quotes. Escapes what RFC 8259 says must be, and nothing else.
    @inline(__always)
    private static func string(_ bytes: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        buffer.reserve(bytes.count &+ 2)
        buffer.append(UInt8(ascii: "\""))
        let plain = unsafe JSONText.plainPrefix(bytes)
        if plain == bytes.count {
            unsafe buffer.append(bytes)
        } else {
            unsafe escaped(bytes, plain, to: &buffer)
        }
        buffer.append(UInt8(ascii: "\""))
    }

    /// Writes a string that needs escapes. `plain` bytes at its start don't.
    @inline(never)
    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>, _ plain: Int, to buffer: inout ByteBuffer) {
        var rest = unsafe bytes
        var plain = plain
        while true {
            unsafe buffer.append(UnsafeBufferPointer(rebasing: rest[..<plain]))
            guard plain < rest.count else { return }
            unsafe escape(rest[plain], to: &buffer)
            unsafe rest = UnsafeBufferPointer(rebasing: rest[(plain + 1)...])
            plain = unsafe JSONText.plainPrefix(rest)
        }
    }

    private static func escape(_ byte: UInt8, to buffer: inout ByteBuffer) {
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
