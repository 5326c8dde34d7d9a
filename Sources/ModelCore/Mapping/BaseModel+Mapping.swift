// Models from dictionaries that follow a mapping, and back.

extension BaseModel {
    /// Makes an instance, and sets its properties from a dictionary: see ``set(with:mapping:)``.
    public convenience init(dictionary: [String: Any], mapping: ModelMapping) throws {
        try Self.requireUsable()
        self.init()
        try requireResource()
        try set(with: dictionary, mapping: mapping)
    }

    /// Sets the properties that the dictionary contains, and the properties of the models in it. The mapping
    /// determines the properties' keys and encoded forms. Other keys are ignored.
    ///
    /// - Throws: `typeMismatch`, with the path of the value that can't be converted exactly.
    public func set(with dictionary: [String: Any], mapping: ModelMapping) throws {
        try fill(from: ModelDecoder(dictionary, from: FileConventions(mapping: mapping)))
    }

    /// The model as a dictionary that follows the mapping. The models that it refers to are dictionaries, too. A
    /// reference to a model around it is omitted, and so are weak references.
    ///
    /// - Throws: The errors of a format's `encode(_:as:keepingTextOf:limits:)`.
    public func dictionaryRepresentation(mapping: ModelMapping) throws -> [String: Any] {
        let capabilities = FormatCapabilities.all.subtracting([.identity, .classes])
        let encoder = ModelEncoder(FileConventions(mapping: mapping), capabilities: capabilities)
        try encoder.encodeObject(self, expected: type(of: self))
        var walker = DocumentWalker(try encoder.finish(), for: capabilities)
        return try AnyValue.decode(from: ModelDecoder(setting: walker.document())) as? [String: Any] ?? [:]
    }
}
