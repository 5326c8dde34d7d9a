/// The bytes of a file to read, followed by zeros.
///
/// The bytes never change. Therefore a decoder may keep the source as long as the decoder exists, and use it on any
/// thread. Scanners may read up to ``padding`` bytes past the end without a check. These bytes are zeros, which end
/// every token of the text formats.
@safe
public final class ByteSource: @unchecked Sendable {
    /// The number of zero bytes after the last byte.
    public static let padding = 64

    /// The address of the first byte. It is valid while this object exists, for `count + ByteSource.padding` bytes.
    public let base: UnsafePointer<UInt8>
    /// The number of bytes, without the padding.
    public let count: Int
    /// The number of bytes to overwrite when this object is destroyed. 0 if the bytes aren't a secret.
    private let secretCount: Int
    /// The number of bytes that this object allocated. 0 if `owner` owns the memory.
    private let size: Int
    /// The data that owns the memory. Nil if this object owns the memory.
    private let owner: Data?

    /// Creates a source from data. The bytes are copied, except the bytes of large data from
    /// ``content(expecting:limit:_:)``.
    public init(_ data: Data) {
        secretCount = 0
        if let base = unsafe Self.paddedBytes(of: data) {
            unsafe self.base = base
            owner = data
            size = 0
            count = data.count
            return
        }
        owner = nil
        size = data.count + Self.padding
        let bytes = unsafe GrowingMemory.allocate(size).assumingMemoryBound(to: UInt8.self)
        // If the work is stopped, the source's bytes after the copied ones are undefined.
        _ = data.withBytes { source in
            LongWork.inPieces(of: source.count) { range in
                guard let start = source.baseAddress else { return true }
                unsafe (bytes + range.lowerBound).update(from: start + range.lowerBound, count: range.count)
                return true
            }
        }
        count = data.count
        unsafe (bytes + data.count).update(repeating: 0, count: Self.padding)
        unsafe base = UnsafePointer(bytes)
    }

    /// Creates a source of secret bytes, such as the content of an encrypted file. The bytes are overwritten when the
    /// source is destroyed.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of bytes.
    ///   - fill: Writes the bytes into new memory of that size, and returns their number.
    /// - Throws: The error that `fill` throws. In this case, the memory is overwritten, too.
    @safe
    public init(secretOfCapacity capacity: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Int) throws {
        let capacity = max(capacity, 0)
        owner = nil
        size = capacity + Self.padding
        let memory = unsafe GrowingMemory.allocate(size).assumingMemoryBound(to: UInt8.self)
        secretCount = capacity
        do {
            let filled = unsafe try fill(UnsafeMutableBufferPointer(start: memory, count: capacity))
            count = min(max(filled, 0), capacity)
        } catch {
            unsafe SecretMemory.wipe(memory, count: capacity)
            unsafe GrowingMemory.release(memory, size: size)
            throw error
        }
        unsafe memset(memory + count, 0, capacity - count + Self.padding)
        unsafe base = UnsafePointer(memory)
    }

    deinit {
        if owner != nil { return }
        let memory = unsafe UnsafeMutableRawPointer(mutating: base)
        unsafe SecretMemory.wipe(memory, count: secretCount)
        unsafe GrowingMemory.release(memory, size: size)
    }

    /// The byte at `offset`. The byte is zero at the end, and at any offset outside of the file.
    @inlinable
    @inline(__always)
    public subscript(offset: Int) -> UInt8 {
        UInt(bitPattern: offset) < UInt(bitPattern: count) ? unsafe base[offset] : 0
    }

    /// Returns the bytes of `range`, which must lie within the file.
    @safe
    @inlinable
    public func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "The file has no such bytes.")
        return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// Returns the bytes from an offset to the end. Empty if the offset is past the end.
    @safe
    @inlinable
    @inline(__always)
    public func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
        bytes(min(start, count)..<count)
    }

    /// Returns a copy of the bytes of `range`, which must lie within the file.
    public func data(_ range: Range<Int>) -> Data {
        bytes(range).data
    }

    /// Returns the bytes of `range`, which must lie within the file, without a copy. The data may only be read: a
    /// change would change the source for its readers on all threads.
    @unsafe
    public func sharedData(_ range: Range<Int>) -> Data {
        // The closure retains the source as long as the data lives.
        unsafe Data(
            bytesNoCopy: UnsafeMutablePointer(mutating: bytes(range).baseAddress ?? base), count: range.count,
            deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
    }

    /// Returns true if the bytes lie in the memory of this source.
    @safe
    package func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        let offset = unsafe start - base
        return offset >= 0 && offset <= count && bytes.count <= count - offset
    }
}
