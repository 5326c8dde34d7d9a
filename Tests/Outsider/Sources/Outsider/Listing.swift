import Foundation
import JSONFormat
import ModelCore

/// JSON as a format that keeps in archives what it can't store.
struct Listing: FormatProvider {
    var formats: [FileFormat] { [FileFormat("listing", fileExtension: nil, library: "Outsider")] }
    func capabilities(of format: FileFormat) -> FormatCapabilities {
        JSONFormat().capabilities(of: .json).union(.archives)
    }
    func detect(_ content: Data) -> FormatDetection? { nil }
    func parse(_ content: Data, into builder: inout DocumentBuilder, context: FormatContext) throws {
        try JSONFormat().parse(content, into: &builder, context: context)
    }
    func serialize(_ walker: inout DocumentWalker, context: FormatContext) throws -> Data {
        try JSONFormat().serialize(&walker, context: context)
    }
}

/// A model with a value that JSON has no representation for.
final class Place: BaseModel {
    var point = 0..<0

    override class var modelProperties: [ModelProperty] { [ModelProperty("point", \Place.point)] }
}

/// A model with a value of any type.
final class Thing: BaseModel {
    var value: Any?

    override class var modelProperties: [ModelProperty] { [ModelProperty(any: "value", \Thing.value)] }
}

/// A value with Foundation's own code.
struct Indexes: Codable {
    var set = IndexSet([1, 5])
}
