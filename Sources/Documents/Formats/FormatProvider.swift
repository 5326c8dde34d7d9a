import Foundation

/// A format as two functions between bytes and documents. All else is the core's: models, files, atomic saving, limits,
/// identity, class names, errors' paths.
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
/// What the capabilities don't name never arrives in ``serialize(_:context:)``: the walker puts it in plainer terms on
/// the way, as ``DocumentWalker/init(_:for:limits:)`` says, and the builder undoes what a type's declaration can't: the
/// key `$class` makes a dictionary an object.
///
/// A provider is a value: make one with other options where the registered one's don't fit, and call its
/// `encode(_:as:keepingTextOf:limits:)` directly.
public protocol FormatProvider: Sendable {
    /// The formats that it serves, the one to prefer first.
    var formats: [FileFormat] { get }

    /// What files of the format hold, without a substitute, and how they are read and written.
    func capabilities(of format: FileFormat) -> FormatCapabilities

    /// How files of the format say what they hold, beyond what the classes say: how keys and dates are written, say. By
    /// default there is nothing to say.
    ///
    /// It holds for each value in a file, however that is reached; a reader may add to it by
    /// ``DocumentBuilder/conventions``.
    func conventions(of format: FileFormat) -> FileConventions

    /// Tells by content, and never by a file's name, whether this is one of its formats; nil where it isn't.
    /// Bytes may be hostile: no reading behind the end, and no more work than a look.
    func detect(_ content: Data) -> FormatDetection?

    /// The format that the files of a class have to be of, whatever their content looks like; nil where the content
    /// decides.
    ///
    /// For formats that protect a file: without it, a file of another format in its place would be read as what it is.
    /// Asked when a file is read for an instance of the class, and not for the class's resource file.
    func requiredFormat(for type: Any.Type) -> FileFormat?

    /// Builds the one value that a file holds. Nothing may follow it. The bytes may be hostile.
    ///
    /// - Throws: A `ModelError` with `corruptData` and the place in the file. Other errors are wrapped.
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws

    /// The bytes of the values that the walker goes through. The same values give the same bytes.
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data
}

extension FormatProvider {
    public func conventions(of format: FileFormat) -> FileConventions { FileConventions() }

    /// The conventions of one file of the format.
    package func conventions(ofFileIn format: FileFormat) -> FileConventions {
        conventions(of: format).read(as: .init(format: format))
    }

    /// True where files of the format are for their owner alone.
    package func isConfidential(_ format: FileFormat) -> Bool { capabilities(of: format).contains(.confidential) }

    package func served(_ format: FileFormat?) throws -> FileFormat {
        guard let chosen = format ?? formats.first, formats.contains(chosen) else {
            throw ModelError(.unknownFormat, "\(Self.self) doesn't serve \(format?.displayName ?? "any format").")
        }
        return chosen
    }
}

/// What a provider makes of a file's content.
public enum FormatDetection: Sendable, Hashable {
    /// It could be of that format: worth a try where nobody is certain.
    case possible(FileFormat)
    /// It can be of no other format.
    case certain(FileFormat)

    /// The format that the content seems to be of.
    public var format: FileFormat {
        switch self {
        case .possible(let format), .certain(let format): format
        }
    }
}
