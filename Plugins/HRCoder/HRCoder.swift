import Documents
import FormatSupport
import JSONFormat
import PlistFormat

/// Human-readable coding: XML property lists, binary property lists and JSON with classes, shared references and
/// cycles, in the formats of the HRCoder library.
///
/// The original library can read the files that are written. They are indented, with keys in the order of their
/// declaration. Files that people wrote can be read: `$class` may be anywhere in a dictionary, `$alias` may refer to
/// a later container, a plain dictionary is read as an object of the expected class, and JSON may have comments and
/// trailing commas. See <doc:HRCoder>.
public struct HRCoder: FormatProvider {
    private let providers: [HRCoded]

    /// Creates the provider of the formats. By default, a key that a dictionary contains more than once is an error.
    public init(duplicateKeys: DuplicateKeys = .error) {
        let lists = PlistFormat(duplicateKeys: duplicateKeys)
        let json = JSONFormat(writing: .prettyPrinted, reading: .json5, duplicateKeys: duplicateKeys)
        providers = [
            HRCoded(lists, plain: .xmlPropertyList, as: .hrCodedXML, hasBareKeys: true),
            HRCoded(json, plain: .json, as: .hrCodedJSON, hasBareKeys: true),
            HRCoded(lists, plain: .binaryPropertyList, as: .hrCodedBinary, hasBareKeys: true),
        ]
    }

    public var formats: [FileFormat] { [.hrCodedXML, .hrCodedJSON, .hrCodedBinary] }

    public func capabilities(of format: FileFormat) -> FormatCapabilities {
        (try? provider(format).capabilities(of: format)) ?? .all
    }

    public func conventions(of format: FileFormat) -> FileConventions {
        (try? provider(format).conventions(of: format)) ?? FileConventions()
    }

    /// Returns `certain` if the root names its class, or is an alias. Any other file is a plain file.
    public func detect(_ content: Data) -> FormatDetection? {
        // Each provider is asked once: in work that is stopped meanwhile, it would answer otherwise the next time.
        for provider in providers { if let found = provider.detect(content) { return found } }
        return nil
    }

    public func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try provider(context.format, of: content).parse(content, into: &builder, context: context)
    }

    public func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        try provider(context.format).serialize(&walker, context: context)
    }

    /// Returns the provider of a format. The first format, `.hrCodedXML`, is also used if the caller named no format.
    /// Therefore, if the content isn't an XML property list, the content determines the format.
    private func provider(_ format: FileFormat, of content: Data) throws -> HRCoded {
        let named = try provider(format)
        guard format == .hrCodedXML, !named.plainlyHas(content) else { return named }
        return providers.first { $0.plainlyHas(content) } ?? named
    }

    func provider(_ format: FileFormat) throws -> HRCoded {
        guard let provider = providers.first(where: { $0.format == format }) else {
            throw ModelError(.unknownFormat, "HRCoder doesn't serve \(format.displayName).")
        }
        return provider
    }
}

extension HRCoder {
    public func parse(_ content: Data, into target: borrowing DirectTarget, context: FormatContext) throws -> Bool {
        try provider(context.format, of: content).parse(content, into: target, context: context)
    }

    public func serialize(_ source: borrowing DirectSource, context: FormatContext) throws -> Data? {
        try provider(context.format).serialize(source, context: context)
    }
}

extension HRCoder: TextFormatProvider {
    public func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        try provider(context.format).outline(of: content, context: context)
    }
}
