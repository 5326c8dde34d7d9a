internal import CLibCrypto
import ModelCore

/// AES-256-GCM, as version 3 uses it: the tag follows the encrypted bytes.
enum AuthenticatedCipher {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    /// Encrypts bytes where they stand: all but the last ``tagSize``, where the tag goes. `context` is authenticated
    /// with them.
    static func seal(
        _ bytes: UnsafeMutableRawBufferPointer, key: SecretBytes, nonce: [UInt8], context: [UnsafeRawBufferPointer]
    ) throws {
        let cipher = try unsafe CipherContext(EVP_aes_256_gcm(), key: key, iv: nonce, isEncrypting: true)
        for index in 0..<(unsafe context.count) { try unsafe cipher.authenticate(context[index]) }
        let count = bytes.count - tagSize
        let written = try unsafe cipher.update(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: bytes.baseAddress)
        guard written == count, unsafe cipher.finish(to: bytes.baseAddress?.advanced(by: written)) == 0 else {
            throw ModelError.cryptographyFailed("AES-GCM")
        }
        try unsafe cipher.copyTag(to: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
    }

    /// Decrypts `cypher` into `plain`, which has ``tagSize`` bytes less. False where key, nonce, context or bytes are
    /// other than they were: then what stands in `plain` is worth nothing.
    static func open(
        _ cypher: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer, key: SecretBytes, nonce: [UInt8],
        context: [UnsafeRawBufferPointer]
    ) throws -> Bool {
        guard nonce.count == nonceSize, cypher.count >= tagSize, plain.count == cypher.count - tagSize else {
            return false
        }
        let cipher = try unsafe CipherContext(EVP_aes_256_gcm(), key: key, iv: nonce, isEncrypting: false)
        for index in 0..<(unsafe context.count) { try unsafe cipher.authenticate(context[index]) }
        let written = try unsafe cipher.update(
            UnsafeRawBufferPointer(rebasing: cypher[..<plain.count]), to: plain.baseAddress)
        try unsafe cipher.expectTag(UnsafeRawBufferPointer(rebasing: cypher[plain.count...]))
        return unsafe cipher.finish(to: plain.baseAddress?.advanced(by: written)) == 0
    }
}
