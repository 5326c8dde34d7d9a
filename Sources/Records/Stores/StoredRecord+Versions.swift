// A record and its version as one value, for stores whose values have no other place for a version.

extension StoredRecord {
    private static let versionKey = "version"
    private static let documentKey = "record"

    /// A dictionary that contains the version and the model.
    public func documentWithVersion(limits: DecodingLimits) throws -> ModelDocument {
        var builder = DocumentBuilder(limits: limits)
        try builder.beginDictionary()
        try builder.key(Self.versionKey)
        try builder.append(version.rawValue)
        try builder.key(Self.documentKey)
        try builder.append(document)
        try builder.end()
        return try builder.finish()
    }

    /// The record from a dictionary that contains the version and the model.
    ///
    /// - Throws: `corruptData` if the document isn't such a dictionary.
    public init(id: String, documentWithVersion document: ModelDocument) throws {
        guard let version = document[Self.versionKey]?.stringValue, let record = document[Self.documentKey] else {
            throw ModelError(.corruptData, "It is no record with a version.")
        }
        self.init(id: id, version: StoreVersion(rawValue: version), document: ModelDocument(record))
    }

    /// An error about a value of a dictionary with a version and a model. Its path is the path of the value in the
    /// model.
    public static func inRecord(_ error: any Error) -> ModelError {
        var error = ModelError(wrapping: error)
        if error.path.components.first == .key(documentKey) { error.path.components.removeFirst() }
        return error
    }
}
