import Foundation

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
public struct ModelProperty: Sendable {
    /// The property's name. It is the key in files if no other key is declared.
    public var name: String { key.stringValue }
    let key: ModelKey
    /// The declared keys in files. For each format, the first that applies is used.
    let keys: [PropertyKey]
    /// The property's declared type.
    let valueType: Any.Type
    /// The encoded form in files; nil for the property's own.
    private(set) var form: PropertyMapping.Form?
    /// False for an optional whose default isn't nil: then a nil is written too.
    let isNilDefault: Bool
    /// True for a weak property: it is written as a reference. `@Model` sets it; a list that is written by hand has to.
    let isWeak: Bool
    /// True for a property whose value lies in the instance, and that nothing observes or overrides: see
    /// ``StoredFields``.
    let isStored: Bool
    /// True if a file without the property is an error: for a property of a struct that has no default and isn't
    /// optional.
    let isRequired: Bool
    /// True for a `let` that has its value before anything is read: it is written, and never read back.
    let isReadOnly: Bool

    /// The Swift key path of the property.
    let keyPath: AnyKeyPath & Sendable
    /// The offset of the value in a struct, in bytes; nil if it isn't stored there.
    let offsetInStruct: Int?
    /// The inverse: the property of the related models that refers back. Nil if there is none, or if only the inverse
    /// names this property.
    let inverse: RelationshipInverse?
    private let value: @Sendable (PropertyOwner) -> Any?
    let assign: (@Sendable (BaseModel, Any) -> Bool)?
    /// Encodes the value, behind its key. With an offset, the value is read there, in the owner's memory.
    private(set) var encode: @Sendable (PropertyOwner, _ offset: Int?, ModelEncoder) throws -> Void
    /// Decodes the value at the position, if there is one, and sets it. Nil for a `let`.
    private(set) var decode: (@Sendable (PropertyOwner, _ offset: Int?, ModelDecoder, _ hasValue: Bool) throws -> Void)?
    /// The `PropertyCode` of the property's type.
    let code: any AnyObject & Sendable

    /// - Parameter code: The form of the property's values in files.
    init<Root, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, _ keys: [PropertyKey],
        inverse: RelationshipInverse? = nil, isWeak: Bool = false, isNilDefault: Bool = true, isStored: Bool = false,
        isRequired: Bool = false, form: PropertyMapping.Form? = nil, _ code: PropertyCode<Value>
    ) {
        let key = ModelKey(interning: name)
        let access = PropertyAccess(keyPath)
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
        valueType = Value.self
        offsetInStruct = Root.self is any AnyObject.Type ? nil : MemoryLayout<Root>.offset(of: keyPath)
        isReadOnly = !access.isWritable && !isRequired
        value = { access.value(of: $0, at: nil) }
        encode = { owner, offset, encoder in
            if let value = access.value(of: owner, at: offset) { try code.encode(value, owner.model, encoder) }
        }
        guard access.isWritable else {
            assign = nil
            decode = nil
            return
        }
        assign = { model, value in
            guard let value = AnyValue.cast(value, to: Value.self) else { return false }
            return access.set(value, in: PropertyOwner(model), at: nil)
        }
        decode = { owner, offset, decoder, hasValue in
            let sample = { access.value(of: owner, at: offset) }
            if let value = try code.decode(decoder, key, hasValue, sample) {
                _ = access.set(value, in: owner, at: offset)
            }
        }
    }

    /// The class or the struct that has the property.
    var rootType: Any.Type { type(of: keyPath as AnyKeyPath).rootType }

    /// False for a type that is known to hold no models.
    var mayHoldModels: Bool { valueType is BaseModel.Type || FrequentTypes.type(valueType) == nil }

    /// The value of the property of a model.
    func read(_ model: BaseModel) -> Any? { value(PropertyOwner(model)) }

    /// The value of the property of a model or a struct.
    func read(_ owner: PropertyOwner) -> Any? { value(owner) }

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

    /// The property in another encoded form.
    func coded(in form: PropertyMapping.Form) -> ModelProperty {
        var property = self
        let (value, assign, key, isNilDefault, valueType) = (value, assign, key, isNilDefault, valueType)
        property.form = form
        property.encode = { owner, _, encoder in
            if let value = AnyValue.wrapped(value(owner)) {
                try form.encode(value, encoder)
            } else {
                try encoder.encodeNil(isDefault: isNilDefault)
            }
        }
        guard let assign else { return property }
        property.decode = { owner, _, decoder, hasValue in
            guard let model = owner.model, let value = try form.decode(decoder, key, hasValue) else { return }
            if assign(model, value ?? (Any?.none as Any)) { return }
            throw ModelError(
                .typeMismatch, expected: "\(valueType)", found: value.map { "\(type(of: $0))" } ?? "null")
        }
        return property
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
private struct PropertyAccess<Root, Value>: @unchecked Sendable {
    private let path: KeyPath<Root, Value>
    private let writable: WritableKeyPath<Root, Value>?

    init(_ path: KeyPath<Root, Value> & Sendable) {
        self.path = path
        writable = path as? WritableKeyPath<Root, Value>
    }

    var isWritable: Bool { writable != nil }

    @inline(__always)
    func value(of owner: PropertyOwner, at offset: Int?) -> Value? {
        // `StoredFields`, or the struct's layout, has a value of this type there.
        if let offset { return unsafe (owner.memory + offset).assumingMemoryBound(to: Value.self).pointee }
        if let model = owner.model { return (model as? Root).map { $0[keyPath: path] } }
        return unsafe owner.memory.assumingMemoryBound(to: Root.self).pointee[keyPath: path]
    }

    @inline(__always)
    func set(_ value: Value, in owner: PropertyOwner, at offset: Int?) -> Bool {
        if let offset {
            unsafe (owner.memory + offset).assumingMemoryBound(to: Value.self).pointee = value
            return true
        }
        guard let writable else { return false }
        guard let model = owner.model else {
            unsafe owner.memory.assumingMemoryBound(to: Root.self).pointee[keyPath: writable] = value
            return true
        }
        guard var root = model as? Root else { return false }
        root[keyPath: writable] = value
        return true
    }
}

/// The form of a property's values in files, as two functions that know nothing of its key.
final class PropertyCode<Value>: Sendable {
    /// Encodes a value at the position. The model has the property; nil for a struct.
    let encode: @Sendable (Value, BaseModel?, ModelEncoder) throws -> Void
    /// Decodes the value at the position. `hasValue` is false if there is none, or a null. `sample` returns the value
    /// that the property has now. Returns nil if the property keeps what it has.
    let decode: @Sendable (_ decoder: ModelDecoder, ModelKey, _ hasValue: Bool, _ sample: () -> Value?) throws -> Value?

    init(
        encode: @escaping @Sendable (Value, BaseModel?, ModelEncoder) throws -> Void,
        decode: @escaping @Sendable (ModelDecoder, ModelKey, _ hasValue: Bool, () -> Value?) throws -> Value?
    ) {
        self.encode = encode
        self.decode = decode
    }
}

extension PropertyCode where Value: ModelValue {
    /// The form of the type.
    static func own(isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, _, encoder in
            try encoder.encodeMember(value, isNilDefault: isNilDefault)
        } decode: { decoder, key, hasValue, _ in
            try decoder.decodeMember(Value.self, hasValue, key)
        }
    }

    /// A reference to a model that something else in the file holds.
    static func weak(isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, _, encoder in
            if let model = AnyValue.unwrapped(value).flatMap(AnyValue.model) {
                try encoder.encodeReference(to: model)
            } else {
                try encoder.encodeNil(isDefault: isNilDefault)
            }
        } decode: { decoder, key, hasValue, _ in
            try decoder.decodeMember(Value.self, hasValue, key)
        }
    }

    /// Models that may refer back.
    static func related(_ name: String, isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, model, encoder in
            guard let model else { return try encoder.encodeMember(value, isNilDefault: isNilDefault) }
            try encoder.encodeRelated(value, named: name, of: model, isNilDefault: isNilDefault)
        } decode: { decoder, key, hasValue, _ in
            try decoder.decodeMember(Value.self, hasValue, key)
        }
    }
}

extension PropertyCode {
    /// The form of a type that stands for the values.
    static func boxed<Box: ModelValue>(
        isNilDefault: Bool = true, _ box: @escaping @Sendable (Value) -> Box,
        _ unbox: @escaping @Sendable (Box) -> Value
    ) -> PropertyCode {
        let code = PropertyCode<Box>.own(isNilDefault: isNilDefault)
        return PropertyCode { value, model, encoder in
            try code.encode(box(value), model, encoder)
        } decode: { decoder, key, hasValue, _ in
            try code.decode(decoder, key, hasValue) { nil }.map(unbox)
        }
    }

    /// Whatever values the program puts into a property whose type is `Any`, or holds it.
    static func any(isNilDefault: Bool) -> PropertyCode {
        PropertyCode { value, _, encoder in
            try encoder.encodeAny(value, isNilDefault: isNilDefault)
        } decode: { decoder, key, hasValue, sample in
            try decoder.decodeAny(Value.self, hasValue, key, sample)
        }
    }

    /// The form of a transform.
    static func transformed(by transform: ModelTransform<Value>) -> PropertyCode where Value: SendableMetatype {
        PropertyCode { value, _, encoder in
            try transform.encode(value, encoder)
        } decode: { decoder, _, hasValue, _ in
            try decoder.decode(hasValue, with: transform)
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
        } decode: { decoder, key, hasValue, _ in
            try decoder.decodeOptional(hasValue, key, with: transform)
        }
    }
}
