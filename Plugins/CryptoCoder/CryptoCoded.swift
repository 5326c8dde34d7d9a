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
/// Subclasses inherit the password. An instance of such a class is read from encrypted files only, and is saved
/// encrypted unless the caller names another format. ``allowsUnencryptedFiles`` lifts both rules.
public protocol CryptoCoded: BaseModel {
    /// The password of the class's files. The getter is called each time that a file is read or written. The getter
    /// may wait for a user, and may throw.
    static var cryptoPassword: CryptoPassword { get throws }

    /// True if files that aren't encrypted are read, too, for example while a program converts the files of an
    /// earlier version. The default is false.
    ///
    /// If it is true, anyone who can write the file can replace it by an unencrypted file. A file that was cut off or
    /// changed may be read in another format, and then throws an error of that format.
    ///
    /// Swift uses the property of the class that declares the conformance. If a subclass needs another value, declare
    /// the property as a `class var` in that class, too.
    static var allowsUnencryptedFiles: Bool { get }
}

extension CryptoCoded {
    /// The default is false: a file that isn't encrypted is refused.
    public static var allowsUnencryptedFiles: Bool { false }
}
