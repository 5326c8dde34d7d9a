import Documents
import FormatSupport
import Foundation

/// Fast binary files with classes, shared references and cycles: the format of the FastCoding library.
///
/// Files of its versions 2 and 3 are read; version 3.3 is written, such that the original reads it. What that version
/// has no chunk for is written in a chunk that the original doesn't know: it refuses such a file, and doesn't misread
/// it. See <doc:FastCoder>.
public struct FastCoder: FormatProvider {
    /// What a file may hold.
    public enum Reading: Sendable, Hashable {
        /// Everything, objects of any registered class too.
        case everything
        /// Values alone: a file that names a class, or holds a keyed archive, is refused as a whole, with
        /// `ModelError.Code.classRefused`. For files that nobody vouches for.
        case valuesOnly
    }

    /// What a file may hold.
    public var reading: Reading

    /// The format; by default a file may hold everything.
    public init(reading: Reading = .everything) {
        self.reading = reading
    }

    public var formats: [FileFormat] { [.fastCoding] }

    /// Certain of a file that begins with FAST, its bytes reversed, and a version.
    public func detect(_ content: Data) -> FormatDetection? {
        FastHeader.begins(content) ? .certain(.fastCoding) : nil
    }

    public func capabilities(of format: FileFormat) -> FormatCapabilities { .all }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var serializer = FastSerializer(limits: context.limits, older: context.olderFile)
        return try serializer.write(&walker)
    }

    public func requiredFormat(for type: Any.Type) -> FileFormat? { nil }

    /// - Throws: `corruptData` for a file without a header, `newerVersion` for a version above 3.
    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        var source = ByteSource(content)
        var header = try FastHeader(source)
        guard content.count < UInt32.max else {
            throw ModelError(.bytesExceeded, "A file of this format has less than 4 GiB.")
        }
        let isConverted = header.major == 2
        if isConverted {
            source = try VersionTwoConverter.convert(source, minor: header.minor, depth: context.limits.depth)
            header = try FastHeader(source)
        }
        // Versions before 3.2 wrote 1 and 0 as booleans.
        if header.minor < 2 { builder.scalars = .booleans }
        builder.setSource(source, isText: false)
        var parser = try FastParser(
            source, header: header, hasPlaces: !isConverted, allowsClasses: reading == .everything,
            limits: context.limits)
        try parser.read(into: &builder)
    }
}

extension ModelError.Code {
    /// The file names a class, or holds a keyed archive, and was to hold values alone.
    public static let classRefused = Self("classRefused")
}
