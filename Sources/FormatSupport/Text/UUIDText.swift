/// UUIDs as text: `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
///
/// Foundation converts them more slowly. All conversions take constant time.
package enum UUIDText {
    /// The number of bytes of a text.
    private static let count = 36

    /// Returns the text of a UUID, in upper case, like `uuidString`.
    package static func string(from uuid: UUID) -> String {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { room -> String in
            guard let target = room.baseAddress else { return "" }
            unsafe write(uuid, to: target)
            // Digits and dashes were written.
            return unsafe UnsafeBufferPointer(room).uncheckedASCII
        }
    }

    /// Appends the text that ``string(from:)`` returns, without a `String`.
    package static func append(_ uuid: UUID, to buffer: inout ByteBuffer) {
        buffer.append(room: count) { room in
            guard let target = room.baseAddress else { return 0 }
            unsafe write(uuid, to: target)
            return count
        }
    }

    /// Returns the UUID that a text represents, in upper or lower case. Returns nil for any text that
    /// `UUID(uuidString:)` rejects.
    package static func uuid(from text: String) -> UUID? {
        (text.withStoredUTF8 { read($0) } ?? nil) ?? UUID(uuidString: text)
    }

    /// Returns the UUID that UTF-8 bytes represent, like ``uuid(from:)-(String)``.
    @safe
    package static func uuid(from bytes: UnsafeBufferPointer<UInt8>) -> UUID? {
        read(bytes) ?? UUID(uuidString: bytes.text)
    }

    // MARK: Writing

    @unsafe
    @inline(__always)
    private static func write(_ uuid: UUID, to target: UnsafeMutablePointer<UInt8>) {
        let (first, second) = unsafe unsafeBitCast(uuid.uuid, to: (UInt64, UInt64).self)
        let (low, high) = (first.littleEndian, second.littleEndian)
        let room = UnsafeMutableRawPointer(target)
        // 8-4-4-4-12 digits, eight at a time.
        unsafe store(digits(low), to: room)
        let middle = digits(low >> 32)
        unsafe store(UInt32(truncatingIfNeeded: middle), to: room + 9)
        unsafe store(UInt32(truncatingIfNeeded: middle >> 32), to: room + 14)
        let next = digits(high)
        unsafe store(UInt32(truncatingIfNeeded: next), to: room + 19)
        unsafe store(UInt32(truncatingIfNeeded: next >> 32), to: room + 24)
        unsafe store(digits(high >> 32), to: room + 28)
        for index in [8, 13, 18, 23] { unsafe target[index] = UInt8(ascii: "-") }
    }

    @unsafe
    @inline(__always)
    private static func store<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ value: Integer, to target: UnsafeMutableRawPointer
    ) {
        unsafe target.storeBytes(of: value.littleEndian, as: Integer.self)
    }

    /// Returns the eight digits of the lowest four bytes of an integer. In both numbers, the first digit or byte is
    /// the lowest byte.
    @inline(__always)
    private static func digits(_ bytes: UInt64) -> UInt64 {
        // Each byte moves to the lower half of 16 bits, and then each half of it to a byte.
        var pairs = bytes & 0xFFFF_FFFF
        pairs = (pairs | pairs << 16) & 0x0000_FFFF_0000_FFFF
        pairs = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
        let halves = pairs >> 4 & 0x000F_000F_000F_000F | (pairs & 0x000F_000F_000F_000F) << 8
        // 1 in each byte that is a letter, whose code is 7 higher.
        let letters = (halves &+ 6 &* ones) >> 4 & ones
        return halves &+ 0x30 &* ones &+ letters &* 7
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }

    // MARK: Reading

    /// Returns the UUID of a text of 36 bytes with hyphens between the digits. Returns nil for any other text.
    /// Foundation accepts a few other texts.
    @safe
    @inline(__always)
    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> UUID? {
        guard bytes.count == count, let start = bytes.baseAddress else { return nil }
        @safe let text = unsafe start
        guard text[8] == 0x2D, text[13] == 0x2D, text[18] == 0x2D, text[23] == 0x2D else { return nil }
        let raw = unsafe UnsafeRawPointer(start)
        var mistakes: UInt64 = 0
        let parts = unsafe (
            value(load(raw), &mistakes), value(load(raw + 9, raw + 14), &mistakes),
            value(load(raw + 19, raw + 24), &mistakes), value(load(raw + 28), &mistakes)
        )
        guard mistakes == 0 else { return nil }
        let pair = ((parts.0 | parts.1 << 32).littleEndian, (parts.2 | parts.3 << 32).littleEndian)
        return unsafe UUID(uuid: unsafeBitCast(pair, to: uuid_t.self))
    }

    @unsafe
    @inline(__always)
    private static func load(_ text: UnsafeRawPointer) -> UInt64 {
        unsafe UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
    }

    @unsafe
    @inline(__always)
    private static func load(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> UInt64 {
        let (low, high) = unsafe (first.loadUnaligned(as: UInt32.self), second.loadUnaligned(as: UInt32.self))
        return UInt64(UInt32(littleEndian: low)) | UInt64(UInt32(littleEndian: high)) << 32
    }

    /// Returns the four bytes that eight hexadecimal digits represent. Adds bits to `mistakes` if a character isn't a
    /// hexadecimal digit.
    @inline(__always)
    private static func value(_ digits: UInt64, _ mistakes: inout UInt64) -> UInt64 {
        // 1 in each byte that may be a letter: 0x41 to 0x46, or 0x61 to 0x66.
        let letters = digits >> 6 & ones
        let halves = digits & 0x0F0F_0F0F_0F0F_0F0F &+ letters &* 9
        // The digits in upper case must be those of the halves. A digit is at most 9, and a letter at least 10.
        mistakes |= halves &+ 0x30 &* ones &+ letters &* 7 ^ digits & ~(letters << 5)
        mistakes |= (halves &+ 6 &* ones ^ letters << 4 | halves) & 0x1010_1010_1010_1010
        var bytes = (halves << 4 | halves >> 8) & 0x00FF_00FF_00FF_00FF
        bytes = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF
        return (bytes | bytes >> 16) & 0xFFFF_FFFF
    }
}
