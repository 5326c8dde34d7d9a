internal import CLibCrypto
import FormatSupport
import ModelCore

/// One encryption or decryption by libcrypto.
@safe
struct CipherContext: ~Copyable {
    @safe private let context: OpaquePointer

    /// - Parameters:
    ///   - cipher: The algorithm, such as `EVP_aes_256_gcm()`.
    ///   - isEncrypting: False to decrypt.
    @safe
    init(_ cipher: OpaquePointer?, key: SecretBytes, iv: [UInt8], isEncrypting: Bool) throws {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw ModelError.cryptographyFailed("no memory") }
        let status = key.withBytes { key in
            unsafe EVP_CipherInit_ex(context, cipher, nil, key.baseAddress, iv, isEncrypting ? 1 : 0)
        }
        guard status == 1 else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw ModelError.cryptographyFailed("the cipher can't begin")
        }
        unsafe self.context = context
    }

    deinit {
        // This also overwrites the key in the context.
        unsafe EVP_CIPHER_CTX_free(context)
    }

    /// Adds bytes that the tag covers, but that aren't encrypted. Call it before ``update(_:to:)``.
    @safe
    borrowing func authenticate(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var done = 0
        while done < bytes.count {
            try Self.check(done)
            let part = Self.part(of: bytes, from: done)
            var length: Int32 = 0
            guard unsafe EVP_CipherUpdate(context, nil, &length, part.baseAddress, Int32(part.count)) == 1 else {
                throw ModelError.cryptographyFailed("authenticating")
            }
            done += part.count
        }
    }

    /// Encrypts or decrypts bytes into `target`, which has room for as many bytes, or is the same memory. Returns the
    /// number of bytes written. Call it only once.
    @safe
    borrowing func update(_ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>) throws
        -> Int
    {
        precondition(target.count >= bytes.count, "There is no room for the bytes.")
        var done = 0
        var written = 0
        while done < bytes.count {
            try Self.check(done)
            let part = Self.part(of: bytes, from: done)
            let place = target.part(written..<target.count)
            var length: Int32 = 0
            let status = unsafe EVP_CipherUpdate(
                context, place.baseAddress, &length, part.baseAddress, Int32(part.count))
            guard status == 1 else { throw ModelError.cryptographyFailed("the cipher stopped") }
            done += part.count
            written += Int(length)
        }
        return written
    }

    /// Ends the encryption or decryption. Writes the rest, at most one block, after the first `written` bytes of
    /// `target`, and returns its size. Returns nil if the padding or the tag is wrong.
    @safe
    borrowing func finish(to target: UnsafeMutableBufferPointer<UInt8>, behind written: Int) -> Int? {
        let place = target.part(written..<target.count)
        // libcrypto gives a cipher without blocks, such as GCM, the block size 1. It writes nothing here.
        let block = unsafe Int(EVP_CIPHER_CTX_get_block_size(context))
        precondition(block == 1 || place.count >= block, "There is no room for the last block.")
        var length: Int32 = 0
        let status = unsafe EVP_CipherFinal_ex(context, place.baseAddress, &length)
        return status == 1 ? Int(length) : nil
    }

    /// Copies the tag that results from an authenticated encryption.
    @safe
    borrowing func copyTag(to target: UnsafeMutableBufferPointer<UInt8>) throws {
        let status = unsafe EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_GET_TAG, Int32(target.count), target.baseAddress)
        guard status == 1 else { throw ModelError.cryptographyFailed("no tag") }
    }

    /// Sets the tag that the decryption must result in.
    @safe
    borrowing func expectTag(_ tag: UnsafeBufferPointer<UInt8>) throws {
        let status = unsafe EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), UnsafeMutablePointer(mutating: tag.baseAddress))
        guard status == 1 else { throw ModelError.cryptographyFailed("no tag") }
    }

    /// Passes a checkpoint between two parts.
    private static func check(_ done: Int) throws {
        if done > 0, !LongWork.mayGoOn { throw CancellationError() }
    }

    /// Returns the next bytes from `start` on, at least one and at most 1 MiB: libcrypto counts with 32 bits.
    @safe
    private static func part(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UnsafeBufferPointer<UInt8> {
        bytes.part(start..<min(start + 1 << 20, bytes.count))
    }
}
