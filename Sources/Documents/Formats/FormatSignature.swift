import FormatSupport

/// The first bytes and the texts by which a file of a format is recognized. If the format's library isn't linked, the
/// error for such a file can therefore name the library.
///
/// A signature contains a few bytes to compare, for formats without code in the program. A linked format recognizes
/// its files with ``FormatProvider/detect(_:)``.
public struct FormatSignature: Sendable {
    /// The bytes with which a file may begin. Space and a byte order mark before these bytes are ignored.
    let starts: [[UInt8]]
    /// Texts that a file must contain. All of them are required.
    let texts: [String]
    /// The plain format, such as JSON, that the format is built on. A file of the plain format belongs to this format
    /// if its root names its class.
    let plainFormat: FileFormat?

    /// Describes files that begin with one of these sequences of bytes, and contain all the given texts.
    public init(startingWith starts: [[UInt8]], containing texts: [String] = []) {
        self.starts = starts
        self.texts = texts
        plainFormat = nil
    }

    /// Describes files of a plain format in which the root names its class under the key `$class`.
    public init(classesIn plainFormat: FileFormat) {
        (starts, texts) = ([], [])
        self.plainFormat = plainFormat
    }
}

extension FormatRegistry {
    /// Makes a format known by its name, its extension and the look of its files. If no linked library serves the
    /// format, errors can then name the missing library.
    ///
    /// ```swift
    /// FormatRegistry.announce(.toml, signature: FormatSignature(startingWith: [Array("# toml".utf8)]))
    /// ```
    ///
    /// - Parameter signature: Recognizes the format's files. Nil if they can't be recognized.
    public static func announce(_ format: FileFormat, signature: FormatSignature? = nil) {
        KnownFormat.announced.withLock { $0.append(KnownFormat(format, signature)) }
    }
}
