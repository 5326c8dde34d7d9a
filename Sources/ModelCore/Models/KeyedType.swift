/// What has properties by name, which files have under keys: a model class, or a struct or an enum with `@Model`.
protocol KeyedType: AnyObject, Sendable {
    /// The name by which errors call it, and files a class.
    var name: String { get }
    /// What it is, with its name, for errors.
    var title: String { get }
    /// All properties; of an enum, its cases.
    var keyedProperties: [KeyedProperty] { get }
    /// True where files may have one of the properties under another key than its name, or can't have it under that.
    var hasKeys: Bool { get }
    /// The class that its objects have in files; without a name where they have none.
    var codedClass: CodedClass { get }
    /// The keys that were worked out.
    var keysCache: PropertyKeysCache { get }
    /// The version of its objects that it says it writes; nil where it says nothing, and files none.
    var version: Int? { get }

    /// Brings a file's object from one version to the next.
    func migrate(_ object: inout ModelDocument, from version: Int) throws
}

/// A property, as far as its keys go.
struct KeyedProperty: Sendable {
    let name: String
    /// Where files have it; the first that fits a format holds.
    let keys: [PropertyKey]
    /// True for one that is written, and never read back.
    let isReadOnly: Bool
    /// True for a dictionary of single values, which have nothing in them.
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
    /// True where its values are of a type of single values.
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

    var keysCache: PropertyKeysCache { cache.part(PropertyKeysCache.self) }

    func migrate(_ object: inout ModelDocument, from version: Int) throws {
        try type.migrate(&object, from: version)
    }
}
