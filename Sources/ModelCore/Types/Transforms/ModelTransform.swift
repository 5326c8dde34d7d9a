import FormatSupport

/// A conversion between a property's values and their encoded form in files, if this form isn't the type's own form.
///
/// ```swift
/// @Transform(.date(.secondsSince1970)) var created = Date()
/// @Transform(.hex) var token = Data()
/// ```
///
/// A custom transform converts a value to its encoded form, and back:
///
/// ```swift
/// extension ModelTransform where Value == Money {
///     static let cents = ModelTransform(encode: { $0.cents }, decode: { (cents: Int) in Money(cents: cents) })
/// }
/// ```
///
/// In the program, the property keeps its type. Values that are set by name, merged or described have that type.
public struct ModelTransform<Value: SendableMetatype>: Sendable {
    let encode: @Sendable (Value, ModelEncoder) throws -> Void
    let decode: @Sendable (ModelDecoder) throws -> Value
    /// Decodes the value of an optional property. Returns nil if the encoded value represents no value.
    let decodeOptional: @Sendable (ModelDecoder) throws -> Value?
    /// The types of the encoded values. Each encoded value has one of these types. Empty if the types aren't known.
    let codedTypes: [Any.Type]

    init(
        codedTypes: [Any.Type] = [],
        encoding encode: @escaping @Sendable (Value, ModelEncoder) throws -> Void,
        decoding decode: @escaping @Sendable (ModelDecoder) throws -> Value,
        optional decodeOptional: (@Sendable (ModelDecoder) throws -> Value?)? = nil
    ) {
        self.codedTypes = codedTypes
        self.encode = encode
        self.decode = decode
        self.decodeOptional = decodeOptional ?? { try decode($0) }
    }

    /// Creates a custom transform.
    ///
    /// - Parameters:
    ///   - encode: Converts a value to its encoded form.
    ///   - decode: Converts an encoded value back. Returns nil if the encoded value represents no value: an optional
    ///     property is then nil, and any other property throws `typeMismatch`.
    public init<Coded: ModelValue>(
        encode: @escaping @Sendable (Value) throws -> Coded,
        decode: @escaping @Sendable (Coded) throws -> Value?
    ) {
        self.init(codedTypes: [Coded.self]) {
            try $1.encodeValue(try encode($0))
        } decoding: { decoder in
            try decoder.locating {
                let coded = try decoder.decodeValue(Coded.self)
                if let value = try decode(coded) ?? ModelDecoder.none(Value.self) { return value }
                throw ModelError(.typeMismatch, expected: "\(Value.self)", found: Self.description(of: coded))
            }
        } optional: { decoder in
            try decoder.locating { try decode(try decoder.decodeValue(Coded.self)) }
        }
    }

    /// A transform like this transform, but with an error if `decode` returns nil, even in an optional property.
    var strict: ModelTransform { ModelTransform(codedTypes: codedTypes, encoding: encode, decoding: decode) }

    /// A short description of an encoded value, for the error that the value represents no value of the property.
    private static func description(of coded: some ModelValue) -> String {
        if let text = coded as? String { return "\(ModelKind.string.rawValue) \(ErrorText.quoted(text))" }
        let text = PrintableValue.text(of: coded)
        return text.utf8.count > 100 ? "\(type(of: coded))" : "\(type(of: coded)) \(text)"
    }
}

extension ModelTransform where Value: ModelValue {
    /// Applies this transform in files of some formats. In files of all other formats, the values have their own
    /// encoded form.
    public func only(for formats: [FileFormat]) -> ModelTransform {
        ModelTransform(codedTypes: codedTypes.isEmpty ? [] : codedTypes + [Value.self]) { [self] in
            if formats.contains($1.format) { try encode($0, $1) } else { try $1.encodeValue($0) }
        } decoding: { [self] in
            formats.contains($0.format) ? try decode($0) : try $0.decodeValue(Value.self)
        } optional: { [self] in
            formats.contains($0.format) ? try decodeOptional($0) : try $0.decodeValue(Value.self)
        }
    }

    /// The value's own encoded form, and an older encoded form. A value that can't be read in its own form is read in
    /// the older form.
    ///
    /// ```swift
    /// @Transform(.older { (age: String) -> Int? in Int(age) }) var age = 0
    /// ```
    ///
    /// If the value can be read in neither form, the error names both types.
    ///
    /// - Parameter convert: Converts a value of the older type. Returns nil if it represents no value: an optional
    ///   property is then nil, and any other property throws `typeMismatch`.
    public static func older<Old: ModelValue>(
        _ convert: @escaping @Sendable (Old) throws -> Value?
    ) -> ModelTransform {
        ModelTransform(codedTypes: [Value.self, Old.self]) {
            try $1.encodeValue($0)
        } decoding: {
            try decodeOlder(from: $0) { (old: Old) in try convert(old) ?? ModelDecoder.none(Value.self) }
        } optional: {
            try decodeOlder(from: $0) { (old: Old) in .some(try convert(old)) }
        }
    }

    /// Decodes a value in its own form, or else in the older form, which `convert` converts. It is an error if
    /// `convert` returns nil.
    private static func decodeOlder<Old: ModelValue, Result>(
        from decoder: ModelDecoder, _ convert: (Old) throws -> Result?
    ) throws -> Result {
        /// The value as a `Result`, which is the value's type or an optional of it.
        func own(_ value: Value) throws -> Result {
            guard let result = value as? Result else { throw decoder.mismatch(expected: "\(Value.self)") }
            return result
        }
        return try decoder.locating {
            // The model is decoded in place, so that references elsewhere in the file can refer to it.
            if let model = Value.self as? BaseModel.Type, decoder.isAt(model) {
                return try own(try decoder.decodeValue(Value.self))
            }
            let document = try decoder.decodeDocument()
            if let value = try? document.decode(Value.self, in: decoder) { return try own(value) }
            do {
                let old = try document.decode(Old.self, in: decoder)
                if let value = try convert(old) { return value }
            } catch let error as ModelError where error.code != .typeMismatch && error.code != .outOfRange {
                throw error
            } catch is ModelError {}
            throw ModelError(
                .typeMismatch, expected: "\(Value.self) or \(Old.self)", found: document.root.kind.rawValue)
        }
    }
}

extension ModelTransform {
    /// Applies a transform to each element of a list.
    public static func each<Element>(_ element: ModelTransform<Element>) -> ModelTransform where Value == [Element] {
        list(of: element) { decoder, _, component, body in try decoder.decode(component, body) }
    }

    /// A list to whose elements a transform is applied.
    ///
    /// - Parameter read: Reads an element with its last argument, or skips it and returns nil. The other arguments are
    ///   the decoder, the position of the list in the document, and the element's component of the path.
    static func list<Element>(
        of element: ModelTransform<Element>,
        _ read:
            @escaping @Sendable (
                ModelDecoder, _ list: Int, ModelPath.Component, (ModelDecoder) throws -> Element
            ) throws -> Element?
    ) -> ModelTransform where Value == [Element] {
        ModelTransform(codedTypes: element.listTypes) { values, encoder in
            try encoder.encodeElements(values, as: .array) { try element.encode($0, encoder) }
        } decoding: { decoder in
            let place = decoder.place
            var values: [Element] = []
            values.reserveCapacity(min(try decoder.beginArray(), 1000))
            var index = 0
            while try decoder.nextElement() {
                if let value = try read(decoder, place, .index(index), element.decode) { values.append(value) }
                index += 1
            }
            return values
        }
    }
}

extension ModelTransform {
    /// The type of an encoded list of such values. `[Any]` if the elements may have several types. Empty if the type
    /// isn't known.
    fileprivate var listTypes: [Any.Type] {
        func list<Element>(_: Element.Type) -> Any.Type { [Element].self }
        return commonType.map { [list($0)] } ?? []
    }

    /// The type of an encoded dictionary with such values. Empty if the type isn't known.
    func dictionaryTypes<Key: Hashable>(_: Key.Type) -> [Any.Type] {
        func dictionary<Element>(_: Element.Type) -> Any.Type { [Key: Element].self }
        return commonType.map { [dictionary($0)] } ?? []
    }

    private var commonType: Any.Type? { codedTypes.count > 1 ? Any.self : codedTypes.first }
}

extension ModelTransform where Value: ModelValue {
    /// The value's own encoded form.
    static func own() -> ModelTransform {
        ModelTransform(codedTypes: [Value.self]) {
            try $1.encodeValue($0)
        } decoding: {
            try $0.decodeValue(Value.self)
        }
    }
}

extension ModelTransform
where Value: RawRepresentable & SendableMetatype, Value.RawValue: ModelValue {
    /// The raw value as the encoded form.
    static func raw() -> ModelTransform {
        ModelTransform(encode: { $0.rawValue }, decode: { (raw: Value.RawValue) in Value(rawValue: raw) })
    }
}

// MARK: Properties

extension ModelEncoder {
    /// Encodes a property with a transform.
    public func encode<Value>(_ value: Value, forKey key: ModelKey, with transform: ModelTransform<Value>) throws {
        try atKey(key) { try transform.encode(value, self) }
    }
}

extension ModelDecoder {
    /// Decodes a property with a transform. Returns nil if the file doesn't have the key.
    public func decode<Value>(forKey key: ModelKey, with transform: ModelTransform<Value>) throws -> Value? {
        try atKey(key) { hasValue in
            if hasValue {
                let slot = cursor.slot
                do { return try decode(with: transform) } catch { try pass(error, at: slot) }
            }
            defer { cursor.consumeNil() }
            return foundNil ? decodeNil(with: transform) : nil
        }
    }

    /// The value whose encoded form is a null; nil if no value has this form.
    func decodeNil<Value>(with transform: ModelTransform<Value>) -> Value? {
        try? transform.decode(inner(ModelDocument(.null)))
    }

    /// Decodes a value with a transform. If the program sets the model, the value may also be in its decoded form.
    func decode<Value>(with transform: ModelTransform<Value>) throws -> Value {
        try decode(by: transform.decode)
    }

    /// Decodes the value of an optional property with a transform. The value may be nil.
    func decodeOptional<Value>(with transform: ModelTransform<Value>) throws -> Value? {
        try decodeNull() ? nil : decode(by: transform.decodeOptional)
    }

    private func decode<Value>(by decode: (ModelDecoder) throws -> Value) throws -> Value {
        guard setsFromProgram else { return try countingText { try decode(self) } }
        let document = try decodeDocument()
        try context.conventions.allowance?.count(bytes: document.byteCount)
        do {
            return try decode(inner(document))
        } catch {
            guard let value = try AnyValue.decode(from: inner(document)) as? Value else { throw error }
            return value
        }
    }
}

#if Macros
    /// Applies a transform to a property of a class with ``Model()``: files contain the property's values in its
    /// encoded form.
    ///
    /// ```swift
    /// @Transform(.date(.secondsSince1970)) var created = Date()
    /// @Transform(.unknown(Status.other)) var status = Status.open
    /// @Transform(.older { (age: String) -> Int? in Int(age) }) var age = 0
    /// ```
    ///
    /// In an optional property, the transform applies to the value, and nil stays nil. If the transform's `decode`
    /// returns nil, the property is nil. The property's type needn't be saveable without the transform.
    ///
    /// - Parameter transform: A transform of values of the property's type.
    @attached(peer)
    public macro Transform<Value>(_ transform: ModelTransform<Value>) =
        #externalMacro(module: "ModelMacros", type: "FormMacro")
#endif
