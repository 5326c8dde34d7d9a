internal import CLibCrypto
import ModelCore

/// One encryption or decryption by libcrypto.
@safe
struct CipherContext: ~Copyable {
    private let context: OpaquePointer

    /// - Parameters:
    ///   - cipher: The algorithm, such as `EVP_aes_256_gcm()`.
    ///   - isEncrypting: False to decrypt.
    init(_ cipher: OpaquePointer?, key: SecretBytes, iv: [UInt8], isEncrypting: Bool) throws {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw ModelError.cryptographyFailed("no memory") }
        let status = unsafe key.withBytes { key in
            unsafe EVP_CipherInit_ex(
                context, cipher, nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self), iv, isEncrypting ? 1 : 0)
        }
        guard status == 1 else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw ModelError.cryptographyFailed("the cipher can't begin")
        }
        unsafe self.context = context
    }

    deinit {
        // Overwrites the key that it holds.
        unsafe EVP_CIPHER_CTX_free(context)
    }

    /// Authenticates bytes that aren't encrypted.
    borrowing func authenticate(_ bytes: UnsafeRawBufferPointer) throws {
        var done = 0
        try unsafe forEachPart(of: bytes) { part, count in
            var length: Int32 = 0
            guard unsafe EVP_CipherUpdate(context, nil, &length, part, count) == 1 else {
                throw ModelError.cryptographyFailed("authenticating")
            }
            done += Int(count)
        }
    }

    /// Encrypts or decrypts bytes to another place; returns how many were written there, at most a block more.
    borrowing func update(_ bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer?) throws -> Int {
        var written = 0
        try unsafe forEachPart(of: bytes) { part, count in
            var length: Int32 = 0
            let place = unsafe target?.advanced(by: written).assumingMemoryBound(to: UInt8.self)
            guard unsafe EVP_CipherUpdate(context, place, &length, part, count) == 1 else {
                throw ModelError.cryptographyFailed("the cipher stopped")
            }
            written += Int(length)
        }
        return written
    }

    /// Ends it; returns how many bytes were written, at most a block. Nil where padding or tag are wrong.
    borrowing func finish(to target: UnsafeMutableRawPointer?) -> Int? {
        var length: Int32 = 0
        let status = unsafe EVP_CipherFinal_ex(context, target?.assumingMemoryBound(to: UInt8.self), &length)
        return status == 1 ? Int(length) : nil
    }

    /// The tag that an authenticated encryption ended with.
    borrowing func copyTag(to target: UnsafeMutableRawBufferPointer) throws {
        let status = unsafe EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_GET_TAG, Int32(target.count), target.baseAddress)
        guard status == 1 else { throw ModelError.cryptographyFailed("no tag") }
    }

    /// Says which tag a decryption has to end with.
    borrowing func expectTag(_ tag: UnsafeRawBufferPointer) throws {
        let status = unsafe EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), UnsafeMutableRawPointer(mutating: tag.baseAddress))
        guard status == 1 else { throw ModelError.cryptographyFailed("no tag") }
    }

    /// libcrypto counts with 32 bits.
    private borrowing func forEachPart(
        of bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<UInt8>?, Int32) throws -> Void
    ) throws {
        var start = 0
        while start < bytes.count {
            let count = min(bytes.count - start, 1 << 20)
            unsafe try body(bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: UInt8.self), Int32(count))
            start += count
        }
    }
}
