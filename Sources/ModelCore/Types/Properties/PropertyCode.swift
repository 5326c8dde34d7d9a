import FormatSupport

/// The form of a property's values in files, as functions that know nothing of its key.
///
/// No function that is called for each value returns an optional of the type: in code for all types, making the type of
/// that optional costs more than most values.
final class PropertyCode<Value>: Sendable {
    /// Encodes a value at the position. The model has the property; nil for a struct.
    let encode: @Sendable (Value, BaseModel?, ModelEncoder) throws -> Void
    /// Decodes the value at the position.
    let decode: @Sendable (ModelDecoder) throws -> Value
    /// Returns the value that a nil or a null at the position represents. Returns nil if the property keeps its
    /// value, which `sample` returns.
    let decodeNil: @Sendable (ModelDecoder, ModelKey, _ sample: () -> Any?) throws -> Value?
    /// Makes the form of the values in memory; nil if they have none.
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
    /// The form of a type, as far as reading is concerned.
    private convenience init(encode: @escaping @Sendable (Value, BaseModel?, ModelEncoder) throws -> Void) {
        self.init(encode: encode) {
            try $0.decodeValue(Value.self)
        } decodeNil: { decoder, key, _ in
            try decoder.decodeNil(Value.self, forKey: key)
        }
    }

    /// The form of the type.
    static func own(isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, _, encoder in try encoder.encodeMember(value, isNilDefault: isNilDefault) }
    }

    /// A reference to a model that something else in the file holds.
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

    /// The model of a weak property; nil if there is none. A cast from any type takes longer than all the rest.
    private static func model(_ value: Value) -> BaseModel? {
        Value.self == BaseModel?.self
            ? unsafe unsafeBitCast(value, to: BaseModel?.self) : AnyValue.unwrapped(value).flatMap(AnyValue.model)
    }

    /// Models that may refer back.
    static func related(_ name: String, isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, model, encoder in
            guard let model else { return try encoder.encodeMember(value, isNilDefault: isNilDefault) }
            try BaseModel.relations.encode(value, named: name, of: model, isNilDefault: isNilDefault, to: encoder)
        }
    }
}

extension PropertyCode {
    /// The code for a property whose values are encoded as another type, `Box`.
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

    /// The code for a property whose type is `Any`, or contains it: for any values that the program sets.
    static func any(isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, _, encoder in
            try encoder.encodeAny(value, isNilDefault: isNilDefault)
        } decode: {
            try $0.decodeAny(Value.self)
        } decodeNil: { decoder, key, sample in
            decoder.decodeAnyNil(Value.self, key, sample)
        }
    }

    /// The form of a transform.
    static func transformed(by transform: ModelTransform<Value>) -> PropertyCode where Value: SendableMetatype {
        PropertyCode { value, _, encoder in
            try transform.encode(value, encoder)
        } decode: {
            try $0.decode(with: transform)
        } decodeNil: { decoder, key, _ in
            decoder.decodeNil(with: transform) ?? (decoder.isLeftOut(key) ? nil : ModelDecoder.none(Value.self))
        }
    }

    /// The form of a transform of the values that aren't nil.
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
