/// A format that protects files, such as an encrypted format. The files of some classes must have this format,
/// whatever their content looks like. Otherwise a file of another format that replaces a protected file would be read
/// in that other format.
public protocol ProtectingFormatProvider: FormatProvider {
    /// Returns the format that the files of a class must have. If it returns nil, the content determines the format.
    ///
    /// The core calls this function when it reads or writes a file for an instance of the class, but not when it
    /// reads the class's resource file.
    func requiredFormat(for type: Any.Type) -> FileFormat?
}

extension FormatProvider {
    /// Returns the format that the provider requires for the files of a class. Returns nil if it requires none.
    package func protectingFormat(for type: Any.Type) -> FileFormat? {
        (self as? any ProtectingFormatProvider)?.requiredFormat(for: type)
    }
}
