import FormatSupport

/// A form in which files hold a property's values, where that isn't their own.
///
/// ```swift
/// @Transform(.date(.secondsSince1970)) var created = Date()
/// @Transform(.hex) var token = Data()
/// ```
///
/// One of your own says what files hold, and what that stands for:
///
/// ```swift
/// extension ModelTransform where Value == Money {
///     static let cents = ModelTransform(encode: { $0.cents }, decode: { (cents: Int) in Money(cents: cents) })
/// }
/// ```
///
/// In the program the property keeps its type: values that are set by name, merged and described are of that.
public struct ModelTransform<Value: SendableMetatype>: Sendable {
    let encode: @Sendable (Value, ModelEncoder) throws -> Void
    let decode: @Sendable (ModelDecoder) throws -> Value
    /// The types of what files hold, one of them for each value; empty where nobody can tell.
    let codedTypes: [Any.Type]

    init(
        codedTypes: [Any.Type] = [],
        encoding encode: @escaping @Sendable (Value, ModelEncoder) throws -> Void,
        decoding decode: @escaping @Sendable (ModelDecoder) throws -> Value
    ) {
        self.codedTypes = codedTypes
        self.encode = encode
        self.decode = decode
    }

    /// A transform of your own.
    ///
    /// - Parameters:
    ///   - encode: What files hold of a value.
    ///   - decode: The value that stands for; nil where that is none, which is `typeMismatch`.
    public init<Coded: ModelValue & SendableMetatype>(
        encode: @escaping @Sendable (Value) throws -> Coded,
        decode: @escaping @Sendable (Coded) throws -> Value?
    ) {
        self.init(codedTypes: [Coded.self]) {
            try $1.encodeValue(try encode($0))
        } decoding: { decoder in
            try decoder.locating {
                let coded = try decoder.decodeValue(Coded.self)
                if let value = try decode(coded) { return value }
                throw ModelError(.typeMismatch, expected: "\(Value.self)", found: Self.description(of: coded))
            }
        }
    }

    /// A value that has no meaning, shortened.
    private static func description(of coded: some ModelValue) -> String {
        if let text = coded as? String { return "\(ModelKind.string.rawValue) \(ErrorText.quoted(text))" }
        let text = PrintableValue.text(of: coded)
        return text.utf8.count > 100 ? "\(type(of: coded))" : "\(type(of: coded)) \(text)"
    }
}

extension ModelTransform where Value: ModelValue & SendableMetatype {
    /// This form in the files of some formats, and the value's own in all others.
    public func only(for formats: [FileFormat]) -> ModelTransform {
        ModelTransform(codedTypes: codedTypes.isEmpty ? [] : codedTypes + [Value.self]) { [self] in
            if formats.contains($1.format) { try encode($0, $1) } else { try $1.encodeValue($0) }
        } decoding: { [self] in
            formats.contains($0.format) ? try decode($0) : try $0.decodeValue(Value.self)
        }
    }

    /// The value's own form, and an older one, which is read where it isn't the value's own.
    ///
    /// ```swift
    /// @Transform(.older { (age: String) -> Int? in Int(age) }) var age = 0
    /// ```
    ///
    /// Where neither can be read, the error names both types.
    public static func older<Old: ModelValue & SendableMetatype>(
        _ convert: @escaping @Sendable (Old) throws -> Value?
    ) -> ModelTransform {
        ModelTransform(codedTypes: [Value.self, Old.self]) {
            try $1.encodeValue($0)
        } decoding: { decoder in
            try decoder.locating {
                // Where it stands, so that others can lead to it.
                if let model = Value.self as? BaseModel.Type, decoder.isAt(model) {
                    return try decoder.decodeValue(Value.self)
                }
                let document = try decoder.decodeDocument()
                if let value = try? document.decode(Value.self, in: decoder) { return value }
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
}

extension ModelTransform {
    /// Each element in a form of its own.
    public static func each<Element>(_ element: ModelTransform<Element>) -> ModelTransform where Value == [Element] {
        list(of: element) { decoder, _, component, body in try decoder.decode(component, body) }
    }

    /// A list of elements in a form of their own.
    ///
    /// - Parameter read: Reads one with the last of its parameters, or leaves it out; it knows where the list stands,
    ///   and the element's step of the path.
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
    /// The type of what files hold of a list of such values; any, where each may be of another type.
    fileprivate var listTypes: [Any.Type] {
        func list<Element>(_: Element.Type) -> Any.Type { [Element].self }
        return commonType.map { [list($0)] } ?? []
    }

    /// The type of what files hold of a dictionary with such values.
    var dictionaryTypes: [Any.Type] {
        func dictionary<Element>(_: Element.Type) -> Any.Type { [String: Element].self }
        return commonType.map { [dictionary($0)] } ?? []
    }

    private var commonType: Any.Type? { codedTypes.count > 1 ? Any.self : codedTypes.first }
}

// MARK: Properties

extension ModelEncoder {
    /// Encodes a property in a form that isn't its own.
    public func encode<Value>(
        _ value: Value?, forKey key: ModelKey, with transform: ModelTransform<Value>, isNilDefault: Bool = true
    ) throws {
        guard let value else { return try encodeNil(forKey: key, isDefault: isNilDefault) }
        try atKey(key) { try transform.encode(value, self) }
    }
}

extension ModelDecoder {
    /// Decodes a property from a form that isn't its own. Returns nil where the file doesn't have the key.
    public func decode<Value>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value, with transform: ModelTransform<Value>
    ) throws -> Value? {
        try decode(forKey: key, with: transform)
    }

    /// Decodes an optional property from a form that isn't its own. Returns nil where the file doesn't have the key.
    public func decode<Value>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value?, with transform: ModelTransform<Value>
    ) throws -> Value?? {
        try decodeOptional(forKey: key, with: transform)
    }

    func decode<Value>(forKey key: ModelKey, with transform: ModelTransform<Value>) throws -> Value? {
        try atKey(key) { hasValue in
            if hasValue { return try decode(with: transform) }
            guard foundNil else { return nil }
            // It may stand for a value.
            return try? transform.decode(inner(ModelDocument(.null)))
        }
    }

    /// Decodes a value from a form. What a program sets a model with may be the value itself.
    private func decode<Value>(with transform: ModelTransform<Value>) throws -> Value {
        guard setsFromProgram else { return try countingText { try transform.decode(self) } }
        let document = try decodeDocument()
        try context.conventions.allowance?.count(bytes: document.byteCount)
        do {
            return try transform.decode(inner(document))
        } catch {
            guard let value = try AnyValue.decode(from: inner(document)) as? Value else { throw error }
            return value
        }
    }

    func decodeOptional<Value>(forKey key: ModelKey, with transform: ModelTransform<Value>) throws -> Value?? {
        try atKey(key) { hasValue in
            guard hasValue else { return foundNil && !isLeftOut(key) ? .some(nil) : nil }
            return try decodeNull() ? .some(nil) : try decode(with: transform)
        }
    }
}

extension ModelProperty {
    /// A property that files hold in another form.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - keyPath: The way to it.
    ///   - keys: Where files have it, where that isn't its name alone.
    ///   - transform: The form.
    public init<Root: BaseModel, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Value>
    ) {
        let key = ModelKey(name)
        self.init(
            name, keyPath, keys, form: transform.form,
            encode: { try $2.encode($0, forKey: key, with: transform) },
            decode: { try $0.decode(forKey: key, with: transform) })
    }

    /// An optional property that files hold in another form.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - keyPath: The way to it.
    ///   - keys: Where files have it, where that isn't its name alone.
    ///   - transform: The form.
    ///   - isNilDefault: False where its default isn't nil: then a nil is written too.
    public init<Root: BaseModel, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value?> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Value>, isNilDefault: Bool = true
    ) {
        let key = ModelKey(name)
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, form: transform.form,
            encode: { try $2.encode($0, forKey: key, with: transform, isNilDefault: isNilDefault) },
            decode: { try $0.decodeOptional(forKey: key, with: transform) })
    }

    /// A property that files hold in another form, and that the class takes care of.
    public init<Root: BaseModel, Value>(
        described name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Value>, isNilDefault: Bool = true
    ) {
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, form: transform.form, encode: nil, decode: nil)
    }

    /// An optional property that files hold in another form, and that the class takes care of.
    public init<Root: BaseModel, Value>(
        described name: String, _ keyPath: KeyPath<Root, Value?> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Value>, isNilDefault: Bool = true
    ) {
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, form: transform.form, encode: nil, decode: nil)
    }
}

extension ModelType.Members {
    /// Adds a property that files hold in another form.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - property: The property. Only its type is used.
    ///   - keys: Where files have it, where that isn't its name alone.
    ///   - transform: The form.
    ///   - isReadOnly: True for a property that is written, and never read back.
    ///   - isRequired: True where a file without it is an error.
    public mutating func add<Root, Value>(
        _ name: String, _ property: (Root) -> Value, key keys: PropertyKey..., with transform: ModelTransform<Value>,
        isReadOnly: Bool = false, isRequired: Bool = false
    ) {
        append(name, keys, Value.self, transform.codedTypes, isReadOnly: isReadOnly, isRequired: isRequired)
    }

    /// Adds an optional property that files hold in another form.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - property: The property. Only its type is used.
    ///   - keys: Where files have it, where that isn't its name alone.
    ///   - transform: The form.
    ///   - isReadOnly: True for a property that is written, and never read back.
    ///   - isRequired: Of no effect: nil is in its place.
    public mutating func add<Root, Value>(
        _ name: String, _ property: (Root) -> Value?, key keys: PropertyKey..., with transform: ModelTransform<Value>,
        isReadOnly: Bool = false, isRequired: Bool = false
    ) {
        append(name, keys, Value?.self, transform.codedTypes, isReadOnly: isReadOnly)
    }
}

#if Macros
    /// Has files hold a property of a class with ``Model()`` in another form than its own.
    ///
    /// ```swift
    /// @Transform(.date(.secondsSince1970)) var created = Date()
    /// @Transform(.unknown(Status.other)) var status = Status.open
    /// @Transform(.older { (age: String) -> Int? in Int(age) }) var age = 0
    /// ```
    ///
    /// It holds for an optional property as for another: nil stays nil. The property's type needn't be one that can be
    /// saved by itself.
    ///
    /// - Parameter transform: The form, of values of the property's type.
    @attached(peer)
    public macro Transform<Value>(_ transform: ModelTransform<Value>) =
        #externalMacro(module: "ModelMacros", type: "FormMacro")
#endif
