import Foundation
import JSONFormat
import ModelCore

/// The JSON of records. Its dates are text that sorts by time. It contains the root's class if that isn't the
/// record's class.
struct RecordJSON: FormatProvider {
    private let format: FileFormat

    /// Creates the JSON format of a store.
    ///
    /// - Parameter format: The store's format, which errors name.
    init(_ format: FileFormat) { self.format = format }

    var formats: [FileFormat] { [format] }

    func capabilities(of format: FileFormat) -> FormatCapabilities {
        JSONFormat().capabilities(of: .json).union(.rootClass)
    }

    func detect(_ content: Data) -> FormatDetection? { nil }

    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try JSONFormat().parse(content, into: &builder, context: context)
    }

    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        walker.dateStyle = .sortableText
        return try JSONFormat().serialize(&walker, context: context)
    }

    func text(of document: ModelDocument, limits: DecodingLimits) throws -> String {
        String(decoding: try encode(document, as: format, limits: limits), as: UTF8.self)
    }

    func document(from json: Data, limits: DecodingLimits) throws -> ModelDocument {
        try document(from: json, as: format, limits: limits)
    }
}
