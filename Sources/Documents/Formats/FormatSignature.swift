import FormatSupport

/// The look of a format's files, by which the error for a file whose format isn't linked can name the library.
///
/// It is data: a few bytes to compare, for formats that no code of the program knows. A format that is linked tells its
/// files by ``FormatProvider/detect(_:)``.
public struct FormatSignature: Sendable {
    /// The bytes with which a file may begin. Space and a byte order mark before them don't count.
    let starts: [[UInt8]]
    /// Texts that a file contains, all of them.
    let texts: [String]
    /// The plain format whose files become the format's own if their root names its class.
    let plainFormat: FileFormat?

    /// Files that begin with one of these sequences of bytes, and contain all the given texts.
    public init(startingWith starts: [[UInt8]], containing texts: [String] = []) {
        self.starts = starts
        self.texts = texts
        plainFormat = nil
    }

    /// Files of a plain format whose root has the key `$class`, by which it names its class.
    public init(classesIn plainFormat: FileFormat) {
        (starts, texts) = ([], [])
        self.plainFormat = plainFormat
    }
}

extension FormatRegistry {
    /// Makes a format known by name, extension and look, whether or not a library that serves it is linked: so that its
    /// absence is an error that names the library.
    ///
    /// ```swift
    /// FormatRegistry.announce(.toml, signature: FormatSignature(startingWith: [Array("# toml".utf8)]))
    /// ```
    ///
    /// - Parameter signature: The look of its files; nil for files that look like nothing in particular.
    public static func announce(_ format: FileFormat, signature: FormatSignature? = nil) {
        KnownFormat.announced.withLock { $0.append(KnownFormat(format, signature)) }
    }
}
