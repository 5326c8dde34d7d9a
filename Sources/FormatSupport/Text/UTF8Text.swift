// Checks of text, eight bytes at a time.

extension UnsafeBufferPointer<UInt8> {
    /// True if the bytes are valid UTF-8. The time is linear in their number.
    @safe
    @inlinable
    @inline(__always)
    public var isUTF8: Bool { isASCII || firstInvalidUTF8 == nil }

    /// True if no byte has its highest bit set.
    @safe
    @inlinable
    package var isASCII: Bool {
        guard let start = baseAddress else { return true }
        // Every load lies within the buffer: the last word of a long text overlaps the one before.
        let raw = unsafe UnsafeRawPointer(start)
        guard count >= 8 else {
            var all: UInt8 = 0
            for index in 0..<count { all |= unsafe start[index] }
            return all < 0x80
        }
        var all: UInt64 = 0
        var offset = 0
        while offset <= count &- 8 {
            all |= unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        all |= unsafe raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        return all & 0x8080_8080_8080_8080 == 0
    }

    /// True if a text of more than 4 KiB contains more than a thousand combining marks in a row. The text must be
    /// UTF-8. To hash or compare such text, `String` sorts the marks, which takes quadratic time. Text that people
    /// write has a few marks in a row; stream-safe text (Unicode Standard Annex #15) has at most 30.
    @safe
    package var hasManyMarks: Bool {
        guard count > 4096, !isASCII else { return false }
        var marks = 0
        for scalar in text.unicodeScalars {
            // No scalar below U+0300 is a combining mark.
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            marks = isMark ? marks &+ 1 : 0
            if marks > 1000 { return true }
        }
        return false
    }

    /// The index of the first byte of the first sequence that isn't valid UTF-8. Nil if all sequences are valid.
    ///
    /// The Unicode Standard's table 3-7 defines the valid sequences: no overlong forms, no surrogates, nothing above
    /// U+10FFFF.
    @safe
    public var firstInvalidUTF8: Int? {
        guard let base = baseAddress else { return nil }
        var index = 0
        var checkpoint = LongWork.bytes
        while index < count {
            // Skips eight ASCII bytes at once.
            if index + 8 <= count,
                unsafe UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    & 0x8080_8080_8080_8080 == 0
            {
                index += 8
                continue
            }
            let byte = unsafe base[index]
            if byte < 0x80 {
                index += 1
                continue
            }
            if index >= checkpoint {
                guard LongWork.mayGoOn else { return index }
                checkpoint = index + LongWork.bytes
            }
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch byte {
            case 0xC2...0xDF: length = 2
            case 0xE0:
                length = 3
                second = 0xA0...0xBF
            case 0xED:
                length = 3
                second = 0x80...0x9F
            case 0xE1...0xEF: length = 3
            case 0xF0:
                length = 4
                second = 0x90...0xBF
            case 0xF1...0xF3: length = 4
            case 0xF4:
                length = 4
                second = 0x80...0x8F
            default: return index
            }
            guard index + length <= count, unsafe second.contains(base[index + 1]) else { return index }
            for offset in 2..<Swift.max(length, 2) {
                guard unsafe base[index + offset] & 0xC0 == 0x80 else { return index }
            }
            index += length
        }
        return nil
    }
}

extension String {
    /// True if the text is long and contains many combining marks in a row, as
    /// ``Swift/UnsafeBufferPointer/hasManyMarks`` describes.
    package var hasManyMarks: Bool {
        var copy = self
        return copy.withUTF8 { $0.hasManyMarks }
    }
}
