import Foundation

/// Keyed archives inside of other files: what stands for values that a format has no form for.
public enum EmbeddedArchive {
    /// The archive of a value.
    public static func data(of scalar: ModelScalar, limits: DecodingLimits) throws -> Data {
        try KeyedArchive().encode(ModelDocument(scalar), limits: limits)
    }

    /// The archive of a null in an array or a dictionary: of the object that stands for one there. A null by itself is
    /// nil in an archive, as a property's is: the original would put that into the array, and stop.
    static func dataOfNull(limits: DecodingLimits) throws -> Data {
        var builder = DocumentBuilder(limits: limits)
        try builder.beginObject(ArchiveClasses.null)
        try builder.endObject()
        return try KeyedArchive().encode(builder.finish(), limits: limits)
    }

    /// The value that an archive holds; nil where it holds an array, a dictionary or an object, or isn't one.
    ///
    /// What only looks like an archive is data, so no error is thrown.
    static func scalar(in data: Data, context: DecodingContext) throws -> ModelScalar? {
        guard let decoder = try? KeyedArchive.embeddedDecoder(in: .data(data), context: context),
            let kind = try? decoder.peekKind(), !kind.isContainer
        else { return nil }
        return try? decoder.decodeScalar()
    }

    /// The data to write for data. Where that would be taken for the archive of a single value, it is an archive of the
    /// data itself.
    static func wrapping(_ data: Data, limits: DecodingLimits) throws -> Data {
        try isArchiveOfScalar(data) ? self.data(of: .data(data), limits: limits) : data
    }

    /// The data that was written as this: undoes ``wrapping(_:limits:)``.
    static func unwrapping(_ data: Data, context: DecodingContext) throws -> Data {
        guard mayBeArchive(data), case .data(let inner)? = try scalar(in: data, context: context),
            try isArchiveOfScalar(inner)
        else { return data }
        return inner
    }

    private static func isArchiveOfScalar(_ data: Data) throws -> Bool {
        guard mayBeArchive(data) else { return false }
        let context = DecodingContext(format: .keyedArchive, byteCount: data.count)
        return try scalar(in: data, context: context) != nil
    }

    /// False where a look at the first bytes tells that it is none.
    static func mayBeArchive(_ data: Data) -> Bool {
        data.starts(with: "bplist00".utf8) || data.starts(with: "<?xml".utf8)
    }
}
