import Documents
import FormatSupport

/// The text of a JSON file that is being written: strings, numbers and line breaks.
struct JSONOutput: ~Copyable {
    var buffer = ByteBuffer(capacity: 512)
    /// True if each member and each element is on a separate line.
    let isPretty: Bool

    init(isPretty: Bool, limits: DecodingLimits) {
        buffer.limit = limits.bytes
        self.isPretty = isPretty
    }

    /// Begins a line, if the text isn't on one line. Beyond 64 levels, the indentation doesn't grow: otherwise a file
    /// would grow with the square of its depth.
    @inline(__always)
    mutating func beginLine(depth: Int) {
        if isPretty { buffer.appendLineBreak(spaces: min(depth, 64) &* 2) }
    }

    @inline(__always)
    mutating func append(_ value: Bool) {
        if value { buffer.append("true") } else { buffer.append("false") }
    }

    /// Writes NaN or an infinity, as JSON5 writes them.
    mutating func append(nonFinite value: Double) {
        buffer.append(text: value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }

    /// Writes a string with its quotes. Escapes the characters that RFC 8259 requires, and no others.
    @safe
    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
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
        var checkpoint = LongWork.bytes
        while true {
            if start >= checkpoint {
                // The bytes of stopped work are dropped.
                guard LongWork.mayGoOn else { return }
                checkpoint = start + LongWork.bytes
            }
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
