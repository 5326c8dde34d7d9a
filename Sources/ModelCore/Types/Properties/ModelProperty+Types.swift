// The properties of the types that can be saved. The compiler chooses the first initializer that fits.
// The documentation contains only the first of them: the initializers for raw values and `Codable` types are called in
// the same way.

extension ModelProperty {
    /// A property of a type that can be saved. Types with raw values, optionals and collections of these, and `Codable`
    /// types need no conformance to ``ModelValue``: for them, `inverse`, `isRelated` and `isWeak` can't be given.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - keyPath: The Swift key path of the property.
    ///   - keys: The keys in files, if the key isn't the name: a key for all formats, and other keys for some
    ///     formats.
    ///   - inverse: The inverse: the property of the related models that refers back. An observer of this property must
    ///     then call ``BaseModel/updateInverse(of:from:to:)``. If the property holds no models, the class can't be read
    ///     or written: `unknownRelationship`.
    ///   - isRelated: True if other models may refer back, although the property names no inverse.
    ///   - isWeak: True for a `weak` property, which isn't recognized otherwise. It is written as a reference, if
    ///     another property in the file holds the object. If false, the object itself is written.
    ///   - isNilDefault: False for an optional whose default isn't nil: then a nil is written too.
    ///   - isStored: True if the value is stored in the instance, and the property has no observers and no wrapper.
    ///     The value is then read and written in memory, without the program's code, unless the instance's class
    ///     overrides the property. `@Model` passes true for such properties. A final property, and a property of a
    ///     final class, needn't be marked.
    ///   - isRequired: True if a file without the property is an error: for a property of a struct that has no
    ///     default. An optional property is nil instead.
    public init<Root, Value: ModelValue>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        inverse: RelationshipInverse? = nil, isRelated: Bool = false, isWeak: Bool = false, isNilDefault: Bool = true,
        isStored: Bool = false, isRequired: Bool = false
    ) {
        let code: PropertyCode<Value> =
            if isWeak { .weak(isNilDefault: isNilDefault) } else if inverse != nil || isRelated {
                .related(name, isNilDefault: isNilDefault)
            } else { .own(isNilDefault: isNilDefault) }
        self.init(
            name, keyPath, keys, inverse: inverse, isWeak: isWeak, isNilDefault: isNilDefault, isStored: isStored,
            isRequired: isRequired, code)
    }

    /// A property of a type that needs FoundationValues, such as `CGPoint`. `@Model` calls this initializer for such
    /// types. Without FoundationValues, the compiler's error then names that library.
    public init<Root, Value: ModelValue>(
        _foundation name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) {
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, isStored: isStored, isRequired: isRequired,
            .own(isNilDefault: isNilDefault))
    }

    /// A property whose type is `Any`, or an array, a dictionary or an optional of `Any`.
    public init<Root, Value>(
        any name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isRequired: Bool = false
    ) {
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, isRequired: isRequired, .any(isNilDefault: isNilDefault))
    }

    /// A property of a type with raw values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init<Root, Value: RawRepresentable & SendableMetatype>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) where Value.RawValue: ModelValue {
        self.init(
            name, keyPath, keys, isStored: isStored, isRequired: isRequired,
            .boxed({ RawValueBox($0) }, { $0.value }) {
                $0.raw(Value.self)
            })
    }

    /// An optional property of a type with raw values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init<Root, Value: RawRepresentable & SendableMetatype>(
        _ name: String, _ keyPath: KeyPath<Root, Value?> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) where Value.RawValue: ModelValue {
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, isStored: isStored, isRequired: isRequired,
            .boxed(isNilDefault: isNilDefault, { $0.map { RawValueBox($0) } }, { $0.map(\.value) }) {
                $0.raw(Value.self).flatMap { ValueForm(optional: $0, Value.self) }
            })
    }

    /// A list of values with raw values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init<Root, Value: RawRepresentable & SendableMetatype>(
        _ name: String, _ keyPath: KeyPath<Root, [Value]> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) where Value.RawValue: ModelValue {
        self.init(
            name, keyPath, keys, isStored: isStored, isRequired: isRequired,
            .boxed({ $0.map { RawValueBox($0) } }, { $0.map(\.value) }) {
                $0.raw(Value.self).map { ValueForm(arrayOf: $0, Value.self, code: nil) }
            })
    }

    /// A set of values with raw values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init<Root, Value: RawRepresentable & Hashable & SendableMetatype>(
        _ name: String, _ keyPath: KeyPath<Root, Set<Value>> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) where Value.RawValue: ModelValue {
        self.init(
            name, keyPath, keys, isStored: isStored, isRequired: isRequired,
            .boxed({ Set($0.map { RawValueBox($0) }) }, { Set($0.map(\.value)) }) { _ in nil })
    }

    /// A dictionary of values with raw values.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init<
        Root, Key: ModelValue & Hashable, Value: RawRepresentable & SendableMetatype
    >(
        _ name: String, _ keyPath: KeyPath<Root, [Key: Value]> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) where Value.RawValue: ModelValue {
        self.init(
            name, keyPath, keys, isStored: isStored, isRequired: isRequired,
            .boxed({ $0.mapValues { RawValueBox($0) } }, { $0.mapValues(\.value) }) { _ in nil })
    }

    /// A property with a transform.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - keyPath: The key path of the property in the class.
    ///   - keys: The keys of the property in files; by default its name.
    ///   - transform: The transform of the property's values.
    ///   - isNilDefault: Has no effect on a property that isn't optional.
    ///   - isStored: As in ``init(_:_:key:inverse:isRelated:isWeak:isNilDefault:isStored:isRequired:)``.
    ///   - isRequired: As in ``init(_:_:key:inverse:isRelated:isWeak:isNilDefault:isStored:isRequired:)``.
    @_disfavoredOverload
    public init<Root, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Value>, isNilDefault: Bool = true, isStored: Bool = false,
        isRequired: Bool = false
    ) {
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, isStored: isStored, isRequired: isRequired,
            form: transform.form,
            .transformed(by: transform))
    }

    /// An optional property with a transform of the values that aren't nil.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - keyPath: The key path of the property in the class.
    ///   - keys: The keys of the property in files; by default its name.
    ///   - transform: The transform of the values that aren't nil.
    ///   - isNilDefault: False if the property's default isn't nil. Then a nil is written too.
    ///   - isStored: As in ``init(_:_:key:inverse:isRelated:isWeak:isNilDefault:isStored:isRequired:)``.
    ///   - isRequired: As in ``init(_:_:key:inverse:isRelated:isWeak:isNilDefault:isStored:isRequired:)``.
    public init<Root, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value?> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Value>, isNilDefault: Bool = true, isStored: Bool = false,
        isRequired: Bool = false
    ) {
        self.init(
            name, keyPath, keys, isNilDefault: isNilDefault, isStored: isStored, isRequired: isRequired,
            form: transform.form,
            .transformed(by: transform, isNilDefault: isNilDefault))
    }
}
