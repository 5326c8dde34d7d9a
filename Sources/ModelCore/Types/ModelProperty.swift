import FormatSupport

/// One property of a model class or a struct: its name, its keys, its type, and how its value is reached and coded. The
/// properties of a type are the rows of a table, by which its values are written and read in every format.
///
/// `@Model` generates these. A class without the macro lists them by hand:
///
/// ```swift
/// final class Person: BaseModel {
///     var name = ""
///     var age = 0
///     override class var modelProperties: [ModelProperty] {
///         super.modelProperties + [ModelProperty("name", \Person.name), ModelProperty("age", \Person.age)]
///     }
/// }
/// ```
///
/// A struct passes them to its ``ModelType``.
@safe
public struct ModelProperty: Sendable {
    /// The property's name. It is the key in files if no other key is declared.
    public var name: String { key.stringValue }
    let key: ModelKey
    /// The declared keys in files. For each format, the first that applies is used.
    private(set) var keys: [PropertyKey]
    /// The property's declared type.
    package let valueType: Any.Type
    /// The encoded form in files; nil for the property's own.
    private(set) var form: PropertyMapping.Form?
    /// False for an optional whose default isn't nil: then a nil is written too.
    let isNilDefault: Bool
    /// True for a weak property: it is written as a reference. `@Model` sets it; a list that is written by hand has to.
    package let isWeak: Bool
    /// True for a property whose value lies in the instance, and that nothing in its class observes: see
    /// ``InstanceLayout``.
    let isStored: Bool
    /// True if a file without the property is an error: for a property of a struct that has no default and isn't
    /// optional.
    let isRequired: Bool
    /// True for a `let` that has its value before anything is read: it is written, and never read back.
    package let isReadOnly: Bool

    /// The key of the class's tag, if the property has that: then the tag is written, whatever value it has.
    package private(set) var tagKey: String?
    /// The treatments of its default and of nulls, if they aren't those of its class: see ``withDefault(written:null:)``.
    var writtenDefaults: WrittenDefaults?
    var readNulls: ReadNulls?
    /// True if the form is that of a mapping, and not the class's.
    private(set) var isMapped = false

    /// The Swift key path of the property.
    let keyPath: AnyKeyPath & Sendable
    /// The offset of the value in a struct, in bytes; nil if it isn't stored there.
    let offsetInStruct: Int?
    /// The inverse: the property of the related models that refers back. Nil if there is none, or if only the inverse
    /// names this property.
    let inverse: RelationshipInverse?
    private let value: @Sendable (PropertyOwner) -> Any?
    package let assign: (@Sendable (BaseModel, Any) -> Bool)?
    /// Gets the value, and passes its address on. `take` sets the value at an address, which moves; nil for a `let`.
    let withValue: @Sendable (PropertyOwner, (UnsafeRawPointer) -> Bool) -> Bool
    let take: (@Sendable (PropertyOwner, UnsafeMutableRawPointer) -> Bool)?
    /// Encodes the value, after its key. With an offset, the value is read there, in the owner's memory.
    private(set) var encode: @Sendable (PropertyOwner, _ offset: Int?, ModelEncoder) throws -> Void
    /// Decodes the value at the position, if there is one, and sets it. Nil for a `let`.
    private(set) var decode: (@Sendable (PropertyOwner, _ offset: Int?, ModelDecoder, _ hasValue: Bool) throws -> Void)?
    /// The `PropertyCode` of the property's type.
    let code: any AnyObject & Sendable
    /// Makes the form of the values in memory; nil if they have none.
    let makeForm: @Sendable (ValueForms) -> ValueForm?

    /// - Parameter code: The form of the property's values in files.
    init<Root, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, _ keys: [PropertyKey],
        inverse: RelationshipInverse? = nil, isWeak: Bool = false, isNilDefault: Bool = true, isStored: Bool = false,
        isRequired: Bool = false, form: PropertyMapping.Form? = nil, _ code: PropertyCode<Value>
    ) {
        self.init(
            ModelKey(interning: name), keyPath, PropertyAccess(keyPath), keys, inverse: inverse, isWeak: isWeak,
            isNilDefault: isNilDefault, isStored: isStored, isRequired: isRequired, form: form, code)
    }

    private init<Root, Value>(
        _ key: ModelKey, _ keyPath: AnyKeyPath & Sendable, _ access: PropertyAccess<Root, Value>, _ keys: [PropertyKey],
        inverse: RelationshipInverse?, isWeak: Bool, isNilDefault: Bool, isStored: Bool, isRequired: Bool,
        form: PropertyMapping.Form?, _ code: PropertyCode<Value>
    ) {
        self.key = key
        self.keys = keys
        self.keyPath = keyPath
        self.inverse = inverse
        self.isWeak = isWeak
        self.isNilDefault = isNilDefault
        self.isStored = isStored
        self.isRequired = isRequired && !(Value.self is any ExpressibleByNilLiteral.Type)
        self.form = form
        self.code = code
        makeForm = code.makeForm
        valueType = Value.self
        offsetInStruct = Root.self is any AnyObject.Type ? nil : MemoryLayout<Root>.offset(of: access.path)
        isReadOnly = !access.isWritable && !isRequired
        value = { access.value(of: $0, at: nil) }
        unsafe withValue = { owner, body in unsafe access.withValue(of: owner, body) }
        encode = { owner, offset, encoder in
            try access.read(owner, at: offset) { try code.encode($0, owner.model, encoder) }
        }
        guard access.isWritable else {
            assign = nil
            decode = nil
            unsafe take = nil
            return
        }
        unsafe take = { owner, place in unsafe access.take(place, for: owner) }
        assign = { model, value in
            guard let value = AnyValue.cast(value, to: Value.self) else { return false }
            return access.set(value, in: PropertyOwner(model), at: nil)
        }
        decode = { owner, offset, decoder, hasValue in
            if hasValue {
                let slot = decoder.cursor.slot
                do {
                    _ = access.set(try code.decode(decoder), in: owner, at: offset)
                    return
                } catch {
                    try decoder.pass(error, at: slot)
                }
            }
            if decoder.foundNil {
                try access.setNil(in: owner, at: offset, code, key, decoder)
                decoder.cursor.consumeNil()
            }
        }
    }

    /// The property, got and set by functions: a key path takes twenty times as long. `@Model` adds them to properties
    /// with observers, wrappers or accessors, and in a class that another macro changes, as `@Observable` does.
    ///
    /// ```swift
    /// ModelProperty("name", \Person.name)
    ///     .accessed(get: { (person: Person) in person.name }, set: { (person: Person, name) in person.name = name })
    /// ```
    ///
    /// They have no effect on a property that lies in the instance, nor on one of another class or type.
    ///
    /// - Parameters:
    ///   - get: Returns the value of a model.
    ///   - set: Sets it. Nil: the key path sets it.
    public func accessed<Root: BaseModel, Value>(
        get: @escaping @Sendable (Root) -> Value, set: (@Sendable (Root, Value) -> Void)? = nil
    ) -> ModelProperty {
        guard rootType == Root.self, valueType == Value.self else { return self }
        // The two comparisons have made sure of the types.
        let path = unsafe unsafeDowncast(keyPath, to: KeyPath<Root, Value>.self)
        let code = unsafe unsafeDowncast(code, to: PropertyCode<Value>.self)
        var property = ModelProperty(
            key, keyPath, PropertyFunctions(path, get, set), keys, inverse: inverse, isWeak: isWeak,
            isNilDefault: isNilDefault, isStored: isStored, isRequired: isRequired, form: form, code)
        (property.writtenDefaults, property.readNulls) = (writtenDefaults, readNulls)
        return property
    }

    /// The class or the struct that has the property.
    var rootType: Any.Type { type(of: keyPath as AnyKeyPath).rootType }

    /// False for a type that is known to hold no models.
    var mayHoldModels: Bool { valueType is BaseModel.Type || FrequentTypes.type(valueType) == nil }

    /// True for a type that only the library's code codes.
    var hasLibraryType: Bool {
        if valueType is any LoweredScalar.Type || valueType is any FormedScalar.Type { return true }
        return !(valueType is BaseModel.Type) && FrequentTypes.type(valueType) != nil
    }

    /// True for a type whose values may have no value in files.
    var mayBeAbsent: Bool { isWeak || valueType is any ExpressibleByNilLiteral.Type }

    /// The value of the property of a model.
    package func read(_ model: BaseModel) -> Any? { value(PropertyOwner(model)) }

    /// The value of the property of a model or a struct.
    func read(_ owner: PropertyOwner) -> Any? { value(owner) }

    /// The property with another function that decodes and sets its value.
    func decoding(
        _ decode: @escaping @Sendable (PropertyOwner, _ offset: Int?, ModelDecoder, _ hasValue: Bool) throws -> Void
    ) -> ModelProperty {
        var property = self
        property.decode = decode
        return property
    }

    /// The property as one whose models may refer back.
    func related() -> ModelProperty {
        guard let type = valueType as? any ModelValue.Type else { return self }
        var property = self
        property.encode = encodeRelated(as: type)
        return property
    }

    private func encodeRelated<Value: ModelValue>(
        as type: Value.Type
    ) -> @Sendable (PropertyOwner, _ offset: Int?, ModelEncoder) throws -> Void {
        let (value, code) = (value, PropertyCode<Value>.related(name, isNilDefault: isNilDefault))
        return { owner, _, encoder in
            if let value = value(owner) as? Value { try code.encode(value, owner.model, encoder) }
        }
    }

    /// The property as the property of a tag: its value is written, and it is set to the tag in a file. It has the
    /// tag's key in every format and style.
    func tagged(by tagKey: String) -> ModelProperty {
        var property = self
        property.keys = [PropertyKey(tagKey)]
        let set = decode
        property.tagKey = tagKey
        property.encode = { owner, _, encoder in
            if let model = owner.model { try encoder.encodeTag(of: model, tagKey) }
        }
        property.decode = { owner, offset, decoder, hasValue in
            if hasValue, let model = owner.model, decoder.isMaking(model), case .string = try decoder.peekKind() {
                model.noteTag(try decoder.cursor.peekText(), forKey: tagKey)
            }
            if let set { try set(owner, offset, decoder, hasValue) } else if hasValue { try decoder.skipValue() }
        }
        return property
    }

    /// The property in another encoded form.
    func coded(in form: PropertyMapping.Form) -> ModelProperty {
        var property = self
        let (value, assign, key, isNilDefault, valueType) = (value, assign, key, isNilDefault, valueType)
        let isOptional = valueType is any OptionalValue.Type
        property.form = form
        property.isMapped = true
        property.encode = { owner, _, encoder in
            if let value = AnyValue.wrapped(value(owner)) {
                try form.encode(value, encoder)
            } else {
                try encoder.encodeNil(isDefault: isNilDefault)
            }
        }
        guard let assign else { return property }
        property.decode = { owner, _, decoder, hasValue in
            guard let model = owner.model else { return }
            var value: Any??
            let slot = decoder.cursor.slot
            do {
                value = try form.decode(decoder, key, hasValue, isOptional)
            } catch {
                try decoder.pass(error, at: slot)
                value = try form.decode(decoder, key, false, isOptional)
                decoder.cursor.consumeNil()
            }
            // A property that can't be nil keeps its value.
            guard let new = value, !assign(model, new ?? (Any?.none as Any)), let found = new else { return }
            throw ModelError(.typeMismatch, expected: "\(valueType)", found: "\(type(of: found))")
        }
        return property.keepingTold().passingNulls()
    }
}

/// The owner of properties: a model, or a struct in memory.
@safe
struct PropertyOwner {
    /// The address of the instance, or of the struct.
    @safe let memory: UnsafeMutableRawPointer
    /// Nil for a struct.
    let model: BaseModel?

    @inline(__always)
    init(_ model: BaseModel) {
        memory = unsafe StoredFields.memory(of: model)
        self.model = model
    }

    /// The struct at an address, of the type whose properties are used with it.
    @unsafe
    init(_ memory: UnsafeMutableRawPointer) {
        unsafe self.memory = memory
        model = nil
    }
}

/// Reads and writes a property by its key path, or in the memory of its owner.
///
/// A key path that is both writable and `Sendable` can't be expressed by a cast, hence `@unchecked`.
///
/// A class, because code for all types finds the properties of a struct only by making its type each time.
private class PropertyAccess<Root, Value>: @unchecked Sendable {
    final let path: KeyPath<Root, Value>
    private final let writable: WritableKeyPath<Root, Value>?
    /// The class whose instances have the property; nil for a struct.
    private final let rootClass: AnyClass?

    init(_ path: KeyPath<Root, Value>) {
        self.path = path
        writable = path as? WritableKeyPath<Root, Value>
        rootClass = Root.self as? AnyClass
    }

    final var isWritable: Bool { writable != nil }

    /// Runs code with the value of a model.
    func get(_ model: BaseModel, _ body: (Value) throws -> Void) rethrows {
        try body(unsafe unsafeBitCast(model, to: Root.self)[keyPath: path])
    }

    /// Sets the value of a model. Called only if it is writable.
    func set(_ value: Value, in model: BaseModel) {
        guard let writable else { return }
        var root = unsafe unsafeBitCast(model, to: Root.self)
        root[keyPath: writable] = value
    }

    /// Runs code with the value, unless the owner has no such property.
    @inline(__always)
    final func read(_ owner: PropertyOwner, at offset: Int?, _ body: (Value) throws -> Void) rethrows {
        guard let offset else { return try read(owner, body) }
        // `StoredFields`, or the struct's layout, has a value of this type there.
        unsafe try body((owner.memory + offset).assumingMemoryBound(to: Value.self).pointee)
    }

    /// Sets the value. Returns false if the owner has no such property.
    @inline(__always)
    final func set(_ value: Value, in owner: PropertyOwner, at offset: Int?) -> Bool {
        guard let offset else { return set(value, in: owner) }
        unsafe (owner.memory + offset).assumingMemoryBound(to: Value.self).pointee = value
        return true
    }

    // Not inlined, so that the types of their optionals are only made where they are needed.

    @inline(never)
    @_specialize(kind: partial, where Value == String)
    @_specialize(kind: partial, where Value == Int)
    @_specialize(kind: partial, where Value == Double)
    @_specialize(kind: partial, where Value == Bool)
    private final func read(_ owner: PropertyOwner, _ body: (Value) throws -> Void) rethrows {
        guard let model = owner.model else {
            return unsafe try body(owner.memory.assumingMemoryBound(to: Root.self).pointee[keyPath: path])
        }
        guard isRoot(model) else { return }
        try get(model, body)
    }

    @inline(never)
    @_specialize(kind: partial, where Value == String)
    @_specialize(kind: partial, where Value == Int)
    @_specialize(kind: partial, where Value == Double)
    @_specialize(kind: partial, where Value == Bool)
    private final func set(_ value: Value, in owner: PropertyOwner) -> Bool {
        guard let writable else { return false }
        guard let model = owner.model else {
            unsafe owner.memory.assumingMemoryBound(to: Root.self).pointee[keyPath: writable] = value
            return true
        }
        guard isRoot(model) else { return false }
        set(value, in: model)
        return true
    }

    /// True if a model has the property: then it is a `Root`.
    @inline(__always)
    private final func isRoot(_ model: BaseModel) -> Bool {
        guard let rootClass else { return false }
        return type(of: model) == rootClass || isBelow(rootClass, model)
    }

    @inline(never)
    private final func isBelow(_ rootClass: AnyClass, _ model: BaseModel) -> Bool {
        var type: AnyClass? = type(of: model)
        while let next = type, next != rootClass { type = _getSuperclass(next) }
        return type != nil
    }

    /// Calls `body` with the address of the value. Returns false if the owner has no such property.
    @_specialize(kind: partial, where Value == String)
    @_specialize(kind: partial, where Value == Int)
    @_specialize(kind: partial, where Value == Double)
    @_specialize(kind: partial, where Value == Bool)
    final func withValue(of owner: PropertyOwner, _ body: (UnsafeRawPointer) -> Bool) -> Bool {
        var isDone = false
        read(owner) { value in
            unsafe withUnsafePointer(to: value) { isDone = unsafe body(UnsafeRawPointer($0)) }
        }
        return isDone
    }

    /// Sets the value to the one at an address, which moves. Returns false if the owner has no such property.
    @_specialize(kind: partial, where Value == String)
    @_specialize(kind: partial, where Value == Int)
    @_specialize(kind: partial, where Value == Double)
    @_specialize(kind: partial, where Value == Bool)
    final func take(_ place: UnsafeMutableRawPointer, for owner: PropertyOwner) -> Bool {
        set(unsafe place.assumingMemoryBound(to: Value.self).move(), in: owner)
    }

    final func value(of owner: PropertyOwner, at offset: Int?) -> Any? {
        var value: Any?
        read(owner, at: offset) { value = $0 }
        return value
    }

    /// Sets the value that a nil or a null in a file represents.
    @inline(never)
    final func setNil(
        in owner: PropertyOwner, at offset: Int?, _ code: PropertyCode<Value>, _ key: ModelKey, _ decoder: ModelDecoder
    ) throws {
        let value = try code.decodeNil(decoder, key) { self.value(of: owner, at: offset) }
        if let value { _ = set(value, in: owner, at: offset) }
    }
}

/// Reads and writes a property of a class by functions.
private final class PropertyFunctions<Root: BaseModel, Value>: PropertyAccess<Root, Value>, @unchecked Sendable {
    private let getter: @Sendable (Root) -> Value
    private let setter: (@Sendable (Root, Value) -> Void)?

    init(
        _ path: KeyPath<Root, Value>, _ get: @escaping @Sendable (Root) -> Value,
        _ set: (@Sendable (Root, Value) -> Void)?
    ) {
        getter = get
        setter = set
        super.init(path)
    }

    override func get(_ model: BaseModel, _ body: (Value) throws -> Void) rethrows {
        try body(getter(unsafe unsafeDowncast(model, to: Root.self)))
    }

    override func set(_ value: Value, in model: BaseModel) {
        guard let setter else { return super.set(value, in: model) }
        setter(unsafe unsafeDowncast(model, to: Root.self), value)
    }
}

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
