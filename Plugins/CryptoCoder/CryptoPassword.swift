import ModelCore

/// The secret that a file is encrypted with: a password, or a key that the program supplies.
///
/// The secret is kept in separate memory, which is overwritten when the last copy is destroyed. The secret never
/// appears in descriptions, dumps or errors.
public struct CryptoPassword: Sendable {
    enum Secret: Sendable {
        /// `plain` is the text as the program gave it, which versions 1 and 2 use. `normalized` is the same text in
        /// Unicode's composed form (NFC), which version 3 uses.
        case password(plain: SecretBytes, normalized: SecretBytes)
        case key(SecretBytes)
    }

    let secret: Secret

    /// A password as people type it. In version 3, texts that differ only in Unicode's form of a letter are the same
    /// password.
    ///
    /// The `String` that is passed can't be overwritten.
    public init(_ text: String) {
        secret = .password(plain: SecretBytes(text.utf8), normalized: SecretBytes(composing: text))
    }

    /// A key of 256 bits, from a secret store or a key agreement. The key must be random, because no slow derivation
    /// protects it.
    ///
    /// - Throws: `outOfRange` if the number of bytes isn't 32.
    public init(key: some Collection<UInt8>) throws {
        guard key.count == AuthenticatedCipher.keySize else {
            throw ModelError(.outOfRange, "A key has \(AuthenticatedCipher.keySize) bytes, and not \(key.count).")
        }
        secret = .key(SecretBytes(key))
    }

    /// True if the password is an empty text, which counts as no password.
    var isEmpty: Bool {
        if case .password(let plain, _) = secret { plain.count == 0 } else { false }
    }

    /// True if a slow derivation has to compute the key of a file.
    var needsDerivation: Bool {
        if case .password = secret { true } else { false }
    }
}

extension CryptoPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "CryptoPassword(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
