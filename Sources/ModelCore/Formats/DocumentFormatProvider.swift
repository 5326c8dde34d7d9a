import Foundation

/// A format as two functions between bytes and documents. All else is the core's.
///
/// ```swift
/// struct YAMLFormat: DocumentFormatProvider {
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
public protocol DocumentFormatProvider: FormatProvider {
    /// What files of the format hold, without a substitute.
    func capabilities(of format: FileFormat) -> FormatCapabilities

    /// Builds the one value that a file holds. Nothing may follow it. The bytes may be hostile.
    ///
    /// - Throws: A `ModelError` with `corruptData` and the place in the file. Other errors are wrapped.
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws

    /// The bytes of the values that the walker goes through. The same values give the same bytes.
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data
}

/// What a format is told of the file that it reads or writes.
public struct FormatContext: Sendable {
    /// The format.
    public let format: FileFormat
    /// What bounds the file: when reading, no more values than a file of its size may be read as.
    public let limits: DecodingLimits
    /// When reading, the class of which, or below which, the root is expected to be; when writing, the root's class.
    /// Nil where the root is no model.
    public let rootType: BaseModel.Type?

    /// When writing, the class of the root as the file names it; nil where the root is no object, and when reading.
    public let rootClass: CodedClass?

    /// A context of one file.
    public init(
        format: FileFormat, limits: DecodingLimits = .standard, rootType: BaseModel.Type? = nil,
        rootClass: CodedClass? = nil
    ) {
        self.format = format
        self.limits = limits
        self.rootType = rootType
        self.rootClass = rootClass
    }
}

extension DocumentFormatProvider {
    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        let capabilities = capabilities(of: format)
        return DocumentEncoder(context: context, capabilities: capabilities) { document in
            var walker = DocumentWalker(document, for: capabilities, limits: context.limits)
            do {
                let context = FormatContext(
                    format: format, limits: context.limits, rootType: context.rootType, rootClass: context.rootClass)
                return try serialize(&walker, context: context)
            } catch {
                throw withoutContent(walker.locating(error))
            }
        }
    }

    public func makeDecoder(
        for format: FileFormat, content: Data, context: DecodingContext
    ) throws -> any ModelDecoder {
        let capabilities = capabilities(of: format)
        var builder = DocumentBuilder(capabilities: capabilities, limits: context.documentLimits)
        do {
            let context = FormatContext(format: format, limits: context.documentLimits, rootType: context.rootType)
            try parse(content, into: &builder, context: context)
        } catch {
            throw withoutContent(builder.locating(error))
        }
        return DocumentDecoder(try builder.finish(), context: context, capabilities: capabilities)
    }

    private func withoutContent(_ error: ModelError) -> ModelError {
        isConfidential ? error.withoutParsedContent : error
    }
}
