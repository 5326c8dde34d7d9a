// The coding of objects in every format: identity, class and depth are handled here, once.

extension BaseModel: ModelRecord {
    public typealias _ModelIdentity = ObjectIdentifier

    public static var modelType: ModelType? { nil }

    public static func encode(_ value: BaseModel, to encoder: ModelEncoder) throws {
        try encoder.encodeObject(value, expected: self)
    }

    public static func decode(from decoder: ModelDecoder) throws -> Self {
        try decoder.decodeObject(as: self)
    }
}

extension ModelDecoder {
    /// Decodes a model: an object of the class or of a registered subclass, a dictionary, or any other value that the
    /// class has a `set(with:)` for.
    ///
    /// - Throws: `classMismatch` if the file's object has another class; `unknownClass` if no class is registered under
    ///   its name; `typeMismatch` for a null.
    func decodeObject<Model: BaseModel>(as type: Model.Type) throws -> Model {
        if let known = knownObject {
            guard let model = Self.model(known, as: type) else {
                // The error has no location: the object was read before, outside of this part of the file.
                if location == nil, context.readsParts { throw cursor.requiringWhole() }
                throw ModelError.otherClass("\(Swift.type(of: known))", expected: "\(type)").at(location)
            }
            try skipValue()
            return model
        }
        let kind = try peekKind()
        guard kind == .object || kind == .dictionary else { return try decodeModel(type, from: kind) }
        let object = try makeObject(expected: type)
        guard Swift.type(of: object) == type else {
            guard let model = Self.model(object, as: type) else {
                throw ModelError.otherClass("\(Swift.type(of: object))", expected: "\(type)")
            }
            return model
        }
        // The comparison above has made sure of the class.
        return unsafe unsafeDowncast(object, to: type)
    }

    /// The model, if it is an instance of `type` or of a subclass; else nil. `type` may be a subclass of the static
    /// type `Model`.
    private static func model<Model: BaseModel>(_ model: BaseModel, as type: Model.Type) -> Model? {
        let own = Swift.type(of: model)
        return own == type || ModelClass.of(own).inherits(from: type) ? model as? Model : nil
    }

    /// Decodes a model from a value that is neither an object nor a dictionary.
    private func decodeModel<Model: BaseModel>(_ type: Model.Type, from kind: ModelKind) throws -> Model {
        guard kind != .null else { throw mismatch(expected: "\(type)") }
        if let archive = try embeddedArchive() { return try archive.decodeObject(as: type) }
        let slot = cursor.slot
        guard let value = try AnyValue.decode(from: self) else { throw mismatch(expected: "\(type)") }
        do {
            let object = try type.instance()
            try object.set(withObject: value)
            return object
        } catch {
            throw located(error, in: slot)
        }
    }

    /// The class to make an instance of. For most objects, the class was already found for an earlier object.
    @inline(__always)
    func classToMake(
        _ codedClass: CodedClass?, expected: BaseModel.Type, _ context: DecodingContext
    ) throws -> BaseModel.Type {
        if let codedClass, let known = context.classes.classToMake(for: codedClass, expected: expected) { return known }
        return try findClassToMake(codedClass, expected: expected)
    }

    /// Finds the class to make an instance of. An error gets the location of the decoder's position, just inside the
    /// object. Determining the object's own location in advance would make text formats count lines for every object.
    @inline(never)
    private func findClassToMake(_ codedClass: CodedClass?, expected: BaseModel.Type) throws -> BaseModel.Type {
        do {
            guard let codedClass else {
                try expected.requireConcrete()
                return expected
            }
            let modelClass = try context.classes.modelClass(for: codedClass, expected: expected)
            // Checked for the expected class too: a property may be declared as a `BaseModel`.
            try modelClass.type.requireConcrete()
            guard modelClass.type == expected || modelClass.inherits(from: expected) else {
                throw ModelError.otherClass(codedClass.name, expected: ModelClass.of(expected).name)
            }
            context.classes.setClassToMake(modelClass.type, for: codedClass, expected: expected)
            return modelClass.type
        } catch let error as ModelError {
            throw error.at(location)
        }
    }
}
