import ModelCore

/// A model class whose files are encrypted with a password that the class knows.
///
/// ```swift
/// @Model final class Diary: BaseModel, CryptoCoded {
///     var pages: [String] = []
///     override class var saveFormat: FileFormat { .cryptoCoding }
///     class var cryptoPassword: CryptoPassword { get throws { try Login.password() } }
/// }
/// ```
///
/// Subclasses inherit the password. An instance of such a class is made from an encrypted file only, and written to no
/// other one unless that format is named; ``allowsUnencryptedFiles`` says otherwise.
public protocol CryptoCoded: BaseModel {
    /// The password of the class's files, asked for each time that one is read or written. May wait for a user, and may
    /// throw.
    static var cryptoPassword: CryptoPassword { get throws }

    /// True where a file that isn't encrypted is read, too: while files of an earlier version of the program are taken
    /// over. False by default.
    ///
    /// Who can write the file can then put another one in its place. A file that is cut or changed may be taken for one
    /// of another format, and then is that format's error.
    ///
    /// Swift takes it from the class that conforms; where a subclass is to differ, that class declares it as a `class
    /// var`, too.
    static var allowsUnencryptedFiles: Bool { get }
}

extension CryptoCoded {
    /// False: a file that isn't encrypted is refused.
    public static var allowsUnencryptedFiles: Bool { false }
}
