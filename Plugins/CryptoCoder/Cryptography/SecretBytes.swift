internal import CLibCrypto

/// A password or a key that never changes, in separate memory that is overwritten before it is freed.
@safe
final class SecretBytes: @unchecked Sendable {
    @safe private let base: UnsafeMutablePointer<UInt8>
    let count: Int

    /// - Parameter fill: Writes `count` bytes.
    @safe
    init(count: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Void) rethrows {
        base = .allocate(capacity: max(count, 1))
        self.count = count
        unsafe try fill(UnsafeMutableBufferPointer(start: base, count: count))
    }

    convenience init(_ bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { unsafe _ = $0.initialize(fromContentsOf: bytes) }
    }

    /// Joins the bytes of `first` and `second`, and appends zeros until there are at least `least` bytes.
    convenience init(joining first: SecretBytes, _ second: SecretBytes, atLeast least: Int = 0) {
        self.init(count: max(first.count + second.count, least)) { bytes in
            unsafe bytes.initialize(repeating: 0)
            first.withBytes { unsafe _ = bytes.update(fromContentsOf: $0) }
            second.withBytes { unsafe _ = bytes.part(first.count..<bytes.count).update(fromContentsOf: $0) }
        }
    }

    deinit {
        unsafe OPENSSL_cleanse(base, count)
        unsafe base.deallocate()
    }

    /// Calls `body` with the bytes, which are valid only during the call.
    @safe
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        unsafe try body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Returns true if both contain the same bytes. The comparison takes the same time, wherever the first difference
    /// is.
    func equals(_ other: SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe CRYPTO_memcmp(base, other.base, count) == 0
    }
}
