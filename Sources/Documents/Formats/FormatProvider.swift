import FormatSupport

/// Implements a format with two functions that convert between bytes and documents. The core does everything else:
/// models, files, atomic saving, limits, identity, class names, and the paths of errors.
///
/// ```swift
/// struct YAMLFormat: FormatProvider {
///     var formats: [FileFormat] { [.yaml] }
///     func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }
///     func detect(_ content: Data) -> FormatDetection? { … }
///     func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws { … }
///     func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data { … }
/// }
/// ```
///
/// A value that the capabilities don't include never arrives in ``serialize(_:context:)->Data``. The walker lowers
/// it, as ``DocumentWalker/init(_:for:limits:)`` describes. When a property is read, its declared type restores the
/// original value. The builder restores objects, which no declared type can: the key `$class` makes a dictionary an
/// object.
///
/// A provider is a value. If the options of the registered provider don't fit, make a provider with other options and
/// call its `encode(_:as:keepingTextOf:limits:)`.
public protocol FormatProvider: Sendable {
    /// The formats that the provider implements, beginning with the preferred format.
    var formats: [FileFormat] { get }

    /// Returns the values that files of the format contain without a substitute, and how the files are read and
    /// written.
    func capabilities(of format: FileFormat) -> FormatCapabilities

    /// Returns the conventions of the format's files that the classes don't declare, such as the style of keys and
    /// dates. By default there are no such conventions.
    ///
    /// The conventions apply to each value in a file, however the value is read. A reader may add conventions with
    /// ``DocumentBuilder/conventions``.
    func conventions(of format: FileFormat) -> FileConventions

    /// Returns the format of a file's content, if the content is in one of the provider's formats. Otherwise returns
    /// nil. The file's name isn't considered. The bytes may be hostile: never read past their end, and examine only
    /// as few of them as needed. Return ``FormatDetection/certain(_:)`` only if no other format's file can begin like
    /// this. For a possible format, the content is read in it. If reading fails, another format is tried.
    func detect(_ content: Data) -> FormatDetection?

    /// Builds the one value that a file contains. Nothing may follow the value. The bytes may be hostile.
    ///
    /// - Throws: A `ModelError` with `corruptData` and the location in the file. An error of another type is wrapped.
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws

    /// Returns the bytes of the values that the walker goes through. Equal values must give equal bytes.
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data

    /// Reads a file directly into memory, without a document. This is the fast function, for files whose values all
    /// have the expected representations. The default returns false.
    ///
    /// - Returns: False for a file with unexpected values, such as unknown keys, and for a file with an error. The
    ///   file is then read through a document.
    /// - Throws: An error that makes reading through a document useless, too: the password is wrong, for example.
    func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) throws -> Bool

    /// Returns the bytes of a value directly from memory, without a document. They are the same bytes as through a
    /// document. The default returns nil.
    ///
    /// - Returns: Nil for a value that can't be written directly. It is then written through a document.
    /// - Throws: An error that makes writing through a document useless, too: there is no password, for example.
    func serialize(_ source: borrowing DirectSource, context: FormatContext) throws -> Data?
}

extension FormatProvider {
    public func conventions(of format: FileFormat) -> FileConventions { FileConventions() }

    public func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool { false }
    public func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? { nil }

    /// Returns the conventions of one file of the format.
    package func conventions(
        ofFileIn format: FileFormat, limits: DecodingLimits = .standard
    ) -> FileConventions {
        var reading = FileConventions.Reading(format: format)
        reading.limits = limits
        reading.isConfidential = isConfidential(format)
        return conventions(of: format).read(as: reading)
    }

    /// Returns true if only the owner may read and write files of the format.
    package func isConfidential(_ format: FileFormat) -> Bool { capabilities(of: format).contains(.confidential) }

    /// Returns an error of the format's reader or writer as a `ModelError`. If only the owner may read the format's
    /// files, removes everything that may come from the file's content.
    package func parsingError(_ error: any Error, in format: FileFormat) -> ModelError {
        let error = ModelError(wrapping: error)
        return isConfidential(format) ? error.withoutParsedContent : error
    }

    package func served(_ format: FileFormat?) throws -> FileFormat {
        let formats = formats
        guard let chosen = format ?? formats.first, format == nil || formats.contains(chosen) else {
            throw ModelError(.unknownFormat, "\(Self.self) doesn't serve \(format?.displayName ?? "any format").")
        }
        return chosen
    }
}

/// The result of detecting the format of a file's content.
public enum FormatDetection: Sendable, Hashable {
    /// The content may be in this format. If no provider is certain, the possible formats are tried by reading the
    /// content: see ``FormatRegistry/detect(_:)``.
    case possible(FileFormat)
    /// The content can't be in any other format.
    case certain(FileFormat)

    /// The format that the content seems to be in.
    public var format: FileFormat {
        switch self {
        case .possible(let format), .certain(let format): format
        }
    }
}
