internal import CLibCrypto
import ModelCore

/// Derives keys from passwords, and from other keys.
enum KeyDerivation {
    /// Returns the key of version 3, derived from a password by scrypt.
    static func scrypt(_ password: SecretBytes, salt: [UInt8], cost: ScryptCost) throws -> SecretBytes {
        guard let memory = cost.memory else {
            throw ModelError(.outOfRange, "scrypt can't have N = \(cost.n), r = \(cost.r), p = \(cost.p).")
        }
        return try derived("scrypt", from: password, count: AuthenticatedCipher.keySize) { password, key in
            // libcrypto's limit has to be higher than `memory`: it counts some more blocks.
            unsafe EVP_PBE_scrypt(
                password.baseAddress, password.count, salt, salt.count, UInt64(cost.n), UInt64(cost.r), UInt64(cost.p),
                UInt64(min(memory, .max / 2)) * 2 + 1 << 20, key.baseAddress, key.count)
        }
    }

    /// Returns the key of version 3, derived from a key of the program by HKDF with SHA-256 (RFC 5869), so that each
    /// file has a different key.
    static func hkdf(_ key: SecretBytes, salt: [UInt8], info: String, count: Int = AuthenticatedCipher.keySize) throws
        -> SecretBytes
    {
        let info = Array(info.utf8)
        return try derived("HKDF", from: key, count: count) { key, derived in
            unsafe clibcrypto_hkdf_sha256(
                key.baseAddress, key.count, salt, salt.count, info, info.count, derived.baseAddress, derived.count)
        }
    }

    /// Returns the key of version 2, derived by PBKDF2 with SHA-1. Passwords can be guessed fast.
    static func pbkdf2(_ password: SecretBytes, salt: [UInt8], rounds: Int32 = 1024, count: Int = OldCipher.keySize)
        throws -> SecretBytes
    {
        try derived("PBKDF2", from: password, count: count) { password, key in
            unsafe PKCS5_PBKDF2_HMAC_SHA1(
                password.baseAddress, Int32(password.count), salt, Int32(salt.count), rounds, Int32(key.count),
                key.baseAddress)
        }
    }

    /// Returns the key of version 1: the password and the salt, digested by MD5 again and again.
    static func repeatedMD5(_ password: SecretBytes, salt: [UInt8], rounds: Int = 1024) throws -> SecretBytes {
        let size = OldCipher.keySize
        var bytes = SecretBytes(joining: password, SecretBytes(salt), atLeast: size)
        for _ in 0..<rounds { bytes = try digest(bytes, EVP_md5(), size: size) }
        return bytes
    }

    /// Returns a digest that identifies a password while the program runs, so that the password itself isn't kept.
    static func fingerprint(_ password: SecretBytes, salt: SecretBytes) throws -> SecretBytes {
        try digest(SecretBytes(joining: salt, password), EVP_sha256(), size: 32)
    }

    @safe
    private static func digest(_ bytes: SecretBytes, _ algorithm: OpaquePointer?, size: Int) throws -> SecretBytes {
        try derived("a digest", from: bytes, count: size) { bytes, digest in
            unsafe EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm, nil)
        }
    }

    /// Returns the bytes that libcrypto derives from a secret.
    ///
    /// - Parameters:
    ///   - name: The name of the derivation, for the error.
    ///   - count: The number of bytes to derive.
    ///   - derive: Writes the bytes. Returns 1 on success.
    @safe
    private static func derived(
        _ name: String, from secret: SecretBytes, count: Int,
        _ derive: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) -> Int32
    ) throws -> SecretBytes {
        try SecretBytes(count: count) { bytes in
            let status = secret.withBytes { unsafe derive($0, bytes) }
            guard status == 1 else { throw ModelError.cryptographyFailed(name) }
        }
    }
}

/// Makes cryptographically secure random bytes.
enum RandomBytes {
    /// - Throws: `cryptographyFailed` if the system has no random numbers.
    static func make(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw ModelError.cryptographyFailed("no random bytes")
        }
        return bytes
    }
}
