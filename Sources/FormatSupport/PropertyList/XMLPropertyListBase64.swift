import Foundation

/// Base64 as property lists hold it: broken into lines, and indented.
enum XMLPropertyListBase64 {
    private static let space: UInt8 = 0x40
    private static let padding: UInt8 = 0x41
    private static let wrong: UInt8 = 0xFF

    /// What each byte stands for.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: wrong, count: 256)
        for (value, byte) in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8.enumerated() {
            table[Int(byte)] = UInt8(value)
        }
        for byte in [0x20, 0x09, 0x0A, 0x0D] { table[byte] = space }
        table[Int(UInt8(ascii: "="))] = padding
        return table
    }()

    /// The bytes that the text stands for; nil where it has any other character, or ends within a group of four.
    static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> Data? {
        var result = ByteBuffer(capacity: text.count / 4 * 3 + 4)
        var bits: UInt32 = 0
        var count = 0
        var padded = 0
        let isWhole = unsafe values.withUnsafeBufferPointer { values in
            for unsafe byte in unsafe text {
                let value = unsafe values[Int(byte)]
                if value < 64 {
                    guard padded == 0 else { return false }
                    bits = bits << 6 | UInt32(value)
                    count &+= 1
                    if count == 4 {
                        result.append(UInt8(truncatingIfNeeded: bits >> 16))
                        result.append(UInt8(truncatingIfNeeded: bits >> 8))
                        result.append(UInt8(truncatingIfNeeded: bits))
                        count = 0
                    }
                } else if value == padding {
                    padded &+= 1
                } else if value != space {
                    return false
                }
            }
            return true
        }
        guard isWhole else { return nil }
        switch (count, padded) {
        case (0, 0):
            break
        case (2, 2):
            result.append(UInt8(truncatingIfNeeded: bits >> 4))
        case (3, 1):
            result.append(UInt8(truncatingIfNeeded: bits >> 10))
            result.append(UInt8(truncatingIfNeeded: bits >> 2))
        default:
            return nil
        }
        return result.takeData()
    }
}
