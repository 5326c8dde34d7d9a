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
        return try unsafe SecretBytes(count: AuthenticatedCipher.keySize) { key in
            let status = unsafe password.withBytes { password in
                // libcrypto counts some blocks more than the memory itself.
                unsafe EVP_PBE_scrypt(
                    password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count,
                    UInt64(cost.n), UInt64(cost.r), UInt64(cost.p), UInt64(min(memory, .max / 2)) * 2 + 1 << 20,
                    key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count)
            }
            guard status == 1 else { throw ModelError.cryptographyFailed("scrypt") }
        }
    }

    /// The key of version 3 from a key of the program's: by HKDF with SHA-256 (RFC 5869), so that each file has one of
    /// its own.
    static func hkdf(_ key: SecretBytes, salt: [UInt8], info: String, count: Int = AuthenticatedCipher.keySize) throws
        -> SecretBytes
    {
        let info = Array(info.utf8)
        return try unsafe SecretBytes(count: count) { derived in
            let status = unsafe key.withBytes { key in
                unsafe clibcrypto_hkdf_sha256(
                    key.baseAddress, key.count, salt, salt.count, info, info.count,
                    derived.baseAddress?.assumingMemoryBound(to: UInt8.self), derived.count)
            }
            guard status == 1 else { throw ModelError.cryptographyFailed("HKDF") }
        }
    }

    /// The key of version 2: by PBKDF2 with SHA-1, which anybody can guess fast.
    static func pbkdf2(_ password: SecretBytes, salt: [UInt8], rounds: Int32 = 1024, count: Int = OldCipher.keySize)
        throws -> SecretBytes
    {
        try unsafe SecretBytes(count: count) { key in
            let status = unsafe password.withBytes { password in
                unsafe PKCS5_PBKDF2_HMAC_SHA1(
                    password.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(password.count), salt,
                    Int32(salt.count), rounds, Int32(key.count), key.baseAddress?.assumingMemoryBound(to: UInt8.self))
            }
            guard status == 1 else { throw ModelError.cryptographyFailed("PBKDF2") }
        }
    }

    /// The key of version 1: MD5 over MD5.
    static func repeatedMD5(_ password: SecretBytes, salt: [UInt8], rounds: Int = 1024) throws -> SecretBytes {
        let size = OldCipher.keySize
        var bytes = unsafe SecretBytes(count: max(password.count + salt.count, size)) { bytes in
            unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
            unsafe password.withBytes { unsafe bytes.copyMemory(from: $0) }
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[password.count...]).copyBytes(from: salt)
        }
        for _ in 0..<rounds { bytes = try unsafe digest(bytes, EVP_md5(), size: size) }
        return bytes
    }

    /// What a password is known by while the program runs, without being it.
    static func fingerprint(_ password: SecretBytes, salt: SecretBytes) throws -> SecretBytes {
        let both = unsafe SecretBytes(count: salt.count + password.count) { bytes in
            unsafe salt.withBytes { unsafe bytes.copyMemory(from: $0) }
            unsafe password.withBytes {
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[salt.count...]).copyMemory(from: $0)
            }
        }
        return try unsafe digest(both, EVP_sha256(), size: 32)
    }

    private static func digest(_ bytes: SecretBytes, _ algorithm: OpaquePointer?, size: Int) throws -> SecretBytes {
        try unsafe SecretBytes(count: size) { digest in
            let status = unsafe bytes.withBytes { bytes in
                unsafe EVP_Digest(
                    bytes.baseAddress, bytes.count, digest.baseAddress?.assumingMemoryBound(to: UInt8.self), nil,
                    algorithm, nil)
            }
            guard status == 1 else { throw ModelError.cryptographyFailed("a digest") }
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
