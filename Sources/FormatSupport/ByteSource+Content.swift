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
    public static func content<Failure>(
        expecting expected: Int, limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Data? {
        // One more, so that the end is seen without more memory. What is expected may be wrong.
        var capacity = min(max(min(expected, limit), 1 << 12), 1 << 32) + 1
        var memory = unsafe allocate(nil, capacity)
        var count = 0
        do {
            while true {
                let room = unsafe UnsafeMutableRawBufferPointer(start: memory + count, count: capacity - count)
                let got = unsafe try read(room)
                if got <= 0 { break }
                count += min(got, room.count)
                if count > limit {
                    unsafe free(memory)
                    return nil
                }
                guard count == capacity else { continue }
                capacity += capacity / 2
                unsafe memory = allocate(memory, capacity)
            }
        } catch {
            unsafe free(memory)
            throw error
        }
        unsafe memory = allocate(memory, count)
        unsafe memset(memory + count, 0, padding)
        guard count >= leastShared else { return unsafe Data(bytesNoCopy: memory, count: count, deallocator: .free) }
        let address = UInt(bitPattern: memory)
        paddedCounts.withLock { $0[address] = count }
        return unsafe Data(
            bytesNoCopy: memory, count: count,
            deallocator: .custom { memory, _ in
                paddedCounts.withLock { $0[address] = nil }
                unsafe free(memory)
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

    /// Memory for so many bytes and the padding, with what was in the old one.
    private static func allocate(_ old: UnsafeMutableRawPointer?, _ count: Int) -> UnsafeMutableRawPointer {
        guard let memory = unsafe realloc(old, count + padding) else { fatalError("Out of memory") }
        return unsafe memory
    }
}
