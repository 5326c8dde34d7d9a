import Foundation
import JSONFormat
import ModelCore
import PlistFormat

/// Human-readable coding: XML property lists, binary property lists and JSON with classes, shared references and cycles, in the formats of
/// the HRCoder library.
///
/// Written such that the original reads it, and indented, with keys in the order of their declaration. Files that people wrote are read:
/// `$class` may stand anywhere in a dictionary, `$alias` may lead forward, plain dictionaries stand for objects of the class that is
/// expected, and JSON may have comments and trailing commas. See <doc:HRCoder>.
public struct HRCoder: FormatProvider {
    private static let providers = [
        HRCoded(
            PlistFormat(), plain: .xmlPropertyList, as: .hrCodedXML, form: [.data, .wholeDates, .nonFinite],
            syntax: .xml),
        HRCoded(
            JSONFormat(writing: [.prettyPrinted, .bareClassKeys], reading: .json5), plain: .json, as: .hrCodedJSON,
            form: .null, syntax: .json),
        HRCoded(
            PlistFormat(), plain: .binaryPropertyList, as: .hrCodedBinary,
            form: [.data, .wholeDates, .exactDates, .nonFinite, .floats], syntax: .binary),
    ]

    public init() {}

    public var formats: [FileFormat] { [.hrCodedXML, .hrCodedJSON, .hrCodedBinary] }

    /// Certain of a root that names its class, or is nothing but an alias. Any other file is a plain one.
    public func detect(_ content: Data) -> FormatDetection? {
        Self.providers.lazy.compactMap { $0.detect(content) }.first
    }

    public func makeEncoder(for format: FileFormat, context: EncodingContext) throws -> any ModelEncoder {
        try Self.provider(format).makeEncoder(for: format, context: context)
    }

    /// - Throws: `corruptData`, and where a look through the whole file shows it, `depthExceeded` and `nodesExceeded`.
    public func makeDecoder(
        for format: FileFormat, content: Data, context: DecodingContext
    ) throws -> any ModelDecoder {
        try Self.provider(format).makeDecoder(for: format, content: content, context: context)
    }

    private static func provider(_ format: FileFormat) throws -> HRCoded {
        guard let provider = providers.first(where: { $0.format == format }) else {
            throw ModelError(.unknownFormat, "HRCoder doesn't serve \(format.displayName).")
        }
        return provider
    }
}
