import Foundation

/// The bytes of a file to read from, with zeros behind them.
///
/// Nobody changes them, so that a decoder may keep it as long as it lives, on any thread. Scanners
/// may read up to ``padding`` bytes behind the end without a check: they find zeros there, which end every token of the
/// text formats.
@safe
public final class ByteSource: @unchecked Sendable {
    /// How many zero bytes follow the last one.
    public static let padding = 64

    /// The first byte. Valid while this object lives, for `count + ByteSource.padding` bytes.
    public let base: UnsafePointer<UInt8>
    /// How many bytes there are, without the padding.
    public let count: Int
    /// How many bytes to overwrite in the end.
    private let secretCount: Int
    /// How much memory this object has.
    private let size: Int
    /// Who has the memory, where this object hasn't.
    private let owner: Data?

    /// These bytes: a copy of them, but for large ones from ``content(expecting:limit:_:)``.
    public init(_ data: Data) {
        count = data.count
        secretCount = 0
        if let base = unsafe Self.paddedBytes(of: data) {
            unsafe self.base = base
            owner = data
            size = 0
            return
        }
        owner = nil
        size = data.count + Self.padding
        let bytes = unsafe GrowingMemory.allocate(size).assumingMemoryBound(to: UInt8.self)
        unsafe data.copyBytes(to: bytes, count: data.count)
        unsafe (bytes + data.count).update(repeating: 0, count: Self.padding)
        unsafe base = UnsafePointer(bytes)
    }

    /// Bytes that are a secret, such as the content of an encrypted file: they are overwritten when nobody reads them
    /// any more.
    ///
    /// - Parameters:
    ///   - capacity: The most bytes that there can be.
    ///   - fill: Writes the bytes into fresh memory of that size, and returns how many they are.
    /// - Throws: What `fill` throws; the memory is overwritten then, too.
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
            unsafe GrowingMemory.free(memory, size: size)
            throw error
        }
        unsafe memset(memory + count, 0, capacity - count + Self.padding)
        unsafe base = UnsafePointer(memory)
    }

    deinit {
        if owner != nil { return }
        let memory = unsafe UnsafeMutableRawPointer(mutating: base)
        unsafe SecretMemory.wipe(memory, count: secretCount)
        unsafe GrowingMemory.free(memory, size: size)
    }

    /// The byte at `offset`; zero from the end to ``padding`` bytes behind it.
    @inlinable
    @inline(__always)
    public subscript(offset: Int) -> UInt8 {
        unsafe base[offset]
    }

    /// The bytes of `range`, which must lie within the file.
    @safe
    @inlinable
    public func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "The file has no such bytes.")
        return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// The bytes from an offset on; none where it is behind the end.
    @safe
    @inlinable
    @inline(__always)
    public func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
        bytes(min(start, count)..<count)
    }

    /// A copy of the bytes of `range`, which must lie within the file.
    public func data(_ range: Range<Int>) -> Data {
        bytes(range).data
    }

    /// The bytes of `range`, which must lie within the file, without a copy. To be looked at and not to be changed,
    /// which would change the file.
    public func sharedData(_ range: Range<Int>) -> Data {
        // The closure keeps the bytes as long as the data lives.
        unsafe Data(
            bytesNoCopy: UnsafeMutablePointer(mutating: bytes(range).baseAddress ?? base), count: range.count,
            deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
    }

    /// True for bytes that are in its memory.
    @safe
    package func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        let offset = unsafe start - base
        return offset >= 0 && offset <= count && bytes.count <= count - offset
    }
}
