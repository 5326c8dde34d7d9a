import FormatSupport
import Foundation

/// Decodes Base64 one character after the other: slow, and independent of the code that it is compared with.
enum ReferenceBase64 {
    struct Failure: Error {
        let offset: Int
        var addition = ""
    }

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /// The value of each byte as a Base64 digit: 0 to 63, or one of the marks below.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: other, count: 256)
        for (index, byte) in alphabet.description.utf8.enumerated() {
            values[Int(byte)] = UInt8(index)
        }
        for byte in [0x20, 0x09, 0x0A, 0x0D] { values[byte] = space }
        values[0x3D] = pad
        // The digits of the alphabet for URLs and file names.
        (values[0x2D], values[0x5F]) = (62, 63)
        return values
    }()
    private static let other: UInt8 = 0xFF
    private static let space: UInt8 = 0xFE
    private static let pad: UInt8 = 0xFD

    /// Decodes Base64 text in either alphabet, with or without padding. White space is skipped.
    ///
    /// - Throws: `Failure` for any other byte, for padding that isn't that of the last group, and for a last group
    ///   of one digit.
    @safe
    static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) -> Data {
        var result = Data()
        var group: UInt32 = 0
        var filled = 0
        var pads = 0
        var last = 0
        let values = self.values
        for index in text.indices {
            let byte = unsafe text[index]
            let value = values[Int(byte)]
            if value < 64 {
                guard pads == 0 else { throw Failure(offset: index, addition: "after the padding") }
                group = group << 6 | UInt32(value)
                filled += 1
                last = index
                if filled == 4 {
                    result.append(UInt8(truncatingIfNeeded: group >> 16))
                    result.append(UInt8(truncatingIfNeeded: group >> 8))
                    result.append(UInt8(truncatingIfNeeded: group))
                    group = 0
                    filled = 0
                }
            } else if value == pad {
                pads += 1
                last = index
            } else if value == other {
                throw Failure(offset: index)
            }
        }
        switch (filled, pads) {
        case (0, 0): break
        case (2, 0), (2, 2): result.append(UInt8(truncatingIfNeeded: group >> 4))
        case (3, 0), (3, 1):
            result.append(UInt8(truncatingIfNeeded: group >> 10))
            result.append(UInt8(truncatingIfNeeded: group >> 2))
        case (_, 0): throw Failure(offset: last, addition: "and the only digit of the last group")
        default: throw Failure(offset: last, addition: "and doesn't end a group of four")
        }
        return result
    }
}
