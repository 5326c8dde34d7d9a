import Foundation
import Synchronization

extension ByteSource {
    /// The bytes that `read` gives, until it gives none: the content of a file or of a pipe.
    ///
    /// They have the padding, so that a source reads them where they are. Else a large file would be in memory twice.
    ///
    /// - Parameters:
    ///   - expected: How many they will be, as far as is known.
    ///   - limit: The most that they may be.
    ///   - read: Puts the next bytes at the beginning of the memory, and returns how many; 0 at the end.
    /// - Returns: nil for more than the limit.
    /// - Throws: What `read` throws.
    @safe
    public static func content<Failure>(
        expecting expected: Int, limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Data? {
        // One more, so that the end is seen without more memory. What is expected may be wrong.
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
                    unsafe GrowingMemory.free(memory, size: size)
                    return nil
                }
                guard got >= room.count else { continue }
                unsafe (memory, size) = GrowingMemory.resize(memory, from: size, to: size + size / 2)
            }
        } catch {
            unsafe GrowingMemory.free(memory, size: size)
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
                unsafe GrowingMemory.free(memory, size: whole)
            })
    }

    /// What is shorter is copied.
    private static let leastShared = 1 << 20

    /// How many bytes are at each address where the padding follows them.
    private static let paddedCounts = Mutex<[UInt: Int]>([:])

    /// Where such bytes begin, which stay there while somebody has a copy of the data, however others are changed; nil
    /// for any other data.
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
