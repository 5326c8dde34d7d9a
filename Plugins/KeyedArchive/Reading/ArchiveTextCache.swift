import Documents
import FormatSupport

/// Remembers the offsets of short strings that were written recently, so that equal strings are written once.
///
/// The cache is direct-mapped: a new string replaces the old string in its slot. The cache doesn't store the bytes of
/// the strings. They are compared in the output.
struct ArchiveTextCache: ~Copyable {
    struct Slot: BitwiseCopyable {
        /// The offset of the string's bytes in the output. Zero if the slot is empty.
        var offset = 0
        var count = 0
        /// The number of the property list's object that refers to the string.
        var reference: UInt32 = 0
    }

    /// The length of the longest string in the cache, in bytes. Longer strings are unlikely to be repeated.
    static let longest = 64

    private static let bits: UInt64 = 10
    private var slots = Stack(repeating: Slot(), count: 1 << bits)

    subscript(index: Int) -> Slot {
        @inline(__always) get { slots[index] }
        @inline(__always) set { slots[index] = newValue }
    }

    /// Returns the slot of a string: a hash of its length, and of its first and its last eight bytes.
    @safe
    @inline(__always)
    static func index(of text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = text.baseAddress else { return 0 }
        let raw = unsafe UnsafeRawPointer(start)
        let count = text.count
        var first: UInt64 = 0
        var last: UInt64 = 0
        if count >= 8 {
            // Both loads lie within the text.
            first = unsafe raw.loadUnaligned(as: UInt64.self)
            last = unsafe raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        } else {
            for index in 0..<count { first = unsafe first << 8 | UInt64(start[index]) }
        }
        var hash = (first ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        hash = (hash ^ last) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: hash >> (64 - bits))
    }
}
