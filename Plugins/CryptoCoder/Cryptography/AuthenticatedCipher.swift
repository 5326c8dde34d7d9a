internal import CLibCrypto
import ModelCore

/// AES-256-GCM, as version 3 uses it: the tag follows the encrypted bytes.
enum AuthenticatedCipher {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    /// Encrypts `plain` into `cypher`, which has ``tagSize`` bytes more. `context` is authenticated with it.
    static func seal(
        _ plain: UnsafeRawBufferPointer, into cypher: UnsafeMutableRawBufferPointer, key: SecretBytes, nonce: [UInt8],
        context: [UnsafeRawBufferPointer]
    ) throws {
        let cipher = try unsafe CipherContext(EVP_aes_256_gcm(), key: key, iv: nonce, isEncrypting: true)
        for unsafe part in unsafe context { try unsafe cipher.authenticate(part) }
        let written = try unsafe cipher.update(plain, to: cypher.baseAddress)
        guard unsafe cipher.finish(to: cypher.baseAddress?.advanced(by: written)) == 0, written == plain.count,
            cypher.count == plain.count + tagSize
        else { throw ModelError.cryptographyFailed("AES-GCM") }
        try unsafe cipher.copyTag(to: UnsafeMutableRawBufferPointer(rebasing: cypher[written...]))
    }

    /// Decrypts `cypher` into `plain`, which has ``tagSize`` bytes less. False where key, nonce, context or bytes are other than they were:
    /// then what stands in `plain` is worth nothing.
    static func open(
        _ cypher: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer, key: SecretBytes, nonce: [UInt8],
        context: [UnsafeRawBufferPointer]
    ) throws -> Bool {
        guard nonce.count == nonceSize, cypher.count >= tagSize, plain.count == cypher.count - tagSize else { return false }
        let cipher = try unsafe CipherContext(EVP_aes_256_gcm(), key: key, iv: nonce, isEncrypting: false)
        for unsafe part in unsafe context { try unsafe cipher.authenticate(part) }
        let written = try unsafe cipher.update(
            UnsafeRawBufferPointer(rebasing: cypher[..<plain.count]), to: plain.baseAddress)
        try unsafe cipher.expectTag(UnsafeRawBufferPointer(rebasing: cypher[plain.count...]))
        return unsafe cipher.finish(to: plain.baseAddress?.advanced(by: written)) == 0
    }
}
