import Foundation

/// A format as two functions between bytes and documents. All else is the core's.
///
/// ```swift
/// struct YAMLFormat: DocumentFormatProvider {
///     var formats: [FileFormat] { [.yaml] }
///     func capabilities(of format: FileFormat) -> FormatCapabilities { [.null] }
///     func detect(_ content: Data) -> FormatDetection? { … }
///     func parse(_ content: Data, context: FormatContext) throws -> ModelDocument { … }
///     func serialize(_ document: ModelDocument, context: FormatContext) throws -> Data { … }
/// }
/// ```
///
/// What the capabilities don't name never arrives in ``serialize(_:context:)``. It is put in plainer terms first, which
/// the declared type of a property reads back exactly: sets are arrays, dictionary keys text, floats doubles, data
/// base64, dates ISO 8601, decimals, URLs and UUIDs text, shared objects are repeated. Objects are dictionaries; one
/// whose class a reader wouldn't choose by itself begins with the key `$class`, and a dictionary's own first key of
/// that name gets another `$`. A cycle is `cycle`. What has no plainer terms is `unrepresentableValue`: null, numbers
/// that aren't finite, geometry, and a URL with a base.
public protocol DocumentFormatProvider: FormatProvider {
    /// What files of the format hold, without a substitute.
    func capabilities(of format: FileFormat) -> FormatCapabilities

    /// The document that a file holds. Nothing may follow it. The bytes may be hostile.
    ///
    /// - Throws: A `ModelError` with `corruptData` and the place in the file. Other errors are wrapped.
    func parse(_ content: Data, context: FormatContext) throws -> ModelDocument

    /// The bytes of a document. The same document gives the same bytes.
    func serialize(_ document: ModelDocument, context: FormatContext) throws -> Data
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

    /// A context of one file.
    public init(format: FileFormat, limits: DecodingLimits = .standard, rootType: BaseModel.Type? = nil) {
        self.format = format
        self.limits = limits
        self.rootType = rootType
    }
}

extension DocumentFormatProvider {
    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        let capabilities = capabilities(of: format)
        return DocumentEncoder(context: context, capabilities: capabilities) { document in
            let plain = try document.lowered(to: capabilities, limits: context.limits)
            return try serialize(
                plain, context: FormatContext(format: format, limits: context.limits, rootType: context.rootType))
        }
    }

    public func makeDecoder(
        for format: FileFormat, content: Data, context: DecodingContext
    ) throws -> any ModelDecoder {
        let document: ModelDocument
        do {
            let context = FormatContext(format: format, limits: context.documentLimits, rootType: context.rootType)
            document = try parse(content, context: context)
        } catch let error as ModelError {
            throw error
        } catch {
            throw ModelError(.corruptData, "\(error)")
        }
        return DocumentDecoder(document, context: context, capabilities: capabilities(of: format))
    }
}
