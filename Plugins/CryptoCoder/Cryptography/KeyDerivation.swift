internal import CLibCrypto
import Foundation
import ModelCore

/// Keys from passwords, and from other keys.
enum KeyDerivation {
    /// The key of version 3: by scrypt.
    static func scrypt(_ password: SecretBytes, salt: [UInt8], cost: ScryptCost) throws -> SecretBytes {
        guard let memory = cost.memory else {
            throw ModelError(.outOfRange, "scrypt can't have N = \(cost.n), r = \(cost.r), p = \(cost.p).")
        }
        return try derived("scrypt", from: password, count: AuthenticatedCipher.keySize) { password, key in
            // libcrypto counts some blocks more than the memory itself.
            unsafe EVP_PBE_scrypt(
                password.baseAddress, password.count, salt, salt.count, UInt64(cost.n), UInt64(cost.r), UInt64(cost.p),
                UInt64(min(memory, .max / 2)) * 2 + 1 << 20, key.baseAddress, key.count)
        }
    }

    /// The key of version 3 from a key of the program's: by HKDF with SHA-256 (RFC 5869), so that each file has one of
    /// its own.
    static func hkdf(_ key: SecretBytes, salt: [UInt8], info: String, count: Int = AuthenticatedCipher.keySize) throws
        -> SecretBytes
    {
        let info = Array(info.utf8)
        return try derived("HKDF", from: key, count: count) { key, derived in
            unsafe clibcrypto_hkdf_sha256(
                key.baseAddress, key.count, salt, salt.count, info, info.count, derived.baseAddress, derived.count)
        }
    }

    /// The key of version 2: by PBKDF2 with SHA-1, which anybody can guess fast.
    static func pbkdf2(_ password: SecretBytes, salt: [UInt8], rounds: Int32 = 1024, count: Int = OldCipher.keySize)
        throws -> SecretBytes
    {
        try derived("PBKDF2", from: password, count: count) { password, key in
            unsafe PKCS5_PBKDF2_HMAC_SHA1(
                password.baseAddress, Int32(password.count), salt, Int32(salt.count), rounds, Int32(key.count),
                key.baseAddress)
        }
    }

    /// The key of version 1: MD5 over MD5.
    static func repeatedMD5(_ password: SecretBytes, salt: [UInt8], rounds: Int = 1024) throws -> SecretBytes {
        let size = OldCipher.keySize
        var bytes = SecretBytes(joining: password, SecretBytes(salt), atLeast: size)
        for _ in 0..<rounds { bytes = try digest(bytes, EVP_md5(), size: size) }
        return bytes
    }

    /// What a password is known by while the program runs, without being it.
    static func fingerprint(_ password: SecretBytes, salt: SecretBytes) throws -> SecretBytes {
        try digest(SecretBytes(joining: salt, password), EVP_sha256(), size: 32)
    }

    @safe
    private static func digest(_ bytes: SecretBytes, _ algorithm: OpaquePointer?, size: Int) throws -> SecretBytes {
        try derived("a digest", from: bytes, count: size) { bytes, digest in
            unsafe EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm, nil)
        }
    }

    /// What libcrypto makes of a secret.
    ///
    /// - Parameters:
    ///   - name: What it is called where it fails.
    ///   - count: How many bytes there are to be.
    ///   - derive: Writes them; returns 1 where that went well.
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
