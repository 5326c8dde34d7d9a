internal import CLibCrypto
import ModelCore

/// AES-128-CBC with padding, as versions 1 and 2 use it: nothing tells whether the bytes were changed.
enum OldCipher {
    static let keySize = 16
    static let blockSize = 16
    static let saltSize = 8

    /// How many bytes encrypting gives.
    static func cypherCount(_ plainCount: Int) -> Int { (plainCount / blockSize + 1) * blockSize }

    /// Encrypts `plain` into `cypher`, which has as many bytes as ``cypherCount(_:)`` says.
    static func seal(
        _ plain: UnsafeRawBufferPointer, into cypher: UnsafeMutableRawBufferPointer, key: SecretBytes, iv: [UInt8]
    ) throws {
        let cipher = try unsafe CipherContext(EVP_aes_128_cbc(), key: key, iv: iv, isEncrypting: true)
        let written = try unsafe cipher.update(plain, to: cypher.baseAddress)
        guard let rest = unsafe cipher.finish(to: cypher.baseAddress?.advanced(by: written)),
            written + rest == cypher.count
        else { throw ModelError.cryptographyFailed("AES-CBC") }
    }

    /// Decrypts `cypher` into `plain`, which is as large; returns how many bytes it holds. Nil where the padding is wrong.
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
