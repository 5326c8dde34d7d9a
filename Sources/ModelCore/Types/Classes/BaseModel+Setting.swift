import FormatSupport

extension BaseModel {
    /// Sets the model from a value of any type, with the most specific `set(with:)` that accepts the value.
    ///
    /// Nil and `NSNull` change nothing. The values of a model are copied with ``mergeValues(from:)``.
    ///
    /// - Throws: `typeMismatch` if the class has no method for such a value.
    public func set(withObject value: Any) throws {
        guard let value = AnyValue.unwrapped(value) else { return }
        if let model = AnyValue.model(value) { return try mergeValues(from: model) }
        // The type is compared, because decoders are classes: see `AnyValue.model(_:)`.
        if type(of: value) is ModelDecoder.Type, let decoder = value as? ModelDecoder { return try set(with: decoder) }
        switch try AnyValue.native(value) {
        case let document as ModelDocument: try set(with: document)
        case let dictionary as [String: Any]: try set(with: dictionary)
        case let string as String: try set(with: string)
        case let data as Data: try set(with: data)
        case let date as Date: try set(with: date)
        case let array as [Any]: try set(with: array)
        default:
            let scalar = try ModelEncoder.document { try AnyValue.encode(value, to: $0) }.root.scalar
            guard let number = scalar.flatMap(ModelNumber.init) else {
                throw ModelError(
                    .typeMismatch, "\(type(of: self)) can't be set with a value of type \(type(of: value)).")
            }
            try set(with: number)
        }
    }

    /// Sets the model from a document.
    private func set(with document: ModelDocument) throws {
        let decoder = ModelDecoder(setting: document)
        guard document.root.kind == .object || document.root.kind == .dictionary else {
            if let value = try AnyValue.decode(from: decoder) { try set(withObject: value) }
            return
        }
        try fill(from: decoder)
    }

    /// Sets the model from the object or the dictionary at a decoder's position, and finishes the decoder.
    func fill(from decoder: ModelDecoder) throws {
        decoder.context.hasEnd = true
        decoder.context.merged = self
        // Registered before it is filled: the document may refer back to it.
        if let reference = decoder.reference { decoder.context.objects.set(self, for: reference) }
        let codedClass = try decoder.beginModel(expected: type(of: self))
        try decoder.fill(self, decoder.context.decodedClass(of: type(of: self)), hasClass: codedClass != nil)
        try decoder.finish()
    }

    /// Sets the model with the object that the decoder has entered, passed to the class as a dictionary.
    func setWithDictionary(from decoder: ModelDecoder) throws {
        var conventions = decoder.context.conventions
        conventions.allowance = decoder.context.textAllowance()
        let place = decoder.cursor.frame.start
        let dictionary = try dictionary(from: decoder)
        do {
            try FileConventions.$ofDictionary.withValue(conventions) { try set(with: dictionary) }
        } catch {
            throw decoder.located(error, in: place)
        }
    }

    private func dictionary(from decoder: ModelDecoder) throws -> [String: Any] {
        // If the object was made from a dictionary of the program, that dictionary is returned.
        if let dictionary = decoder.cursor.dictionary { return dictionary }
        var dictionary: [String: Any] = [:]
        for key in try decoder.objectKeys() {
            // A null stays in the dictionary: it may replace a default with nil.
            let value = try decoder.decodeAny(forKey: ModelKey(key)) ?? AnyValue.null
            guard dictionary.updateValue(value, forKey: key) == nil else {
                throw decoder.failing(.key(key), ModelError.duplicateKey(key))
            }
        }
        return dictionary
    }
}

extension FileConventions {
    /// The conventions of the file, while a model is set with a dictionary that was made from a file's object. Nil if
    /// the dictionary comes from the program. Task-local, because ``BaseModel/set(with:)-([String:Any])``, which the
    /// class may override, has no parameter for the conventions.
    @TaskLocal static var ofDictionary: FileConventions?
}
