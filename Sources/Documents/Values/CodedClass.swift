/// A class as a file describes it: its name, and the names of its superclasses.
///
/// The reader of a file makes one instance for each class, so that each class is looked up only once per file.
public final class CodedClass: Sendable {
    /// The name of the class in the file: at most 1024 bytes of UTF-8.
    public let name: String
    /// The names of its superclasses, the nearest first. Empty if the format stores only the class's own name.
    public let superclassNames: [String]

    private let makePropertyNames: @Sendable () -> [String]?
    private let makeListedNames: @Sendable () -> [String]?
    /// Returns the keys of properties without an explicit key, in a key style. The result has the properties' names as
    /// its keys.
    package typealias StyledKeys = @Sendable (KeyStyle, FileFormat) throws -> [String: String]
    private let makeStyledKeys: StyledKeys?

    /// The keys that an object of this class may contain, for formats that list the keys once for each class. An
    /// object may lack some of them. Nil if the keys are known only when the object is encoded, as in a class that
    /// overrides `encode(with:)`.
    public var propertyNames: [String]? { makePropertyNames() }

    /// The keys of a class that lists its properties by hand, and whose objects may encode additional keys. Nil for
    /// every class without such a list.
    public var listedNames: [String]? { makeListedNames() }

    /// Creates the description of a class with this name.
    public init(name: String, superclassNames: [String] = [], propertyNames: [String]? = nil) {
        self.name = name
        self.superclassNames = superclassNames
        makePropertyNames = { propertyNames }
        makeListedNames = { nil }
        makeStyledKeys = nil
    }

    /// - Parameters:
    ///   - lazyPropertyNames: Returns ``propertyNames``. Called only when a format asks for the names, because the
    ///     properties of a class may not be known yet.
    ///   - lazyListedNames: Returns ``listedNames``. Called when a format asks for the names.
    ///   - styledKeys: Returns the keys in a style. Called when a format writes keys in a style. Nil: no key changes.
    package init(
        name: String, superclassNames: [String], lazyPropertyNames: @escaping @Sendable () -> [String]?,
        lazyListedNames: @escaping @Sendable () -> [String]?, styledKeys: StyledKeys?
    ) {
        self.name = name
        self.superclassNames = superclassNames
        makePropertyNames = lazyPropertyNames
        makeListedNames = lazyListedNames
        makeStyledKeys = styledKeys
    }

    /// Returns a copy of this class with other keys. `change` gets ``propertyNames`` or ``listedNames``, and returns
    /// the keys that replace them.
    package func withKeys(_ change: @escaping @Sendable ([String]?) -> [String]?) -> CodedClass {
        let (makePropertyNames, makeListedNames) = (makePropertyNames, makeListedNames)
        return CodedClass(
            name: name, superclassNames: superclassNames, lazyPropertyNames: { change(makePropertyNames()) },
            lazyListedNames: { change(makeListedNames()) }, styledKeys: makeStyledKeys)
    }

    /// Returns the keys of the properties in a style, by the properties' names. Returns an empty dictionary if the
    /// style changes no key.
    package func keys(in style: KeyStyle, for format: FileFormat) throws -> [String: String] {
        try makeStyledKeys?(style, format) ?? [:]
    }
}
