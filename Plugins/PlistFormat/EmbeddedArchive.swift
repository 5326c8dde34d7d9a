import Foundation
import ModelCore

/// Keyed archives as data inside of property lists: what stands for values that property lists don't have.
enum EmbeddedArchive {
    /// The archive of a value.
    static func data(of scalar: ModelScalar, limits: DecodingLimits) throws -> Data {
        try KeyedArchive().encode(ModelNode.scalar(scalar), limits: limits)
    }

    /// The value that an archive holds; nil where it holds an array, a dictionary or an object, or isn't one.
    ///
    /// What only looks like an archive is data, so no error is thrown.
    static func scalar(in data: Data, context: DecodingContext) throws -> ModelScalar? {
        guard let decoder = try? KeyedArchive.embeddedDecoder(in: .data(data), context: context),
            let kind = try? decoder.peekKind(), kind != .array, kind != .set, kind != .orderedSet, kind != .dictionary,
            kind != .object
        else { return nil }
        return try? decoder.decodeScalar()
    }
}
