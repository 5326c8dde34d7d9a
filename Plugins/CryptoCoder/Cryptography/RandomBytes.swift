internal import CLibCrypto
import ModelCore

/// Bytes that nobody can foretell.
enum RandomBytes {
    /// - Throws: `cryptographyFailed` where the system has no randomness.
    static func make(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw ModelError.cryptographyFailed("no random bytes")
        }
        return bytes
    }
}
