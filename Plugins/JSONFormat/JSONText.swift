/// Bytes of JSON text, eight at a time.
///
/// After Sean Eron Anderson, "Bit Twiddling Hacks": the lowest marked byte is exact, those above it may be marked in vain.
enum JSONText {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Marks control characters, quotes and backslashes.
    @inline(__always)
    static func special(_ word: UInt64) -> UInt64 {
        let quote = word ^ ones &* 0x22
        let backslash = word ^ ones &* 0x5C
        let control = (word &- ones &* 0x20) & ~word
        return (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highBits
    }

    /// Eight bytes, the first one lowest.
    @inline(__always)
    @unsafe
    static func word(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    @unsafe
    private static func halfWord(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(UInt32(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self)))
    }

    /// How many bytes there are before the first that needs an escape.
    @inline(__always)
    static func plainPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let count = bytes.count
        guard let base = bytes.baseAddress else { return 0 }
        var index = 0
        // Each load lies within the bytes: eight of them are left, or the last eight (four) are looked at once more.
        while index &+ 8 <= count {
            let marks = unsafe special(word(base + index))
            if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        if index == count { return count }
        if count >= 8 {
            if unsafe special(word(base + count - 8)) == 0 { return count }
        } else if count >= 4 {
            let both = unsafe halfWord(base) | halfWord(base + count - 4) << 32
            if special(both) == 0 { return count }
        }
        while index < count {
            let byte = unsafe base[index]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { return index }
            index &+= 1
        }
        return count
    }

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// What a hexadecimal digit stands for.
    static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte) - 0x30
        case 0x41...0x46: UInt32(byte) - 0x37
        case 0x61...0x66: UInt32(byte) - 0x57
        default: nil
        }
    }
}
