// Properties that models are compared by, which are read before all others.

extension ModelDecoder {
    /// Reads the properties by which a model is equal to others, if references lead to it: a value inside it may
    /// contain it in a set, or as a key, before its other properties are read.
    ///
    /// Only single values are read. An error isn't thrown here, but when the property is read in its turn.
    ///
    /// - Parameter place: The index of the object in the document.
    @inline(never)
    func decodeHashed(of object: BaseModel, _ decodedClass: DecodedClass, at place: Int) {
        let modelClass = ModelClass.of(type(of: object))
        let inner = DecodingContext(embeddedIn: context)
        let decoder = ModelDecoder(
            ModelDocument(cursor.content, root: place), context: inner, capabilities: cursor.capabilities)
        guard (try? decoder.cursor.beginObject()) != nil else { return }
        if let keys = decodedClass.keys { decoder.cursor.use(keys) }
        for property in modelClass.properties where modelClass.hashedNames.contains(property.name) {
            if let value = try? decoder.hashedValue(of: property, inner.mapped(object)) {
                _ = property.assign?(object, value)
            }
        }
    }

    /// The value of a property in the file, if it is a single one; else nil.
    private func hashedValue(of property: ModelProperty, _ mapped: MappedClass?) throws -> Any? {
        let key = ModelKey(property.name)
        guard try atKey(key, { try $0 && !peekKind().isContainer }) else { return nil }
        if let form = mapped?.properties[property.name]?.form {
            return try form.decode(self, MappedClass.encodedFormKey(property.name)) ?? nil
        }
        if let form = property.form { return try form.decode(self, key) ?? nil }
        if let type = property.valueType as? any ModelValue.Type { return try decode(type, forKey: key) }
        if let type = property.valueType as? any RawRepresentable.Type { return try rawValue(type, forKey: key) }
        return nil
    }

    private func rawValue<Value: RawRepresentable>(_ type: Value.Type, forKey key: ModelKey) throws -> Value? {
        guard let rawType = Value.RawValue.self as? any ModelValue.Type else { return nil }
        return (try decode(rawType, forKey: key) as? Value.RawValue).flatMap(Value.init)
    }
}
