/// Tells valid UTF-8, by the Unicode Standard's table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Check {
    /// The offset of the first byte of the first sequence that isn't valid; nil where all are.
    @safe
    static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let count = bytes.count
        guard let base = bytes.baseAddress else { return nil }
        var index = 0
        while index < count {
            // Eight bytes are left, or one.
            if index + 8 <= count, unsafe JSONText.word(base + index) & JSONText.highBits == 0 {
                index += 8
                continue
            }
            let byte = unsafe base[index]
            if byte < 0x80 {
                index += 1
                continue
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
            for offset in 2..<max(length, 2) {
                guard unsafe base[index + offset] & 0xC0 == 0x80 else { return index }
            }
            index += length
        }
        return nil
    }
}
