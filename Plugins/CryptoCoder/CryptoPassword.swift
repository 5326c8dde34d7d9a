import Foundation
import ModelCore

/// What a file is encrypted with: a password, or a key of the program's own.
///
/// Kept in memory of its own, which is overwritten when the last copy goes. Shows itself nowhere: not in descriptions,
/// dumps, or errors.
public struct CryptoPassword: Sendable {
    enum Secret: Sendable {
        /// `plain` is what the program gave, as versions 1 and 2 take it; `normalized` the same text composed, as
        /// version 3 does.
        case password(plain: SecretBytes, normalized: SecretBytes)
        case key(SecretBytes)
    }

    let secret: Secret

    /// A password as people type it. Texts that look alike because Unicode has two forms of a letter are one password.
    ///
    /// The text itself, a `String`, can't be overwritten.
    public init(_ text: String) {
        let normalized = text.precomposedStringWithCanonicalMapping
        secret = .password(plain: SecretBytes(text.utf8), normalized: SecretBytes(normalized.utf8))
    }

    /// A key of 256 bits, from a secret store or a key agreement: nothing slow is done to it, so it has to be random.
    ///
    /// - Throws: `outOfRange` for any other number of bytes than 32.
    public init(key: some Collection<UInt8>) throws {
        guard key.count == AuthenticatedCipher.keySize else {
            throw ModelError(.outOfRange, "A key has \(AuthenticatedCipher.keySize) bytes, and not \(key.count).")
        }
        secret = .key(SecretBytes(key))
    }

    /// True for a password without a letter, which stands for none.
    var isEmpty: Bool {
        if case .password(let plain, _) = secret { plain.count == 0 } else { false }
    }

    /// True where a key has to be derived by slow work.
    var needsDerivation: Bool {
        if case .password = secret { true } else { false }
    }
}

extension CryptoPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "CryptoPassword(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
