import FormatSupport

extension JSONWriter {
    /// Writes a string with its quotes. Escapes what RFC 8259 says must be, and nothing else.
    @inline(__always)
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
        buffer.reserve(bytes.count &+ 2)
        buffer.append(UInt8(ascii: "\""))
        let plain = unsafe JSONText.plainPrefix(bytes)
        if plain == bytes.count {
            unsafe buffer.append(bytes)
        } else {
            unsafe escaped(bytes, plain)
        }
        buffer.append(UInt8(ascii: "\""))
    }

    /// Writes a string that needs escapes. `plain` bytes at its start don't.
    @inline(never)
    private mutating func escaped(_ bytes: UnsafeBufferPointer<UInt8>, _ plain: Int) {
        var rest = unsafe bytes
        var plain = plain
        while true {
            unsafe buffer.append(UnsafeBufferPointer(rebasing: rest[..<plain]))
            guard plain < rest.count else { return }
            unsafe escape(rest[plain])
            unsafe rest = UnsafeBufferPointer(rebasing: rest[(plain + 1)...])
            plain = unsafe JSONText.plainPrefix(rest)
        }
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
