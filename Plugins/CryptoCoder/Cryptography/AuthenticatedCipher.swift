internal import CLibCrypto
import FormatSupport
import ModelCore

/// AES-256-GCM, as version 3 uses it. The authentication tag follows the encrypted bytes.
enum AuthenticatedCipher {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    /// Encrypts bytes in place, except the last ``tagSize`` bytes, which receive the tag. The bytes of `head` and
    /// `tail` are authenticated, too.
    @safe
    static func seal(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, key: SecretBytes, nonce: [UInt8],
        head: UnsafeBufferPointer<UInt8>, tail: UnsafeBufferPointer<UInt8>
    ) throws {
        let cipher = try CipherContext(EVP_aes_256_gcm(), key: key, iv: nonce, isEncrypting: true)
        try cipher.authenticate(head)
        try cipher.authenticate(tail)
        let count = bytes.count - tagSize
        let written = try cipher.update(UnsafeBufferPointer(bytes.part(0..<count)), to: bytes)
        guard written == count, cipher.finish(to: bytes, behind: written) == 0 else {
            throw ModelError.cryptographyFailed("AES-GCM")
        }
        try cipher.copyTag(to: bytes.part(count..<bytes.count))
    }

    /// Decrypts `cypher` into `plain`, which has ``tagSize`` bytes less. Returns false if the key, the nonce, `head`,
    /// `tail` or the bytes aren't those of the encryption. The content of `plain` is then undefined.
    @safe
    static func open(
        _ cypher: UnsafeBufferPointer<UInt8>, into plain: UnsafeMutableBufferPointer<UInt8>, key: SecretBytes,
        nonce: [UInt8], head: UnsafeBufferPointer<UInt8>, tail: UnsafeBufferPointer<UInt8>
    ) throws -> Bool {
        guard nonce.count == nonceSize, cypher.count >= tagSize, plain.count == cypher.count - tagSize else {
            return false
        }
        let cipher = try CipherContext(EVP_aes_256_gcm(), key: key, iv: nonce, isEncrypting: false)
        try cipher.authenticate(head)
        try cipher.authenticate(tail)
        let written = try cipher.update(cypher.part(0..<plain.count), to: plain)
        try cipher.expectTag(cypher.part(plain.count..<cypher.count))
        return cipher.finish(to: plain, behind: written) == 0
    }
}
