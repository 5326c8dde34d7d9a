// What the compiler says of a property whose type isn't its transform's. Chosen if and only if no other overload fits,
// and never called.

extension ModelEncoder {
    @available(*, unavailable, message: "the transform is for properties of another type; for an array, add .each")
    @_disfavoredOverload
    public func encode<Value, Form>(
        _ value: Value, forKey key: ModelKey, with transform: ModelTransform<Form>, isNilDefault: Bool = true,
        unsaveable: Void = ()
    ) throws {
        throw ModelError(.unrepresentableValue, "A \(Value.self) can't be saved in the form of a \(Form.self).")
    }
}

extension ModelDecoder {
    /// So that the compiler has one message for a transform of another type: what encodes the property has that.
    ///
    /// - Throws: `unrepresentableValue`.
    @_disfavoredOverload
    public func decode<Value, Form>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value, with transform: ModelTransform<Form>,
        unsaveable: Void = ()
    ) throws -> Value? {
        throw ModelError(.unrepresentableValue, "A \(Value.self) can't be loaded in the form of a \(Form.self).")
    }
}

extension ModelProperty {
    /// So that the compiler has one message for a transform of another type.
    @_disfavoredOverload
    public init<Root: BaseModel, Value, Form>(
        described name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Form>, isNilDefault: Bool = true, unsaveable: Void = ()
    ) {
        self.init(name, keyPath, keys, isNilDefault: isNilDefault, encode: nil, decode: nil)
    }
}
