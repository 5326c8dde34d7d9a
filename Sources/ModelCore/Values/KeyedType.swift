/// A type with named properties that files store under keys: a model class, or a struct or an enum with `@Model`.
protocol KeyedType: AnyObject, Sendable {
    /// The name of the type in errors; for a class also its name in files.
    var name: String { get }
    /// The kind and the name of the type, for errors.
    var title: String { get }
    /// All properties; for an enum, its cases.
    var keyedProperties: [KeyedProperty] { get }
    /// True if a property has a declared key, or the name `$version`, which can't be its key.
    var hasKeys: Bool { get }
    /// The class of its objects in files, without a name if files don't name it.
    var codedClass: CodedClass { get }
    /// The cache of its keys.
    var keysCache: PropertyKeysCache { get }
    /// The version with which its objects are written; nil if they have none.
    var version: Int? { get }

    /// Migrates an object of a file from one version to the next.
    func migrate(_ object: inout ModelDocument, from version: Int) throws
}

/// The facts about a property that concern its keys.
struct KeyedProperty: Sendable {
    let name: String
    /// The declared keys. For each format, the first that applies is used.
    let keys: [PropertyKey]
    /// True for a property that is written, and never read back.
    let isReadOnly: Bool
    /// True for a dictionary of single values, which no key path can lead into.
    let isFlatDictionary: Bool

    init(name: String, keys: [PropertyKey], isReadOnly: Bool, valueType: Any.Type) {
        self.name = name
        self.keys = keys
        self.isReadOnly = isReadOnly
        isFlatDictionary = (valueType as? any DictionaryValue.Type)?.isFlat ?? false
    }
}

/// A dictionary, or an optional of one.
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

    var keyedProperties: [KeyedProperty] {
        properties.map {
            KeyedProperty(name: $0.name, keys: $0.keys, isReadOnly: $0.isReadOnly, valueType: $0.valueType)
        }
    }

    var keysCache: PropertyKeysCache { parts.part(PropertyKeysCache.self) }

    func migrate(_ object: inout ModelDocument, from version: Int) throws {
        try type.migrate(&object, from: version)
    }
}
