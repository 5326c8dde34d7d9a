internal import CLibCrypto
import ModelCore

/// AES-128-CBC with padding, as versions 1 and 2 use it: nothing tells whether the bytes were changed.
enum OldCipher {
    static let keySize = 16
    static let blockSize = 16
    static let saltSize = 8

    /// How many bytes more there are when so many were encrypted.
    static func paddingCount(_ count: Int) -> Int { blockSize - count % blockSize }

    /// Encrypts bytes where they stand: all but the last ``paddingCount(_:)``, which only make room.
    static func seal(_ bytes: UnsafeMutableRawBufferPointer, plainCount: Int, key: SecretBytes, iv: [UInt8]) throws {
        let cipher = try unsafe CipherContext(EVP_aes_128_cbc(), key: key, iv: iv, isEncrypting: true)
        let plain = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<plainCount])
        let written = try unsafe cipher.update(plain, to: bytes.baseAddress)
        guard let rest = unsafe cipher.finish(to: bytes.baseAddress?.advanced(by: written)),
            written + rest == bytes.count
        else { throw ModelError.cryptographyFailed("AES-CBC") }
    }

    /// Decrypts `cypher` into `plain`, which is as large; returns how many bytes it holds. Nil where the padding is
    /// wrong.
    static func open(
        _ cypher: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer, key: SecretBytes, iv: [UInt8]
    ) throws -> Int? {
        guard iv.count == blockSize, cypher.count > 0, cypher.count % blockSize == 0, plain.count >= cypher.count else {
            return nil
        }
        let cipher = try unsafe CipherContext(EVP_aes_128_cbc(), key: key, iv: iv, isEncrypting: false)
        let written = try unsafe cipher.update(cypher, to: plain.baseAddress)
        return unsafe cipher.finish(to: plain.baseAddress?.advanced(by: written)).map { $0 + written }
    }
}
