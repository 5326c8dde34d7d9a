/// A format that protects files, such as an encrypted one: the files of some classes must be of it, whatever their
/// content looks like. Otherwise a file of another format in the place of a protected one would be read as that other
/// format.
public protocol ProtectingFormatProvider: FormatProvider {
    /// The format that the files of a class must have. Nil: the content decides.
    ///
    /// The core asks when it reads or writes a file for an instance of the class, but not when it reads the class's
    /// resource file.
    func requiredFormat(for type: Any.Type) -> FileFormat?
}

extension FormatProvider {
    /// The format that the provider requires for the files of a class; nil if it requires none.
    package func protectingFormat(for type: Any.Type) -> FileFormat? {
        (self as? any ProtectingFormatProvider)?.requiredFormat(for: type)
    }
}
