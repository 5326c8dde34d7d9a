import Foundation

/// Keyed archives, as Apple's NSKeyedArchiver writes them: the built-in format.
public struct KeyedArchive: FormatProvider {
    public init() {}

    public var formats: [FileFormat] { [.keyedArchive] }

    public func detect(_ content: Data) -> FormatDetection? { nil }

    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        NodeEncoder(context: context)
    }

    public func makeDecoder(
        for format: FileFormat, content: Data, context: DecodingContext
    ) throws -> any ModelDecoder {
        NodeDecoder(.null, context: context)
    }

    /// A decoder for the keyed archive that data, or text in base64, holds; nil where it holds none.
    public static func embeddedDecoder(in scalar: ModelScalar, context: DecodingContext) throws -> (any ModelDecoder)? { nil }
}
