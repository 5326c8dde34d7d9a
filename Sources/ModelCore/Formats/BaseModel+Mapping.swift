// Models from dictionaries that have their properties as a mapping says, and back.

extension BaseModel {
    /// Makes an instance set with a dictionary: see ``set(with:mapping:)``.
    public convenience init(dictionary: [String: Any], mapping: ModelMapping) throws {
        try Self.requireUsable()
        self.init()
        try requireResource()
        try set(with: dictionary, mapping: mapping)
    }

    /// Sets the properties that the dictionary has, as the mapping says, and those of the models in it. Other
    /// keys are ignored.
    ///
    /// - Throws: `typeMismatch` with the way to what can't be converted exactly.
    public func set(with dictionary: [String: Any], mapping: ModelMapping) throws {
        try fill(from: ModelDecoder(dictionary, from: FileConventions(mapping: mapping)))
    }

    /// The model as the mapping says, with the models in it as dictionaries: the tree, and nothing that leads back up.
    ///
    /// - Throws: As a format's `encode(_:as:keepingTextOf:limits:)`.
    public func dictionaryRepresentation(mapping: ModelMapping) throws -> [String: Any] {
        let capabilities = FormatCapabilities.all.subtracting([.identity, .classes])
        let encoder = ModelEncoder(FileConventions(mapping: mapping), capabilities: capabilities)
        try encoder.encodeObject(self, expected: type(of: self))
        var walker = DocumentWalker(try encoder.finish(), for: capabilities)
        return try AnyValue.decode(from: ModelDecoder(setting: walker.document())) as? [String: Any] ?? [:]
    }
}
