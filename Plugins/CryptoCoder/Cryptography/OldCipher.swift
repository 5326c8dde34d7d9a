internal import CLibCrypto
import FormatSupport
import ModelCore

/// AES-128-CBC with padding, as versions 1 and 2 use it. It doesn't detect whether the bytes were changed.
enum OldCipher {
    static let keySize = 16
    static let blockSize = 16
    static let saltSize = 8

    /// Returns the number of bytes that encryption adds to `count` bytes: 1 to `blockSize`.
    static func paddingCount(_ count: Int) -> Int { blockSize - count % blockSize }

    /// Encrypts the first `plainCount` bytes in place. The remaining ``paddingCount(_:)`` bytes are room for the
    /// padding.
    @safe
    static func seal(_ bytes: UnsafeMutableBufferPointer<UInt8>, plainCount: Int, key: SecretBytes, iv: [UInt8]) throws
    {
        let cipher = try CipherContext(EVP_aes_128_cbc(), key: key, iv: iv, isEncrypting: true)
        let written = try cipher.update(UnsafeBufferPointer(bytes.part(0..<plainCount)), to: bytes)
        guard let rest = cipher.finish(to: bytes, behind: written), written + rest == bytes.count else {
            throw ModelError.cryptographyFailed("AES-CBC")
        }
    }

    /// Decrypts `cypher` into `plain`, which is at least as large as `cypher`. Returns the number of decrypted bytes.
    /// Returns nil if a size or the padding is wrong.
    @safe
    static func open(
        _ cypher: UnsafeBufferPointer<UInt8>, into plain: UnsafeMutableBufferPointer<UInt8>, key: SecretBytes,
        iv: [UInt8]
    ) throws -> Int? {
        guard iv.count == blockSize, cypher.count > 0, cypher.count % blockSize == 0, plain.count >= cypher.count else {
            return nil
        }
        let cipher = try CipherContext(EVP_aes_128_cbc(), key: key, iv: iv, isEncrypting: false)
        let written = try cipher.update(cypher, to: plain)
        return cipher.finish(to: plain, behind: written).map { $0 + written }
    }
}
