internal import CBaseModel

/// Encodes data as Base64 text (RFC 4648, section 4), and decodes it. Also decodes the alphabet for URLs (section 5).
///
/// All conversions are linear in the number of bytes.
public enum Base64 {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /// The value of each byte as a Base64 digit: 0 to 63, or one of the special values below.
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

    // MARK: Encoding

    /// Writes bytes as base64, padded, without line breaks. To break lines, write pieces whose length is a multiple of
    /// three.
    @safe
    package static func encode(_ bytes: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
        let size = size(of: bytes.count)
        buffer.append(room: size) { room in
            guard let target = room.baseAddress, let start = bytes.baseAddress else { return 0 }
            _ = LongWork.inPieces(of: bytes.count, step: 3) { range in
                unsafe write(start + range.lowerBound, range.count, to: target + range.lowerBound / 3 * 4)
                return true
            }
            return size
        }
    }

    /// Writes data as base64.
    package static func encode(_ data: Data, to buffer: inout ByteBuffer) {
        data.withBytes { encode($0, to: &buffer) }
    }

    /// Returns the text of data in Base64, padded, without line breaks.
    public static func string(from data: Data) -> String {
        data.withBytes { bytes in
            let size = size(of: bytes.count)
            return unsafe String(unsafeUninitializedCapacity: size) { room in
                guard let target = room.baseAddress, let start = bytes.baseAddress else { return 0 }
                unsafe write(start, bytes.count, to: target)
                return size
            }
        }
    }

    /// Returns the number of characters of the Base64 text of `count` bytes.
    private static func size(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Writes the text of `count` bytes: four characters for each group of three.
    @unsafe
    private static func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        @safe let letters = unsafe alphabet.utf8Start
        @safe let bytes = unsafe bytes
        var index = unsafe count < 28 ? 0 : Int(base64_encode(bytes, count, target))
        @safe var target = unsafe target + index / 3 * 4
        while index &+ 3 <= count {
            let group = Int(bytes[index]) << 16 | Int(bytes[index &+ 1]) << 8 | Int(bytes[index &+ 2])
            target[0] = letters[group >> 18]
            target[1] = letters[group >> 12 & 63]
            target[2] = letters[group >> 6 & 63]
            target[3] = letters[group & 63]
            unsafe target += 4
            index &+= 3
        }
        let rest = count &- index
        if rest > 0 {
            let group = Int(bytes[index]) << 16 | (rest > 1 ? Int(bytes[index &+ 1]) << 8 : 0)
            target[0] = letters[group >> 18]
            target[1] = letters[group >> 12 & 63]
            target[2] = rest > 1 ? letters[group >> 6 & 63] : UInt8(ascii: "=")
            target[3] = UInt8(ascii: "=")
        }
    }

    // MARK: Decoding

    /// Decodes Base64 text in either alphabet, with or without padding. White space is skipped.
    ///
    /// - Throws: `Base64Error` for any other byte, for padding that doesn't fit the last group, and for a last group
    ///   of one digit.
    @safe
    public static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(Base64Error) -> Data {
        let size = text.count / 4 * 3 + 3
        var result = ByteBuffer(capacity: size)
        var failure: Base64Error?
        result.append(room: size) { room in
            guard let target = room.baseAddress, let start = text.baseAddress else { return 0 }
            do throws(Base64Error) {
                return unsafe try decode(text, start, to: target)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return result.takeData()
    }

    /// Writes the bytes that a text represents, and returns their number.
    @unsafe
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
    ) throws(Base64Error) -> Int {
        @safe let bytes = unsafe start
        @safe let target = unsafe target
        let count = text.count
        let values = self.values
        var index = 0
        var checkpoint = LongWork.bytes
        var written = 0
        // The digits of a group that isn't complete.
        var group: UInt32 = 0
        var filled = 0
        var pads = 0
        /// The index of the last byte that isn't white space, if the byte is no digit of a complete group.
        var last = 0
        while index < count {
            if filled == 0, pads == 0 {
                if count &- index >= 40 {
                    if index >= checkpoint {
                        guard LongWork.mayGoOn else { throw Base64Error(text, at: index) }
                        checkpoint = index &+ LongWork.bytes
                    }
                    let rest = min(count &- index, LongWork.bytes)
                    let decoded = unsafe Int(base64_decode(bytes + index, rest, target + written))
                    index &+= decoded
                    written &+= decoded / 4 &* 3
                }
                while index &+ 4 <= count {
                    let (first, second) = (values[Int(bytes[index])], values[Int(bytes[index &+ 1])])
                    let (third, fourth) = (values[Int(bytes[index &+ 2])], values[Int(bytes[index &+ 3])])
                    guard first | second | third | fourth < 64 else { break }
                    target[written] = first << 2 | second >> 4
                    target[written &+ 1] = second << 4 | third >> 2
                    target[written &+ 2] = third << 6 | fourth
                    index &+= 4
                    written &+= 3
                }
            }
            // The text ends before the first byte of a group.
            while index < count {
                let value = values[Int(bytes[index])]
                if value < 64 {
                    guard pads == 0 else { throw Base64Error(text, at: index, "after the padding") }
                    group = group << 6 | UInt32(value)
                    filled &+= 1
                    last = index
                    if filled == 4 {
                        target[written] = UInt8(truncatingIfNeeded: group >> 16)
                        target[written &+ 1] = UInt8(truncatingIfNeeded: group >> 8)
                        target[written &+ 2] = UInt8(truncatingIfNeeded: group)
                        written &+= 3
                        group = 0
                        filled = 0
                    }
                } else if value == pad {
                    pads &+= 1
                    last = index
                } else if value == other {
                    throw Base64Error(text, at: index)
                }
                index &+= 1
                if filled == 0, pads == 0, index < count, values[Int(bytes[index])] < 64 { break }
            }
        }
        switch (filled, pads) {
        case (0, 0): return written
        case (2, 0), (2, 2):
            target[written] = UInt8(truncatingIfNeeded: group >> 4)
            return written + 1
        case (3, 0), (3, 1):
            target[written] = UInt8(truncatingIfNeeded: group >> 10)
            target[written + 1] = UInt8(truncatingIfNeeded: group >> 2)
            return written + 2
        case (_, 0): throw Base64Error(text, at: last, "and the only digit of the last group")
        default: throw Base64Error(text, at: last, "and doesn't end a group of four")
        }
    }
}

/// The reason why a text isn't Base64.
public struct Base64Error: Error, Sendable, Hashable {
    /// The offset of the wrong character, in bytes.
    public let offset: Int
    /// A clause that names the wrong character, such as `character 5 is "*"`.
    public let reason: String

    /// - Parameter addition: Completes the clause, for a character that is wrong only at this offset.
    @safe
    fileprivate init(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ addition: String? = nil) {
        self.offset = offset
        // All bytes before the first wrong one are ASCII, so each is a character.
        let scalars = text.part(offset..<min(offset + 4, text.count)).text.unicodeScalars
        let character = ErrorText.quoted(String(scalars.prefix(1)))
        reason = "character \(offset + 1) is \(character)" + (addition.map { ", \($0)" } ?? "")
    }
}
