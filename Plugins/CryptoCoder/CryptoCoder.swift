import FormatSupport
import KeyedArchive
import ModelCore

/// Encrypted keyed archives: the format of the CryptoCoding library, and a new version of that format.
///
/// It writes version 3: AES-256-GCM with a key that scrypt derives from a password. It also reads versions 1 and 2,
/// which the original library wrote. The password comes from the model's class, if that conforms to ``CryptoCoded``, or
/// from the program: with ``withPassword(_:_:)`` or the option ``password``. See <doc:CryptoCoder>.
public struct CryptoCoder: ProtectingFormatProvider {
    /// A function that returns the password of a file, or nil to try the next source. The function may ask a user or
    /// a secret store. If it throws an error, the reading or writing ends with this error.
    public typealias PasswordSource = @Sendable (CryptoRequest) throws -> CryptoPassword?

    /// The version of the format to write.
    public enum Writing: Sendable, Hashable {
        /// Version 3: authenticated, with a slow derivation of the key.
        case version3
        /// Version 2, for programs that still use the original library. Such a file is insecure: guessing a password
        /// takes almost no time, and changes of the file aren't detected.
        case insecureVersion2
    }

    /// The versions of the format to read.
    public enum Reading: Sendable, Hashable {
        /// Versions 1, 2 and 3.
        case allVersions
        /// Version 3 only, for programs without old files: versions 1 and 2 aren't authenticated.
        case version3
    }

    /// The source of passwords that is asked before the model's class. Nil if there is none.
    public var password: PasswordSource?
    /// The cost of deriving a key when a file is written.
    public var cost: ScryptCost
    /// The limits on the cost of deriving a key when a file is read. A cost equal to ``cost`` is always allowed.
    public var limits: CryptoLimits
    /// The version to write.
    public var writing: Writing
    /// The versions to read.
    public var reading: Reading
    /// True if a keyed archive that isn't encrypted is read in place of an encrypted file. To allow this for only one
    /// class, see ``CryptoCoded/allowsUnencryptedFiles``.
    public var allowsUnencryptedFiles: Bool

    /// Creates the format with these options.
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

    /// Creates the format with one password for all files, and with these options.
    public init(
        _ password: CryptoPassword, cost: ScryptCost = .recommended, limits: CryptoLimits = .standard,
        writing: Writing = .version3, reading: Reading = .allVersions
    ) {
        self.init(cost: cost, limits: limits, writing: writing, reading: reading) { _ in password }
    }

    public var formats: [FileFormat] { [.cryptoCoding] }

    public func capabilities(of format: FileFormat) -> FormatCapabilities { [.all, .confidential, .uncountedMembers] }

    /// Returns `certain` for a keyed archive whose root is of the class `CryptoArchive`, in any version.
    public func detect(_ content: Data) -> FormatDetection? {
        KeyedArchive.holdsCryptoArchive(content) ? .certain(.cryptoCoding) : nil
    }

    /// Returns the format `.cryptoCoding` if the class conforms to ``CryptoCoded`` or has this format as its save
    /// format. Returns nil for any other class, and if the class's files may be unencrypted.
    public func requiredFormat(for type: Any.Type) -> FileFormat? {
        guard let type = type as? BaseModel.Type else { return nil }
        let coded = type as? any CryptoCoded.Type
        guard coded != nil || type.saveFormat == .cryptoCoding else { return nil }
        return mayBeUnencrypted(type) ? nil : .cryptoCoding
    }

    func mayBeUnencrypted(_ type: BaseModel.Type?) -> Bool {
        allowsUnencryptedFiles || (type as? any CryptoCoded.Type)?.allowsUnencryptedFiles == true
    }

    /// Overwrites and removes the cached keys that were derived in this process. Call it when a user logs out, or
    /// when a vault is locked. The next file needs a new derivation.
    public static func forgetKeys() {
        KeyStore.shared.forget()
    }
}
