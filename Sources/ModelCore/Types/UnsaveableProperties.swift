// The compiler's messages for properties that can't be saved as they are declared. The compiler chooses these overloads
// only if no other one fits. They are never called.

extension ModelProperty {
    /// A property of a type that can't be saved.
    @available(
        *, unavailable,
        message: """
            a property of this type can't be saved. Declare the type with @Model, or as Codable or ModelValue; or mark \
            the property @Transient
            """
    )
    @_disfavoredOverload
    public init<Root, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        inverse: RelationshipInverse? = nil, isRelated: Bool = false, isWeak: Bool = false, isNilDefault: Bool = true,
        isStored: Bool = false, isRequired: Bool = false, unsaveable: Void = ()
    ) {
        self.init(any: name, keyPath)
    }

    /// A dictionary with keys that can't be saved.
    @available(
        *, unavailable,
        message: """
            the keys of this dictionary can't be saved. Declare their type as ModelValue if it has raw values, else \
            with @Model or as Codable and ModelValue; or mark the property @Transient
            """
    )
    @_disfavoredOverload
    public init<Root, Key: Hashable, Value: ModelValue>(
        _ name: String, _ keyPath: KeyPath<Root, [Key: Value]> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false, unsaveable: Void = ()
    ) {
        self.init(any: name, keyPath)
    }

    /// An optional dictionary with keys that can't be saved.
    @available(
        *, unavailable,
        message: """
            the keys of this dictionary can't be saved. Declare their type as ModelValue if it has raw values, else \
            with @Model or as Codable and ModelValue; or mark the property @Transient
            """
    )
    @_disfavoredOverload
    public init<Root, Key: Hashable, Value: ModelValue>(
        _ name: String, _ keyPath: KeyPath<Root, [Key: Value]?> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false, unsaveable: Void = ()
    ) {
        self.init(any: name, keyPath)
    }

    /// A dictionary of values with raw values, and with keys that can't be saved.
    @available(
        *, unavailable,
        message: """
            the keys of this dictionary can't be saved. Declare their type as ModelValue if it has raw values, else \
            with @Model or as Codable and ModelValue; or mark the property @Transient
            """
    )
    @_disfavoredOverload
    public init<Root, Key: Hashable, Value: RawRepresentable>(
        _ name: String, _ keyPath: KeyPath<Root, [Key: Value]> & Sendable, key keys: PropertyKey...,
        isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false, unsaveable: Void = ()
    ) where Value.RawValue: ModelValue {
        self.init(any: name, keyPath)
    }

    /// A relationship that holds no models.
    @available(*, unavailable, message: "a relationship holds a model or nil, or an array of models, or nil")
    @_disfavoredOverload
    public init<Root, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey..., isRelated: Bool,
        isWeak: Bool = false, isNilDefault: Bool = true, isStored: Bool = false, isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// A relationship with an inverse that holds no models.
    @available(*, unavailable, message: "a relationship holds a model or nil, or an array of models, or nil")
    @_disfavoredOverload
    public init<Root, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        inverse: RelationshipInverse, isWeak: Bool = false, isNilDefault: Bool = true, isStored: Bool = false,
        isRequired: Bool = false
    ) {
        self.init(any: name, keyPath)
    }

    /// A property with a transform of another type's values.
    @available(*, unavailable, message: "the transform is for properties of another type; for an array, add .each")
    @_disfavoredOverload
    public init<Root, Value, Form>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey...,
        with transform: ModelTransform<Form>, isNilDefault: Bool = true, isStored: Bool = false,
        isRequired: Bool = false,
        unsaveable: Void = ()
    ) {
        self.init(any: name, keyPath)
    }

    /// The transform of a property that has no elements to skip.
    public struct Unfit: Sendable {
        /// Stands for `ModelTransform.lenient()`, which only collections have.
        public static func lenient() -> Unfit { Unfit() }
    }

    /// A lenient property without elements that can be saved.
    @available(
        *, unavailable, message: "@Lenient is for an array, a set or a dictionary, with elements that can be saved"
    )
    @_disfavoredOverload
    public init<Root, Value>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable, key keys: PropertyKey..., with transform: Unfit,
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
