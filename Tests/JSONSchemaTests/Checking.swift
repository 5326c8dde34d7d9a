import Foundation
import JSONFormat
import JSONSchema
import ModelCore
import TestSupport
import Testing

extension Python.Case {
    /// A case of a type, whose reader has to agree with the schema.
    ///
    /// - Parameters:
    ///   - values: What the format writes of these has to fit.
    ///   - fitting: What people may write.
    ///   - wrong: What fits neither the schema nor the reader.
    ///   - strange: What the reader takes, though nobody would write it so.
    init<Value: ModelValue>(
        _ type: Value.Type, in format: JSONFormat = JSONFormat(), _ values: [Value] = [], fitting: [String] = [],
        wrong: [String] = [], strange: [String] = [], _ location: SourceLocation = #_sourceLocation
    ) throws {
        func reads(_ text: String) -> Bool { (try? format.decode(type, from: Data(text.utf8))) != nil }
        let written = try values.map { String(decoding: try format.encode($0), as: UTF8.self) }
        for text in written + fitting + strange { #expect(reads(text), "\(text)", sourceLocation: location) }
        for text in wrong { #expect(!reads(text), "\(text)", sourceLocation: location) }
        try self.init(JSONSchema(of: type, in: format), fitting: written + fitting, wrong: wrong + strange)
    }
}
