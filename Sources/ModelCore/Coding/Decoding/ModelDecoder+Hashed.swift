// Properties that models are compared by, which are read before all others.

extension ModelDecoder {
    /// Reads the properties by which a model is compared with others, if references point to the model. A value
    /// inside the model may contain the model in a set, or as a key, before its other properties are read.
    ///
    /// Only single values are read. An error isn't thrown by this function, but when the property is read in its
    /// turn.
    ///
    /// - Parameter place: The index of the object in the document.
    @inline(never)
    func decodeHashed(of object: BaseModel, _ decodedClass: DecodedClass, at place: Int) {
        let modelClass = ModelClass.of(type(of: object))
        let inner = DecodingContext(embeddedIn: context)
        let decoder = ModelDecoder(
            ModelDocument(cursor.content, root: place), context: inner, capabilities: cursor.capabilities)
        guard (try? decoder.cursor.beginObject()) != nil else { return }
        if let keys = decodedClass.keys, (try? decoder.cursor.use(keys)) == nil { return }
        for (row, property) in decodedClass.rows.properties.enumerated()
        where modelClass.hashedNames.contains(property.name) {
            try? decoder.decodeHashed(property, of: object, at: decodedClass.rows.offset(row))
        }
    }

    /// Decodes a property if the file has a single value for it.
    private func decodeHashed(_ property: ModelProperty, of object: BaseModel, at offset: Int?) throws {
        guard try atKey(property.key, { try $0 && !peekKind().isContainer }) else { return }
        try atKey(property.key) { try property.decode?(PropertyOwner(object), offset, self, $0) }
    }
}
