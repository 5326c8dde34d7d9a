import FormatSupport

/// Text in UTF-16, the most significant byte of each unit first, as binary property lists hold what isn't ASCII.
enum UTF16Text {
    /// The text; a surrogate without its other half is replaced by U+FFFD. Two passes, and no more memory than the text
    /// needs: the standard library's generic way through an array of units took a sixth of the time of reading a list
    /// of names.
    @safe
    static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var length = 0
        forEachScalar(bytes) { length &+= UTF8.width($0) }
        return unsafe String(unsafeUninitializedCapacity: length) { output in
            var position = 0
            // As many bytes are written as the first pass has counted.
            forEachScalar(bytes) { scalar in
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    unsafe output[position] = byte
                    position &+= 1
                }
            }
            return position
        }
    }

    @safe
    @inline(__always)
    private static func forEachScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Unicode.Scalar) -> Void) {
        // An odd byte at the end is no unit.
        let end = bytes.count & ~1
        let bytes = UnsafeRawBufferPointer(bytes)
        var offset = 0
        while offset < end {
            let unit = unsafe UInt32(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
            offset &+= 2
            if unit & 0xFC00 == 0xD800, offset < end {
                let next = unsafe UInt32(
                    UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
                if next & 0xFC00 == 0xDC00 {
                    offset &+= 2
                    body(Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10 | next & 0x3FF)) ?? "\u{FFFD}")
                    continue
                }
            }
            body(Unicode.Scalar(unit) ?? "\u{FFFD}")
        }
    }
}
