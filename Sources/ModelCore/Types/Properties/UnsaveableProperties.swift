// The compiler's messages for properties that can't be saved as they are declared. The compiler chooses these
// overloads only if no other overload fits. They are never called.
//
// The compiler prints the labels of an initializer before its message. So the label of the first parameter, which is
// never passed, says what is wrong, and the message says what to do. If several of the overloads fit, they have the
// same parameters: else the compiler couldn't choose.

extension ModelProperty {
    /// A property of a type that can't be saved.
    @available(
        *, unavailable,
        message: "declare the type with @Model, or as Codable or ModelValue; or mark the property @Transient"
    )
    @_disfavoredOverload
    public init<Root, Value>(
        `a property of this type can't be saved`: Void = (), _ name: String,
        _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey..., isWeak: Bool = false,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// A property of a type that needs FoundationValues, in a program that doesn't import this library.
    @available(*, unavailable, message: "add FoundationValues to the target's dependencies, and import it")
    @_disfavoredOverload
    public init<Root, Value>(
        `a property of this type needs the library FoundationValues`: Void = (), _foundation name: String,
        _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey..., isNilDefault: Bool = true,
        isStored: Bool = false, isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// A dictionary with keys that can't be saved.
    @available(
        *, unavailable,
        message: """
            declare their type as ModelValue if it has raw values, else with @Model or as Codable and ModelValue; or \
            mark the property @Transient
            """
    )
    @_disfavoredOverload
    public init<Root, Key: Hashable, Value: ModelValue>(
        `the keys of this dictionary can't be saved`: Void = (), _ name: String,
        _ keyPath: KeyPath<Root, [Key: Value]> & Sendable, key keys: PropertyKey..., isWeak: Bool = false,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// An optional dictionary with keys that can't be saved.
    @available(
        *, unavailable,
        message: """
            declare their type as ModelValue if it has raw values, else with @Model or as Codable and ModelValue; or \
            mark the property @Transient
            """
    )
    @_disfavoredOverload
    public init<Root, Key: Hashable, Value: ModelValue>(
        `the keys of this dictionary can't be saved`: Void = (), _ name: String,
        _ keyPath: KeyPath<Root, [Key: Value]?> & Sendable, key keys: PropertyKey..., isWeak: Bool = false,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// A dictionary of values with raw values, and with keys that can't be saved.
    @available(
        *, unavailable,
        message: """
            declare their type as ModelValue if it has raw values, else with @Model or as Codable and ModelValue; or \
            mark the property @Transient
            """
    )
    @_disfavoredOverload
    public init<Root, Key: Hashable, Value: RawRepresentable>(
        `the keys of this dictionary can't be saved`: Void = (), _ name: String,
        _ keyPath: KeyPath<Root, [Key: Value]> & Sendable, key keys: PropertyKey..., isWeak: Bool = false,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) where Value.RawValue: ModelValue {
        self.init(any: name, keyPath)
    }

    /// A relationship that holds no models.
    @available(*, unavailable, message: "give the property such a type, or remove @Relationship")
    @_disfavoredOverload
    public init<Root, Value>(
        `a relationship holds a model or nil, or an array of models, or nil`: Void = (), _ name: String,
        _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey..., isRelated: Bool,
        isWeak: Bool = false, isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// A relationship with an inverse that holds no models.
    @available(*, unavailable, message: "give the property such a type, or remove @Relationship")
    @_disfavoredOverload
    public init<Root, Value>(
        `a relationship holds a model or nil, or an array of models, or nil`: Void = (), _ name: String,
        _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        inverse: RelationshipInverse, isWeak: Bool = false, isNilDefault: Bool = true, isStored: Bool = false,
        isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// A property with a transform of another type's values.
    @available(*, unavailable, message: "for an array, add .each")
    @_disfavoredOverload
    public init<Root, Value, Form>(
        `the transform is for properties of another type`: Void = (), _ name: String,
        _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Form>, isNilDefault: Bool = true, isStored: Bool = false,
        isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// The type of the transform in the next initializer. It lets `.lenient()` compile for a property that has no
    /// elements to skip, so that the message of that initializer is shown.
    public struct _Unfit: Sendable {
        /// A placeholder for `ModelTransform.lenient()`, which only collections have.
        public static func lenient() -> _Unfit { _Unfit() }
    }

    /// A lenient property without elements that can be saved.
    @available(
        *, unavailable,
        message: "declare the type of the elements with @Model, or as Codable or ModelValue; or remove @Lenient"
    )
    @_disfavoredOverload
    public init<Root, Value>(
        `@Lenient is for an array, a set or a dictionary, with elements that can be saved`: Void = (), _ name: String,
        _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey..., with transform: _Unfit,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }
}

extension BaseModel {
    /// The observer of a relationship that holds no models.
    @available(*, unavailable, message: "a relationship holds a model or nil, or an array of models, or nil")
    @_disfavoredOverload
    public func updateInverse<Value>(of key: String, from old: Value, to new: Value) {}
}
