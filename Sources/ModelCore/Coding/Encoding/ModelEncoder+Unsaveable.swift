// The compiler's messages for a property whose type can't be saved. These overloads are chosen only if no other one
// fits, and are never called.

extension ModelEncoder {
    @available(
        *, unavailable,
        message: """
            a property of this type can't be saved. Make the type conform to ModelValue or Codable, or mark the \
            property \
            @Transient
            """
    )
    @_disfavoredOverload
    public func encode<Value>(
        _ value: Value, forKey key: ModelKey, isNilDefault: Bool = true, unsaveable: Void = ()
    ) throws {
        throw ModelError(.unrepresentableValue, "A \(Value.self) can't be saved.")
    }

    @available(*, unavailable, message: "a weak property is saved where its type is a model class. Mark it @Transient")
    @_disfavoredOverload
    public func encodeWeak<Value>(
        _ value: Value, forKey key: ModelKey, isNilDefault: Bool = true, unsaveable: Void = ()
    ) throws {
        throw ModelError(.unrepresentableValue, "A \(Value.self) can't be saved.")
    }
}

extension ModelDecoder {
    /// Accepts a property of any type, so that the compiler has one message for one that can't be saved: that of its
    /// encoding.
    ///
    /// - Throws: `unrepresentableValue`.
    @_disfavoredOverload
    public func decode<Value>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value, unsaveable: Void = ()
    ) throws -> Value? {
        throw ModelError(.unrepresentableValue, "A \(Value.self) can't be loaded.")
    }
}
