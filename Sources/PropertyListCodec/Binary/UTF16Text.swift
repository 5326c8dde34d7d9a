import FormatSupport

/// Converts big-endian UTF-16, in which binary property lists store text that isn't ASCII.
enum UTF16Text {
    /// Returns the text of UTF-16 bytes. An unpaired surrogate is replaced by U+FFFD. The function makes two passes,
    /// so that the text uses only the memory that it needs. With the standard library's conversion through an array
    /// of units, the conversion took a sixth of the time of reading a list of names.
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

    /// Returns the number of UTF-16 units of UTF-8 text. The time is linear in its length.
    @safe
    static func count(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        forEachUnit(utf8) { _ in count &+= 1 }
        return count
    }

    /// Writes UTF-8 text as UTF-16, as far as there is room. An invalid character becomes U+FFFD.
    ///
    /// - Returns: The number of bytes written.
    @safe
    static func write(_ utf8: UnsafeBufferPointer<UInt8>, to room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard let start = UnsafeMutableRawPointer(room.baseAddress) else { return 0 }
        var position = 0
        forEachUnit(utf8) { unit in
            guard position &+ 2 <= room.count else { return }
            unsafe start.storeBytes(of: unit.bigEndian, toByteOffset: position, as: UInt16.self)
            position &+= 2
        }
        return position
    }

    @safe
    @inline(__always)
    private static func forEachUnit(_ utf8: UnsafeBufferPointer<UInt8>, _ body: (UInt16) -> Void) {
        var index = 0
        var checkpoint = LongWork.bytes
        while index < utf8.count {
            if index >= checkpoint {
                guard LongWork.mayGoOn else { return }
                checkpoint = index &+ LongWork.bytes
            }
            let first = unsafe utf8[index]
            if first < 0x80 {
                body(UInt16(first))
                index &+= 1
                continue
            }
            let size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard size <= utf8.count &- index else { return body(0xFFFD) }
            var bits = UInt32(first) & (0x7F &>> UInt32(size))
            for offset in 1..<size { bits = unsafe bits &<< 6 | UInt32(utf8[index &+ offset]) & 0x3F }
            index &+= size
            let scalar = Unicode.Scalar(bits) ?? "\u{FFFD}"
            if scalar.value > 0xFFFF {
                body(UTF16.leadSurrogate(scalar))
                body(UTF16.trailSurrogate(scalar))
            } else {
                body(UInt16(truncatingIfNeeded: scalar.value))
            }
        }
    }

    @safe
    @inline(__always)
    private static func forEachScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Unicode.Scalar) -> Void) {
        // A single byte at the end isn't a unit.
        let end = bytes.count & ~1
        let bytes = UnsafeRawBufferPointer(bytes)
        var offset = 0
        var checkpoint = LongWork.bytes
        while offset < end {
            if offset >= checkpoint {
                guard LongWork.mayGoOn else { return }
                checkpoint = offset &+ LongWork.bytes
            }
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
