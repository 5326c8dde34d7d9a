import Documents
import FormatSupport

/// Fast binary files with classes, shared references and cycles: the format of the FastCoding library.
///
/// Reads files of its versions 2 and 3. Writes version 3.3, so that the original can read the files. If version 3.3
/// has no chunk for a value, the value is written in a type of chunk that the original doesn't know. The original
/// then refuses the file instead of misreading it. See <doc:FastCoder>.
public struct FastCoder: FormatProvider {
    /// Determines which contents a file may have when it is read.
    public enum Reading: Sendable, Hashable {
        /// Everything, including objects of any registered class.
        case everything
        /// Only values, for files from untrusted sources. A file that names a class or contains a keyed archive
        /// throws `ModelError.Code.classRefused`.
        case valuesOnly
    }

    /// The contents that a file may have when it is read.
    public var reading: Reading

    /// Creates the provider of the format. By default a file may contain everything.
    public init(reading: Reading = .everything) {
        self.reading = reading
    }

    public var formats: [FileFormat] { [.fastCoding] }

    /// Returns a certain result if the content begins with FAST in reversed byte order and a version.
    public func detect(_ content: Data) -> FormatDetection? {
        FastHeader.begins(content) ? .certain(.fastCoding) : nil
    }

    public func capabilities(of format: FileFormat) -> FormatCapabilities { [.all, .uncountedMembers, .sharedKeys] }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        var serializer = FastSerializer(limits: context.limits, older: context.olderFile)
        return try serializer.write(&walker)
    }

    public func serialize(_ source: borrowing DirectSource, context: FormatContext) -> Data? {
        var writer = FastDirectWriter(limits: context.limits)
        return source.write(to: &writer) ? writer.finish() : nil
    }

    public func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) -> Bool {
        guard reading == .everything, var reader = FastDirectReader(content) else { return false }
        return target.read(from: &reader) { reader in reader.isAtEnd }
    }

    /// - Throws: `corruptData` for a file without a header, `newerVersion` for a version above 3, `bytesExceeded` for a
    ///   file of 4 GiB or more.
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
        // Versions 3.0 and 3.1 wrote the integers 1 and 0 as booleans.
        if header.minor < 2 { builder.scalars = .booleans }
        builder.setSource(source, isText: false)
        var parser = FastParser(
            source, header: header, reportsOffsets: !isConverted, allowsClasses: reading == .everything,
            limits: context.limits)
        try parser.read(into: &builder)
    }
}

extension ModelError.Code {
    /// The file names a class or contains a keyed archive, but only values are allowed.
    public static let classRefused = Self("classRefused")
}
