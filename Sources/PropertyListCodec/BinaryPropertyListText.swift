import FormatSupport

/// Looks at text eight bytes at a time.
@usableFromInline
package enum BinaryPropertyListText {
    /// True where no byte has its highest bit set.
    @safe
    @inlinable
    package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        // Every load lies within the buffer: the last word of a long text overlaps the one before.
        let raw = unsafe UnsafeRawPointer(start)
        let count = bytes.count
        let mask: UInt64 = 0x8080_8080_8080_8080
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
        return all & mask == 0
    }
}
