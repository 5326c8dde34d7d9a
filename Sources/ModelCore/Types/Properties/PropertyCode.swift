import FormatSupport

/// The functions that encode and decode the values of a property, without its key.
///
/// No function that is called for each value returns an optional of the type. In generic code, making the type of this
/// optional costs more than coding most values.
final class PropertyCode<Value>: Sendable {
    /// Encodes a value at the position. The model is the owner of the property; nil for a property of a struct.
    let encode: @Sendable (Value, BaseModel?, ModelEncoder) throws -> Void
    /// Decodes the value at the position.
    let decode: @Sendable (ModelDecoder) throws -> Value
    /// Returns the value that a nil or a null at the position represents. Returns nil if the property doesn't change.
    /// `sample` returns the value that the property has now, for a property whose type isn't known at compile time.
    let decodeNil: @Sendable (ModelDecoder, ModelKey, _ sample: () -> Any?) throws -> Value?
    /// Makes the form of the property's values, so that they are coded without a document. Returns nil if the values
    /// have no form.
    let makeForm: @Sendable (ValueForms) -> ValueForm?

    init(
        makeForm: @escaping @Sendable (ValueForms) -> ValueForm? = { $0.form(of: Value.self) },
        encode: @escaping @Sendable (Value, BaseModel?, ModelEncoder) throws -> Void,
        decode: @escaping @Sendable (ModelDecoder) throws -> Value,
        decodeNil: @escaping @Sendable (ModelDecoder, ModelKey, () -> Any?) throws -> Value?
    ) {
        self.encode = encode
        self.decode = decode
        self.decodeNil = decodeNil
        self.makeForm = makeForm
    }
}

extension PropertyCode where Value: ModelValue {
    /// Encodes with the given function, and decodes with the decode function of the type.
    private convenience init(encode: @escaping @Sendable (Value, BaseModel?, ModelEncoder) throws -> Void) {
        self.init(encode: encode) {
            try $0.decodeValue(Value.self)
        } decodeNil: { decoder, key, _ in
            try decoder.decodeNil(Value.self, forKey: key)
        }
    }

    /// Encodes and decodes with the functions of the type.
    static func own(isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, _, encoder in try encoder.encodeMember(value, isNilDefault: isNilDefault) }
    }

    /// Encodes a weak property as a reference to a model that another property in the file holds.
    static func weak(isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, _, encoder in
            // A format without references gets nothing, and no dictionary on the key path.
            guard encoder.capabilities.contains(.identity) else { return try encoder.encodeNothing() }
            if let model = model(value) {
                try encoder.encodeReference(to: model)
            } else {
                try encoder.encodeNil(isDefault: isNilDefault)
            }
        }
    }

    /// The model of a weak property; nil if the property is nil. A generic cast would take longer than the rest of
    /// encoding it.
    private static func model(_ value: Value) -> BaseModel? {
        Value.self == BaseModel?.self
            ? unsafe unsafeBitCast(value, to: BaseModel?.self) : AnyValue.unwrapped(value).flatMap(AnyValue.model)
    }

    /// Encodes and decodes a property that holds models, which may refer back to its owner.
    static func related(_ name: String, isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, model, encoder in
            guard let model else { return try encoder.encodeMember(value, isNilDefault: isNilDefault) }
            try BaseModel.relations.encode(value, named: name, of: model, isNilDefault: isNilDefault, to: encoder)
        }
    }
}

extension PropertyCode {
    /// Encodes and decodes the values as another type, `Box`.
    static func boxed<Box: ModelValue>(
        isNilDefault: Bool = true, _ box: @escaping @Sendable (Value) -> Box,
        _ unbox: @escaping @Sendable (Box) -> Value, makeForm: @escaping @Sendable (ValueForms) -> ValueForm?
    ) -> PropertyCode {
        PropertyCode(makeForm: makeForm) { value, _, encoder in
            try encoder.encodeMember(box(value), isNilDefault: isNilDefault)
        } decode: {
            unbox(try $0.decodeValue(Box.self))
        } decodeNil: { decoder, key, _ in
            try decoder.decodeNil(Box.self, forKey: key).map(unbox)
        }
    }

    /// Encodes and decodes a property whose type is or contains `Any`. The program may set it to any value.
    static func any(isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, _, encoder in
            try encoder.encodeAny(value, isNilDefault: isNilDefault)
        } decode: {
            try $0.decodeAny(Value.self)
        } decodeNil: { decoder, key, sample in
            decoder.decodeAnyNil(Value.self, key, sample)
        }
    }

    /// Encodes and decodes with a transform.
    static func transformed(by transform: ModelTransform<Value>) -> PropertyCode where Value: SendableMetatype {
        PropertyCode { value, _, encoder in
            try transform.encode(value, encoder)
        } decode: {
            try $0.decode(with: transform)
        } decodeNil: { decoder, key, _ in
            decoder.decodeNil(with: transform) ?? (decoder.isLeftOut(key) ? nil : ModelDecoder.none(Value.self))
        }
    }

    /// Encodes and decodes an optional property, with a transform of the values that aren't nil.
    static func transformed<Wrapped>(
        by transform: ModelTransform<Wrapped>, isNilDefault: Bool
    ) -> PropertyCode where Value == Wrapped? {
        PropertyCode { value, _, encoder in
            if let value {
                try transform.encode(value, encoder)
            } else {
                try encoder.encodeNil(isDefault: isNilDefault)
            }
        } decode: {
            try $0.decodeOptional(with: transform)
        } decodeNil: { decoder, key, _ in
            decoder.isLeftOut(key) ? nil : .some(nil)
        }
    }
}
