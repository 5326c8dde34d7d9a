import Foundation

/// One stored property of a model class: its name, its type, and its Swift key path.
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
public struct ModelProperty: Sendable {
    /// The property's name. It is the key in files if no other key is declared.
    public let name: String
    /// The declared keys in files. For each format, the first that applies is used.
    let keys: [PropertyKey]
    /// The property's declared type.
    let valueType: Any.Type
    /// The encoded form in files; nil for the property's own.
    let form: PropertyMapping.Form?
    /// False for an optional whose default isn't nil: then a nil is written too.
    let isNilDefault: Bool
    /// True for a weak property: it is written as a reference. `@Model` sets it; a list that is written by hand has to.
    let isWeak: Bool
    /// True for a `let`: it is written, and never read back.
    let isReadOnly: Bool

    /// The Swift key path of the property.
    let keyPath: AnyKeyPath & Sendable
    /// The inverse: the property of the related models that refers back. Nil if there is none, or if only the inverse
    /// names this property.
    let inverse: RelationshipInverse?
    /// True if the value is stored, and nothing is called when it is read or set.
    var isStored: Bool { stored != nil }
    let read: @Sendable (BaseModel) -> Any?
    let assign: (@Sendable (BaseModel, Any) -> Bool)?
    /// Encodes and decodes the value in place, in the object's memory; nil if that isn't allowed.
    let stored: StoredValue?
    /// Encodes a property that is listed by hand. Nil if the class's code does it: the code that `@Model` generates is
    /// faster.
    let encode: (@Sendable (BaseModel, ModelEncoder) throws -> Void)?
    let decode: (@Sendable (BaseModel, ModelDecoder) throws -> Void)?

    /// A property that the class's own `encodeProperties(to:)` and `decodeProperties(from:)` encode and decode.
    public init<Root: BaseModel, Value>(
        described name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        inverse: RelationshipInverse? = nil, isWeak: Bool = false, isNilDefault: Bool = true
    ) {
        self.init(
            name, keyPath, keys, inverse: inverse, isWeak: isWeak, isNilDefault: isNilDefault, encode: nil, decode: nil)
    }

    /// A property that the class's own code encodes and decodes. Unless the class has other coding too, the property is
    /// read and written in place, in the object's memory, without that code.
    ///
    /// The property must be stored, without observers and without a wrapper, and nothing may override it: it is final,
    /// or its class is. `@Model` uses this initializer if it sees that.
    @unsafe
    @inlinable
    public init<Root: BaseModel, Value: ModelValue & SendableMetatype>(
        stored name: String, _ keyPath: ReferenceWritableKeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true
    ) {
        let value = unsafe StoredValue(
            keyPath,
            encode: { memory, encoder in
                let value = unsafe memory.assumingMemoryBound(to: Value.self)
                if unsafe Value.isNil(value.pointee) {
                    try encoder.encodeNil(isDefault: isNilDefault)
                } else {
                    unsafe try encoder.encodeValue(value.pointee)
                }
            },
            decode: { memory, decoder in
                guard let value = try decoder.decodeMember(Value.self, of: name) else { return }
                unsafe memory.assumingMemoryBound(to: Value.self).pointee = value
            })
        self.init(name, keyPath, keys, stored: value, isNilDefault: isNilDefault)
    }

    /// A property that the class's own code encodes and decodes, of a type that isn't read and written in place.
    @unsafe
    @_disfavoredOverload
    public init<Root: BaseModel, Value>(
        stored name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true
    ) {
        self.init(name, keyPath, keys, isNilDefault: isNilDefault, encode: nil, decode: nil)
    }

    @usableFromInline
    init<Root: BaseModel, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, _ keys: [PropertyKey], stored: StoredValue,
        isNilDefault: Bool
    ) {
        self.init(name, keyPath, keys, isNilDefault: isNilDefault, stored: stored, encode: nil, decode: nil)
    }

    /// A property of a type that can be saved.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - keyPath: The Swift key path of the property.
    ///   - keys: The keys in files, if they aren't the name alone: one for all formats, and others for some.
    ///   - inverse: The inverse: the property of the related models that refers back. An observer of this property must
    ///     then call ``BaseModel/updateInverse(of:from:to:)``. If the property holds no models, the class can't be read
    ///     or written: `unknownRelationship`.
    ///   - isWeak: True for a `weak` property, which isn't recognized otherwise. It is written as a reference, if
    ///     something else in the file holds the object. With false, the object itself is written.
    ///   - isNilDefault: False for an optional whose default isn't nil: then a nil is written too.
    public init<Root: BaseModel, Value: ModelValue & SendableMetatype>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        inverse: RelationshipInverse? = nil, isWeak: Bool = false, isNilDefault: Bool = true
    ) {
        let key = ModelKey(name)
        self.init(
            name, keyPath, keys, inverse: inverse, isWeak: isWeak, isNilDefault: isNilDefault,
            encode: { value, model, encoder in
                if isWeak {
                    let object = AnyValue.unwrapped(value).flatMap(AnyValue.model)
                    try encoder.encodeWeak(object, forKey: key, isNilDefault: isNilDefault)
                } else if inverse == nil {
                    try encoder.encode(value, forKey: key, isNilDefault: isNilDefault)
                } else {
                    try encoder.encodeRelated(value, forKey: key, of: model, isNilDefault: isNilDefault)
                }
            },
            decode: { try $0.decode(Value.self, forKey: key) })
    }

    /// A property of a type with raw values.
    @_disfavoredOverload
    public init<Root: BaseModel, Value: RawRepresentable & SendableMetatype>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...
    ) where Value.RawValue: ModelValue {
        let key = ModelKey(name)
        self.init(
            name, keyPath, keys,
            encode: { try $2.encode($0, forKey: key) },
            decode: { try $0.decode(Value.self, forKey: key) })
    }

    /// A property of a `Codable` type.
    @_disfavoredOverload
    public init<Root: BaseModel, Value: Codable & SendableMetatype>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, asCodable: Void = ()
    ) {
        let key = ModelKey(name)
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault,
            encode: { try $2.encode($0, forKey: key, isNilDefault: isNilDefault) },
            decode: { try $0.decode(Value.self, forKey: key) })
    }

    init<Root: BaseModel, Value>(
        _ name: String,
        _ keyPath: KeyPath<Root, Value> & Sendable,
        _ keys: [PropertyKey],
        inverse: RelationshipInverse? = nil,
        isWeak: Bool = false,
        isNilDefault: Bool = true,
        form: PropertyMapping.Form? = nil,
        stored: StoredValue? = nil,
        encode: (@Sendable (Value, BaseModel, ModelEncoder) throws -> Void)?,
        decode: (@Sendable (ModelDecoder) throws -> Value?)?
    ) {
        let writable = WritablePath(keyPath)
        self.name = name
        self.keys = keys
        self.keyPath = keyPath
        self.inverse = inverse
        self.isWeak = isWeak
        self.isNilDefault = isNilDefault
        self.form = form
        self.stored = stored
        valueType = Value.self
        isReadOnly = writable == nil
        read = { model in (model as? Root).map { $0[keyPath: keyPath] } }
        if let writable {
            assign = { model, value in
                guard let value = AnyValue.cast(value, to: Value.self) else { return false }
                return writable.set(value, in: model)
            }
        } else {
            assign = nil
        }
        if let encode {
            self.encode = { model, encoder in
                if let root = model as? Root { try encode(root[keyPath: keyPath], root, encoder) }
            }
        } else {
            self.encode = nil
        }
        if let decode, let writable {
            self.decode = { model, decoder in
                if let value = try decode(decoder) { _ = writable.set(value, in: model) }
            }
        } else {
            self.decode = nil
        }
    }

    /// A key path that is both writable and `Sendable`, which a cast can't express.
    private struct WritablePath<Root: BaseModel, Value>: @unchecked Sendable {
        private let path: ReferenceWritableKeyPath<Root, Value>

        init?(_ path: KeyPath<Root, Value> & Sendable) {
            guard let path = path as? ReferenceWritableKeyPath<Root, Value> else { return nil }
            self.path = path
        }

        func set(_ value: Value, in model: BaseModel) -> Bool {
            guard let root = model as? Root else { return false }
            root[keyPath: path] = value
            return true
        }
    }
}
