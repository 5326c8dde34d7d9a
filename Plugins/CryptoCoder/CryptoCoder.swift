import Foundation
import KeyedArchive
import ModelCore

/// Encrypted keyed archives: the format of the CryptoCoding library, in a version of its own.
///
/// What is written is version 3: AES-256-GCM with a key that scrypt derives from a password. Versions 1 and 2, which
/// the original wrote, are read. The password comes from the model's class, if that conforms to ``CryptoCoded``; or
/// from the program, with ``withPassword(_:_:)`` or as the option ``password``. See <doc:CryptoCoder>.
public struct CryptoCoder: FormatProvider {
    /// Gives the password of a file, or nil for the next way to get one: may ask a user, or a secret store. What it
    /// throws ends the reading or writing.
    public typealias PasswordSource = @Sendable (CryptoRequest) throws -> CryptoPassword?

    /// Which version of the format is written.
    public enum Writing: Sendable, Hashable {
        /// Authenticated, with a slow derivation of the key.
        case version3
        /// For programs that still use the original: a guess costs next to nothing, and nobody notices when the file is
        /// changed.
        case insecureVersion2
    }

    /// Which versions are read.
    public enum Reading: Sendable, Hashable {
        /// All: 1, 2 and 3.
        case allVersions
        /// Version 3 alone. For programs without old files: those aren't authenticated.
        case version3
    }

    /// Where passwords come from before the model's class is asked; nil for there alone.
    public var password: PasswordSource?
    /// What deriving a key costs, when a file is written.
    public var cost: ScryptCost
    /// How much deriving a key may cost, when a file is read. At least as much as ``cost`` is always allowed.
    public var limits: CryptoLimits
    /// Which version is written.
    public var writing: Writing
    /// Which versions are read.
    public var reading: Reading
    /// True where a keyed archive that isn't encrypted is read in the place of one that is. For one class alone, see
    /// ``CryptoCoded/allowsUnencryptedFiles``.
    public var allowsUnencryptedFiles: Bool

    /// The format with these options.
    public init(
        cost: ScryptCost = .recommended, limits: CryptoLimits = .standard, writing: Writing = .version3,
        reading: Reading = .allVersions, allowsUnencryptedFiles: Bool = false, password: PasswordSource? = nil
    ) {
        self.password = password
        self.cost = cost
        self.limits = limits
        self.writing = writing
        self.reading = reading
        self.allowsUnencryptedFiles = allowsUnencryptedFiles
    }

    /// The format with one password for everything, and options.
    public init(
        _ password: CryptoPassword, cost: ScryptCost = .recommended, limits: CryptoLimits = .standard,
        writing: Writing = .version3, reading: Reading = .allVersions
    ) {
        self.init(cost: cost, limits: limits, writing: writing, reading: reading) { _ in password }
    }

    public var formats: [FileFormat] { [.cryptoCoding] }

    public func capabilities(of format: FileFormat) -> FormatCapabilities { [.all, .confidential] }

    /// Certain of a keyed archive whose root is of class CryptoArchive, of whatever version.
    public func detect(_ content: Data) -> FormatDetection? {
        KeyedArchive.holdsCryptoArchive(content) ? .certain(.cryptoCoding) : nil
    }

    /// This format, for classes that conform to ``CryptoCoded`` or are saved in it, unless they may be read
    /// unencrypted.
    public func requiredFormat(for type: Any.Type) -> FileFormat? {
        guard let type = type as? BaseModel.Type else { return nil }
        let coded = type as? any CryptoCoded.Type
        guard coded != nil || type.saveFormat == .cryptoCoding else { return nil }
        return mayBeUnencrypted(type) ? nil : .cryptoCoding
    }

    func mayBeUnencrypted(_ type: BaseModel.Type?) -> Bool {
        allowsUnencryptedFiles || (type as? any CryptoCoded.Type)?.allowsUnencryptedFiles == true
    }

    /// Overwrites and forgets the keys that were derived in this process: when a user logs out, or a vault is locked.
    /// The next file costs a derivation again.
    public static func forgetKeys() {
        KeyStore.shared.forget()
    }
}
