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

    /// An encoder whose archive is made into something else before it is handed over, as a format does that keeps archives in
    /// files of its own.
    ///
    /// The archive counts as a secret: its memory is overwritten before it is given back, unless `finishing` hands it over as
    /// `Data`. The models themselves, and values that wait to be encoded, aren't overwritten.
    ///
    /// - Parameters:
    ///   - context: The limits and the format of this one encoding.
    ///   - capacity: How many bytes to make room for at first: growing costs more than it does elsewhere.
    ///   - finishing: Called with the whole archive when the encoder is finished; returns the file.
    public static func makeSecretEncoder(
        context: EncodingContext, capacity: Int = 1 << 16, finishing: @escaping (consuming ByteBuffer) throws -> Data
    ) -> any ModelEncoder {
        KeyedArchiveEncoder(context: context, capacity: capacity, finishing: finishing)
    }

    /// A decoder for the archive in these bytes, which stay alive as long as it does.
    public static func makeDecoder(_ source: ByteSource, context: DecodingContext) throws -> any ModelDecoder {
        try KeyedArchiveDecoder(source, context: context)
    }

    /// True of a keyed archive that holds an encrypted one, as the format CryptoCoding has it. No more than a look.
    public static func holdsCryptoArchive(_ content: Data) -> Bool {
        PropertyListLook(content) == .cryptoArchive
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
        case .string(var text):
            // "bplist0" and "<?xml" in base64: nothing else is worth decoding.
            guard text.hasPrefix("YnBsaXN0MD") || text.hasPrefix("PD94bWwg"),
                let data = text.withUTF8({ unsafe Base64.decode($0) })
            else { return nil }
            content = data
        default: return nil
        }
        guard PropertyListLook(content) == .keyedArchive else { return nil }
        // A file may refer to one archive without end, and each time it is gone through.
        try context.count(content.count >> 4)
        return try decoder(content, context: DecodingContext(embeddedIn: context))
    }
}
