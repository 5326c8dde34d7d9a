import Documents
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

    public func capabilities(of format: FileFormat) -> FormatCapabilities { .all }

    /// Certain of a property list whose `$archiver` is NSKeyedArchiver, unless it holds an encrypted archive, which is
    /// another format's.
    public func detect(_ content: Data) -> FormatDetection? {
        switch PropertyListLook(content) {
        case .keyedArchive: .certain(.keyedArchive)
        // One that is cut or damaged: reading tells what is wrong.
        case nil: content.starts(with: "bplist0".utf8) ? .possible(.keyedArchive) : nil
        default: nil
        }
    }

    public func requiredFormat(for type: Any.Type) -> FileFormat? { nil }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try ArchiveParser.parse(content, into: &builder)
    }

    /// Appends the value of the archive in these bytes: for formats that keep archives in files of their own.
    ///
    /// - Parameters:
    ///   - source: The bytes of a binary property list.
    ///   - builder: What the value is appended to.
    /// - Throws: `corruptData`, `newerVersion`; what the builder throws.
    public static func parse(_ source: ByteSource, into builder: inout DocumentBuilder) throws {
        try ArchiveParser.parse(source, into: &builder)
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        if let older = context.olderFile,
            let data = try ArchiveRevision.data(of: walker.document, keeping: older, limits: context.limits)
        {
            return data
        }
        return try ArchiveSerializer.data(&walker, limits: context.limits)
    }

    /// The bytes of an archive that is a secret, as one in an encrypted file: their memory is overwritten before it is
    /// given back, unless it is handed over as `Data`. The models and the document aren't overwritten.
    ///
    /// - Parameters:
    ///   - walker: Stands before the values.
    ///   - limits: What bounds the archive.
    ///   - capacity: How many bytes to make room for at first: growing costs more than it does elsewhere.
    ///   - older: An older archive, a binary property list: what is as it was there keeps its objects. Nil for none.
    public static func serializeSecret(
        _ walker: inout DocumentWalker, capacity: Int = 1 << 16, limits: DecodingLimits,
        keeping older: ByteSource? = nil
    ) throws -> ByteBuffer {
        if let older, let kept = try ArchiveRevision.secret(of: walker.document, keeping: older, limits: limits) {
            return kept
        }
        var serializer = ArchiveSerializer(capacity: capacity, wipesMemory: true, byteLimit: limits.bytes)
        let top = try serializer.write(&walker)
        return try serializer.takeWriter().finishBuffer(top: top)
    }

    /// True of a keyed archive that holds an encrypted one, as the format CryptoCoding has it. No more than a look.
    public static func holdsCryptoArchive(_ content: Data) -> Bool {
        PropertyListLook(content) == .cryptoArchive
    }
}
