import FormatSupport
import Foundation
import PropertyListCodec

/// Keyed archives, as Apple's NSKeyedArchiver writes them: the built-in format.
///
/// It keeps everything: each value's type, each object's class, shared references and cycles. Files that
/// NSKeyedArchiver wrote open, as binary and as XML property lists, and NSKeyedUnarchiver opens what this writes.
public struct KeyedArchive: FormatProvider {
    /// The format. It has no options.
    public init() {}

    public var formats: [FileFormat] { [.keyedArchive] }

    public func capabilities(of format: FileFormat) -> FormatCapabilities { .all }

    /// Certain of a property list whose `$archiver` is NSKeyedArchiver, unless it holds an encrypted archive, which is
    /// another format's.
    public func detect(_ content: Data) -> FormatDetection? {
        PropertyListLook(content) == .keyedArchive ? FormatDetection(.keyedArchive, .certain) : nil
    }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try Self.parse(content, into: &builder)
    }

    private static func parse(_ content: Data, into builder: inout DocumentBuilder) throws {
        var source = ByteSource(content)
        // One of XML is made binary first: references in it lead forward and backward.
        if PropertyListText.isPropertyList(content) { source = ByteSource(try XMLPropertyList.binary(from: source)) }
        try parse(source, into: &builder)
    }

    /// Appends the value of the archive in these bytes: for formats that keep archives in files of their own.
    ///
    /// - Parameter source: The bytes of a binary property list.
    /// - Throws: `corruptData`, `newerVersion`; what the builder throws.
    public static func parse(_ source: ByteSource, into builder: inout DocumentBuilder) throws {
        var parser = try ArchiveParser(source, limits: builder.limits)
        try parser.read(into: &builder)
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var serializer = ArchiveSerializer(capacity: 1 << 16, wipesMemory: false, byteLimit: context.limits.bytes)
        let top = try serializer.write(&walker)
        return try serializer.writer.finish(top: top)
    }

    /// The bytes of an archive that is a secret, as one in an encrypted file: their memory is overwritten before it is
    /// given back, unless it is handed over as `Data`. The models and the document aren't overwritten.
    ///
    /// - Parameter capacity: How many bytes to make room for at first: growing costs more than it does elsewhere.
    public static func serializeSecret(
        _ walker: inout DocumentWalker, capacity: Int = 1 << 16, limits: DecodingLimits
    ) throws -> ByteBuffer {
        var serializer = ArchiveSerializer(capacity: capacity, wipesMemory: true, byteLimit: limits.bytes)
        let top = try serializer.write(&walker)
        return try serializer.takeWriter().finishBuffer(top: top)
    }

    /// True of a keyed archive that holds an encrypted one, as the format CryptoCoding has it. No more than a look.
    public static func holdsCryptoArchive(_ content: Data) -> Bool {
        PropertyListLook(content) == .cryptoArchive
    }

    /// A decoder for the keyed archive that data, or text in base64, holds; nil where it holds none.
    ///
    /// Plain formats keep in this way what they have no form of their own for. The archive's references are its own; its
    /// values count towards the limits of the file around it.
    static func embeddedDecoder(in scalar: ModelScalar, context: DecodingContext) throws -> ModelDecoder? {
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
        var builder = DocumentBuilder(capabilities: .all, limits: context.documentLimits)
        do {
            try parse(content, into: &builder)
        } catch {
            throw builder.locating(error)
        }
        return ModelDecoder(try builder.finish(), context: DecodingContext(embeddedIn: context))
    }
}
