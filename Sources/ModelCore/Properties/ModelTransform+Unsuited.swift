// Overloads for a property whose type isn't the transform's. They give the compiler an error message. They are chosen
// if and only if no other overload fits, and are never called.

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
    /// Keeps the compiler from reporting a transform of another type twice: the encoder's overload has the message.
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
