// Enums: the names of their cases, and the values.

extension ModelEncoder {
    /// Encodes an enum by its cases.
    @inline(never)
    func encodeEnum<Value: ModelRecord>(_ value: Value, _ type: ModelType) throws {
        guard let code = type.code(of: Value.self) else { throw type.withoutCode }
        try code.encode(value, to: self)
    }

    /// Encodes a case of an enum that has no values, in the enum's form: by default its name in files.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - type: The enum.
    func encodeCase<Value: ModelRecord>(_ name: String, of type: Value.Type) throws {
        try answer(for: type)
        let encoded = try encodedRecord(type)
        let key = encoded.keys?.key(for: name) ?? name
        switch encoded.type.caseForm {
        case .key, .untagged:
            guard state.tags.isEmpty else { throw noted(untaggable(encoded.type)) }
            try encode(key)
        case .tag(let tag), .tagAndContent(let tag, _):
            state.tags.append((tag, key))
            try encodeRecord(encoded) {}
        }
    }

    /// Encodes a case of an enum that has values, in the enum's form: by default a dictionary with the case's name as its
    /// only key.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - values: The struct that contains its values.
    ///   - type: The enum.
    /// - Throws: `unrepresentableValue` if files contain the case's name among its values, but the values aren't the
    ///   dictionary of a struct.
    func encodeCase<Value: ModelRecord>(
        _ name: ModelKey, _ values: some ModelRecord, of type: Value.Type
    ) throws {
        let encoded = try encodedRecord(type)
        var key: String { encoded.keys?.key(for: name.stringValue) ?? name.stringValue }
        switch encoded.type.caseForm {
        case .key: try encodeRecord(encoded) { try encode(values, forKey: name) }
        case .untagged: try encodeValue(values)
        case .tagAndContent(let tag, let content):
            state.tags.append((tag, key))
            try encodeRecord(encoded) { try encode(values, forKey: ModelKey(content)) }
        case .tag(let tag):
            state.tags.append((tag, key))
            guard Self.isTaggable(values) else { throw noted(untaggable(encoded.type)) }
            try encodeValue(values)
            guard state.tags.isEmpty else { throw noted(untaggable(encoded.type)) }
        }
    }

    /// True for values that are written as a dictionary of properties, to which the name of the case can be added.
    /// False for an object of a class: it may be stored elsewhere in the file, without the name.
    private static func isTaggable<Values: ModelRecord>(_ values: Values) -> Bool {
        guard let type = Values.modelType, type.form == .value else { return true }
        guard let value = type.rows.properties.first?.valueType as? any ModelRecord.Type else { return false }
        return !(value is BaseModel.Type) && value.modelType?.form == .dictionary
    }

    private func untaggable(_ type: ModelType) -> ModelError {
        state.tags = []
        return ModelError(
            .unrepresentableValue,
            """
            The case's value is no dictionary of a struct's properties, among which its name could stand: give the \
            \(type.title) a key for its content, too.
            """)
    }
}

extension ModelType {
    /// The error of an enum whose list of cases contains a case of another enum.
    var withoutCode: ModelError { ModelError.misuse("The \(title) has a case of another enum in the list of its cases.") }
}
