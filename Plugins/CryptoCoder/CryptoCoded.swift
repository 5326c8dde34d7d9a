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
    /// The password of the class's files. It is asked for each time a file is read or written. The getter may wait for
    /// a user, and may throw.
    static var cryptoPassword: CryptoPassword { get throws }

    /// True if files that aren't encrypted are read too, while a program takes over the files of an earlier version.
    /// False by default.
    ///
    /// If it is true, anyone who can write the file can put another one in its place. A file that was cut or changed
    /// may be taken for one of another format, and then throws that format's error.
    ///
    /// Swift uses the property of the class that declares the conformance. If a subclass is to differ, declare the
    /// property in that class too, as a `class var`.
    static var allowsUnencryptedFiles: Bool { get }
}

extension CryptoCoded {
    /// False: a file that isn't encrypted is refused.
    public static var allowsUnencryptedFiles: Bool { false }
}
