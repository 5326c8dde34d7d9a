// What tells models apart is read before all else that they hold.

extension ModelDecoder {
    /// Reads the properties by which a model is equal to others, where the file leads back to it: what it holds may
    /// have it in a set, or as a key, before its own properties are read in their turn.
    ///
    /// Single values alone. What is wrong with one is told in its turn.
    ///
    /// - Parameter place: Where the file has the object.
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

    /// The value that the file has for a property, where that is a single one.
    private func hashedValue(of property: ModelProperty, _ mapped: MappedClass?) throws -> Any? {
        let key = ModelKey(property.name)
        guard try atKey(key, { try $0 && !peekKind().isContainer }) else { return nil }
        if let form = mapped?.properties[property.name]?.form {
            return try form.decode(self, MappedClass.formKey(property.name)) ?? nil
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
