// Properties by which models are compared, which are read before all other properties.

extension ModelDecoder {
    /// Reads the properties by which a model is compared with other models, if references point to the model. This
    /// comes first, because a value inside the model may contain the model in a set, or as a key.
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

    /// Decodes a property if its value in the file isn't a container.
    private func decodeHashed(_ property: ModelProperty, of object: BaseModel, at offset: Int?) throws {
        guard try atKey(property.key, { try $0 && !peekKind().isContainer }) else { return }
        try atKey(property.key) { try property.decode?(PropertyOwner(object), offset, self, $0) }
    }
}
