internal import CLibCrypto

/// A password or a key: bytes in memory of their own, which is overwritten in the end. Never changed once made.
@safe
final class SecretBytes: @unchecked Sendable {
    private let base: UnsafeMutableRawPointer
    let count: Int

    /// - Parameter fill: Writes `count` bytes.
    init(count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        unsafe base = .allocate(byteCount: max(count, 1), alignment: 16)
        self.count = count
        unsafe try fill(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    convenience init(_ bytes: some Collection<UInt8>) {
        unsafe self.init(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    }

    deinit {
        unsafe OPENSSL_cleanse(base, count)
        unsafe base.deallocate()
    }

    /// Calls `body` with the bytes, which aren't valid any more when it returns.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        unsafe try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// True where both hold the same bytes; takes as long wherever they differ.
    func equals(_ other: SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe CRYPTO_memcmp(base, other.base, count) == 0
    }
}
