/// A type with named properties that files store under keys: a model class, or a struct or an enum with `@Model`.
protocol KeyedType: AnyObject, Sendable {
    /// The name of the type in errors. For a class, it is also the name in files.
    var name: String { get }
    /// The kind and the name of the type, for errors.
    var title: String { get }
    /// All properties of the type. For an enum, its cases.
    var keyedProperties: [any KeyedProperty] { get }
    /// True if a property has a declared key, or the name `$version`, which can't be its key.
    var hasKeys: Bool { get }
    /// The class of the type's objects in files. It has no name if files don't name the class.
    var codedClass: CodedClass { get }
    /// The cache of the type's keys.
    var keysCache: PropertyKeysCache { get }
    /// The version with which the type's objects are written; nil if they have no version.
    var version: Int? { get }

    /// Migrates an object of a file from one version to the next.
    func migrate(_ object: inout ModelDocument, from version: Int) throws
}

/// A property, or a case of an enum, as far as its keys are concerned.
protocol KeyedProperty: Sendable {
    var name: String { get }
    /// The declared keys. For each format, the first that applies is used.
    var keys: [PropertyKey] { get }
    /// True for a property that is written, and never read back.
    var isReadOnly: Bool { get }
    var valueType: Any.Type { get }
}

extension KeyedProperty {
    /// True for a dictionary of single values: no key path can refer to a value inside it.
    var isFlatDictionary: Bool { (valueType as? any DictionaryValue.Type)?.isFlat ?? false }
    /// True if the property has a declared key, or the name `$version`, which can't be its key.
    var hasKeys: Bool { !keys.isEmpty || name == VersionKey.text }
}

extension ModelProperty: KeyedProperty {}

extension ModelCase: KeyedProperty {
    var isReadOnly: Bool { false }
}

/// A dictionary, or an optional dictionary.
private protocol DictionaryValue {
    /// True if the dictionary's values are single values.
    static var isFlat: Bool { get }
}

extension Dictionary: DictionaryValue {
    static var isFlat: Bool {
        Value.self == String.self
            || Value.self is any UncheckedModelValue.Type && !(Value.self is any Collection.Type)
    }
}

extension Optional: DictionaryValue where Wrapped: DictionaryValue {
    static var isFlat: Bool { Wrapped.isFlat }
}

extension ModelClass: KeyedType {
    var title: String { "class \(name)" }

    var keyedProperties: [any KeyedProperty] { properties }

    var keysCache: PropertyKeysCache { parts.part(PropertyKeysCache.self) }

    func migrate(_ object: inout ModelDocument, from version: Int) throws {
        try type.migrate(&object, from: version)
    }
}
