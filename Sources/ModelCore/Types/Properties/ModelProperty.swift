import FormatSupport

/// The description of one property of a model class or a struct: its name, its keys, its type, and the code that
/// gets, sets, encodes and decodes its value. The values of a type are written and read by its properties in every
/// format.
///
/// `@Model` generates the descriptions. A class without the macro lists them by hand:
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
/// A struct passes the descriptions to its ``ModelType``.
@safe
public struct ModelProperty: Sendable {
    /// The property's name. It is the key in files if no other key is declared.
    public var name: String { key.stringValue }
    let key: ModelKey
    /// The declared keys in files. For each format, the first that applies is used.
    private(set) var keys: [PropertyKey]
    /// The property's declared type.
    package let valueType: Any.Type
    /// The encoded form in files. Nil: the encoded form of the property's type.
    private(set) var form: PropertyMapping.Form?
    /// False for an optional whose default isn't nil: then a nil is written too.
    let isNilDefault: Bool
    /// True for a weak property, which is written as a reference. `@Model` sets it; a list that is written by hand
    /// has to set it, too.
    package let isWeak: Bool
    /// True for a property whose value is stored in the instance, without observers and wrappers: see
    /// ``InstanceLayout``.
    let isStored: Bool
    /// True if a file without the property is an error: for a property of a struct that has no default and isn't
    /// optional.
    let isRequired: Bool
    /// True for a `let` that has its value before a file is read. The property is written, and never read back.
    package let isReadOnly: Bool

    /// The key of the class's tag, if the property has the same key. Then the tag is written, whatever value the
    /// property has.
    package private(set) var tagKey: String?
    /// The treatment of the property's default. Nil: the class's treatment. See ``withDefault(written:null:)``.
    var writtenDefaults: WrittenDefaults?
    var readNulls: ReadNulls?
    /// True if a mapping, and not the class, sets the encoded form.
    private(set) var isMapped = false

    /// The Swift key path of the property.
    let keyPath: AnyKeyPath & Sendable
    /// The offset of the value in a struct, in bytes. Nil if the struct doesn't store the value.
    let offsetInStruct: Int?
    /// The inverse: the property of the related models that refers back. Nil if the property has no inverse, or if
    /// only the inverse names this property.
    let inverse: RelationshipInverse?
    private let value: @Sendable (PropertyOwner) -> Any?
    package let assign: (@Sendable (BaseModel, Any) -> Bool)?
    /// Gets the value, and passes its address to a function. `take` moves the value at an address into the property;
    /// nil for a `let`.
    let withValue: @Sendable (PropertyOwner, (UnsafeRawPointer) -> Bool) -> Bool
    let take: (@Sendable (PropertyOwner, UnsafeMutableRawPointer) -> Bool)?
    /// Encodes the value, after its key. If an offset is given, the value is read at this offset in the owner's
    /// memory.
    private(set) var encode: @Sendable (PropertyOwner, _ offset: Int?, ModelEncoder) throws -> Void
    /// Decodes the value at the position, if there is a value, and sets the property. Nil for a `let`.
    private(set) var decode: (@Sendable (PropertyOwner, _ offset: Int?, ModelDecoder, _ hasValue: Bool) throws -> Void)?
    /// The functions that encode and decode values of the property's type: a `PropertyCode`.
    let code: any AnyObject & Sendable
    /// Makes the form of the property's values, so that they are coded without a document. Returns nil if the values
    /// have no form.
    let makeForm: @Sendable (ValueForms) -> ValueForm?

    /// - Parameter code: The functions that encode and decode the property's values.
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

    /// The property with functions that get and set its value: a key path takes twenty times as long. `@Model` adds
    /// such functions to properties with observers, wrappers or accessors, and to properties of a class that another
    /// macro changes, such as `@Observable`.
    ///
    /// ```swift
    /// ModelProperty("name", \Person.name)
    ///     .accessed(get: { (person: Person) in person.name }, set: { (person: Person, name) in person.name = name })
    /// ```
    ///
    /// The functions have no effect on a property that is stored in the instance, or if they are for another class or
    /// type than the property's.
    ///
    /// - Parameters:
    ///   - get: Returns the value of a model.
    ///   - set: Sets the value of a model. Nil: the key path sets the value.
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

    /// True for a type whose values are encoded and decoded without code of the program.
    var hasLibraryType: Bool {
        if valueType is any LoweredScalar.Type || valueType is any FormedScalar.Type { return true }
        return !(valueType is BaseModel.Type) && FrequentTypes.type(valueType) != nil
    }

    /// True for a property whose value may be missing in files: an optional or a weak property.
    var mayBeAbsent: Bool { isWeak || valueType is any ExpressibleByNilLiteral.Type }

    /// The value of the property of a model.
    package func read(_ model: BaseModel) -> Any? { value(PropertyOwner(model)) }

    /// The value of the property of a model or a struct.
    func read(_ owner: PropertyOwner) -> Any? { value(owner) }

    /// Returns the property with another function that decodes and sets its value.
    func decoding(
        _ decode: @escaping @Sendable (PropertyOwner, _ offset: Int?, ModelDecoder, _ hasValue: Bool) throws -> Void
    ) -> ModelProperty {
        var property = self
        property.decode = decode
        return property
    }

    /// Returns the property with functions for models that may refer back.
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

    /// Returns the property as the property of a tag. Its value is written, and the tag in a file sets it. It has the
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

    /// Returns the property with the encoded form that a mapping sets.
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
