import Documents
import FormatSupport

/// Keyed archives, as Apple's NSKeyedArchiver writes them: the default format of classes.
///
/// The format keeps everything: each value's type, each object's class, shared references and cycles. It reads the
/// files of NSKeyedArchiver, both binary and XML property lists. NSKeyedUnarchiver reads the files that it writes.
public struct KeyedArchive: FormatProvider {
    /// Creates the format, which has no options.
    public init() {}

    public var formats: [FileFormat] { [.keyedArchive] }

    public func capabilities(of format: FileFormat) -> FormatCapabilities { [.all, .uncountedMembers] }

    /// Returns `certain` for a property list whose `$archiver` is NSKeyedArchiver, unless it contains an encrypted
    /// archive. Such a file has another format.
    public func detect(_ content: Data) -> FormatDetection? {
        switch PropertyListLook(content) {
        case .keyedArchive: .certain(.keyedArchive)
        // The property list is cut or damaged. The error of reading it tells what is wrong.
        case nil: content.starts(with: "bplist0".utf8) ? .possible(.keyedArchive) : nil
        default: nil
        }
    }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try ArchiveParser.parse(content, into: &builder)
    }

    /// Appends the value of the archive in `source`. It is for formats whose own files contain archives.
    ///
    /// - Parameters:
    ///   - source: The bytes of a binary property list.
    ///   - builder: The builder to which the value is appended.
    /// - Throws: `corruptData`, `newerVersion`; the errors of the builder.
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

    public func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool {
        Self.parse(ByteSource(content), into: target)
    }

    /// Reads the archive in `source` directly into memory. It is for formats whose own files contain archives.
    ///
    /// - Parameter source: The bytes of a binary property list. Any other property list is read through a document.
    /// - Returns: False if the archive has to be read through a document.
    public static func parse(_ source: ByteSource, into target: borrowing DirectTarget) -> Bool {
        guard var reader = ArchiveDirectReader(source) else { return false }
        return target.read(from: &reader) { _ in true }
    }

    public func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
        ArchiveSerializer.data(source, limits: context.limits)
    }

    /// Returns the bytes of a secret archive, such as the archive in an encrypted file. Their memory is overwritten
    /// before it is freed, unless it is handed over as `Data`. The memory of the models and the document isn't
    /// overwritten.
    ///
    /// - Parameters:
    ///   - walker: A walker before the first value.
    ///   - limits: The limits for the archive.
    ///   - capacity: The number of bytes to make room for at first. Growing copies the bytes.
    ///   - older: An older archive, a binary property list. Values that haven't changed keep the objects of the older
    ///     archive. Nil if there is none.
    public static func serializeSecret(
        _ walker: inout DocumentWalker, capacity: Int = 1 << 16, limits: DecodingLimits,
        keeping older: ByteSource? = nil
    ) throws -> ByteBuffer {
        if let older, let kept = try ArchiveRevision.secret(of: walker.document, keeping: older, limits: limits) {
            return kept
        }
        var serializer = ArchiveSerializer(capacity: capacity, wipesMemory: true, byteLimit: limits.bytes)
        try serializer.encode(&walker)
        let top = serializer.finish()
        return try serializer.takeWriter().finishBuffer(top: top)
    }

    /// Returns the bytes of a secret archive, written directly from memory. Returns nil for a value that has to be
    /// written through a document.
    ///
    /// - Parameters:
    ///   - source: The value.
    ///   - capacity: The number of bytes to make room for at first.
    ///   - limits: The limits for the archive.
    public static func serializeSecret(
        _ source: borrowing DirectSource, capacity: Int = 1 << 16, limits: DecodingLimits
    ) -> ByteBuffer? {
        ArchiveSerializer.secret(source, capacity: capacity, limits: limits)
    }

    /// Returns true for a keyed archive that contains an encrypted archive, as in the format CryptoCoding. It
    /// examines only the root.
    public static func holdsCryptoArchive(_ content: Data) -> Bool {
        PropertyListLook(content) == .cryptoArchive
    }
}
