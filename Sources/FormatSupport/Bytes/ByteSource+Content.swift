import Synchronization

extension ByteSource {
    /// Calls `read` until it returns 0, and returns all bytes that `read` has written: the content of a file or of a
    /// pipe.
    ///
    /// Large content (1 MiB or more) has the ``padding`` after it in memory. A source can therefore use the content
    /// in place. Otherwise a large file would be in memory twice.
    ///
    /// - Parameters:
    ///   - expected: The expected number of bytes. It may be wrong.
    ///   - limit: The maximum number of bytes.
    ///   - read: Writes the next bytes to the beginning of the memory, and returns their number; 0 at the end.
    /// - Returns: The bytes. Nil if there are more than the limit.
    /// - Throws: The error that `read` throws.
    @safe
    public static func content<Failure>(
        expecting expected: Int, limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Data? {
        // One byte more, so that the end is found without more memory. The expected number may be wrong, so it is
        // limited.
        var size = min(max(min(expected, limit), 1 << 12), 1 << 32) + 1 + padding
        var memory = unsafe GrowingMemory.allocate(size)
        var count = 0
        do {
            while true {
                let room = unsafe UnsafeMutableRawBufferPointer(start: memory + count, count: size - padding - count)
                let got = unsafe try read(room)
                if got <= 0 { break }
                count += min(got, room.count)
                if count > limit {
                    unsafe GrowingMemory.release(memory, size: size)
                    return nil
                }
                guard got >= room.count else { continue }
                unsafe (memory, size) = GrowingMemory.resize(memory, from: size, to: size + size / 2)
            }
        } catch {
            unsafe GrowingMemory.release(memory, size: size)
            throw error
        }
        unsafe memset(memory + count, 0, padding)
        let whole = size
        guard count >= leastShared else { return unsafe GrowingMemory.data(memory, size: whole, in: 0..<count) }
        unsafe GrowingMemory.trim(memory, size: whole, to: count + padding)
        let address = UInt(bitPattern: memory)
        paddedCounts.withLock { $0[address] = count }
        return unsafe Data(
            bytesNoCopy: memory, count: count,
            deallocator: .custom { memory, _ in
                paddedCounts.withLock { $0[address] = nil }
                unsafe GrowingMemory.release(memory, size: whole)
            })
    }

    /// The minimum number of bytes of content that a source uses in place. Shorter content is copied.
    private static let leastShared = 1 << 20

    /// For each content with padding after it in memory: the number of bytes, by the address of the content.
    private static let paddedCounts = Mutex<[UInt: Int]>([:])

    /// Returns the address of the bytes of data, if the padding follows them in memory. Returns nil for any other
    /// data. The bytes keep their address as long as any copy of the data exists, even if other copies are changed.
    static func paddedBytes(of data: Data) -> UnsafePointer<UInt8>? {
        guard data.count >= leastShared else { return nil }
        return unsafe data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                paddedCounts.withLock({ $0[UInt(bitPattern: base)] }) == bytes.count
            else { return nil }
            return unsafe base.assumingMemoryBound(to: UInt8.self)
        }
    }
}
