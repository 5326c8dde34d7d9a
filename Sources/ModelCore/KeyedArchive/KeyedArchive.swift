import FormatSupport
import Foundation

/// Keyed archives, as Apple's NSKeyedArchiver writes them: the built-in format.
///
/// It keeps everything: each value's type, each object's class, shared references and cycles. Files that
/// NSKeyedArchiver wrote open, as binary and as XML property lists, and NSKeyedUnarchiver opens what this writes.
public struct KeyedArchive: FormatProvider {
    /// The format. It has no options.
    public init() {}

    public var formats: [FileFormat] { [.keyedArchive] }

    /// Certain of a property list whose `$archiver` is NSKeyedArchiver, unless it holds an encrypted archive, which is another format's.
    public func detect(_ content: Data) -> FormatDetection? {
        PropertyListLook(content) == .keyedArchive ? FormatDetection(.keyedArchive, .certain) : nil
    }

    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        KeyedArchiveEncoder(context: context)
    }

    public func makeDecoder(
        for format: FileFormat, content: Data, context: DecodingContext
    ) throws -> any ModelDecoder {
        try Self.decoder(content, context: context)
    }

    private static func decoder(_ content: Data, context: DecodingContext) throws -> KeyedArchiveDecoder {
        var source = ByteSource(content)
        // One of XML is made binary first: references in it lead forward and backward.
        if PropertyListText.isPropertyList(content) { source = ByteSource(try XMLPropertyList.binary(from: source)) }
        return try KeyedArchiveDecoder(source, context: context)
    }

    /// A decoder for the keyed archive that data, or text in base64, holds; nil where it holds none.
    ///
    /// Plain formats keep in this way what they have no form of their own for. The archive's references are its own; its
    /// values count towards the limits of the file around it.
    public static func embeddedDecoder(
        in scalar: ModelScalar, context: DecodingContext
    ) throws -> (any ModelDecoder)? {
        let content: Data
        switch scalar {
        case .data(let data): content = data
        case .string(let text):
            // "bplist0" and "<?xml" in base64: nothing else is worth decoding.
            guard text.hasPrefix("YnBsaXN0MD") || text.hasPrefix("PD94bWwg"),
                let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
            else { return nil }
            content = data
        default: return nil
        }
        guard PropertyListLook(content) == .keyedArchive else { return nil }
        return try decoder(content, context: DecodingContext(embeddedIn: context))
    }
}
