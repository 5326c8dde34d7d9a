/// A class as a file names it: by its name, and by the names of the classes that it inherits from.
///
/// A decoder hands out one instance for each class of a file, so that a class is looked up once a file.
public final class CodedClass: Sendable {
    /// The name that the file has: at most 1024 bytes of UTF-8.
    public let name: String
    /// The names of its superclasses, the nearest first. May be empty in formats that keep only `name`.
    public let superclassNames: [String]

    private let makePropertyNames: @Sendable () -> [String]?
    private let makeListedNames: @Sendable () -> [String]?
    /// The keys in a style, by those without one, of the properties for which nothing else is said.
    package typealias StyledKeys = @Sendable (KeyStyle, FileFormat) throws -> [String: String]
    private let makeStyledKeys: StyledKeys?

    /// The keys that an object of this class may have, for formats that name them once a class; an object may lack some
    /// of them. Nil where they aren't known before the object is encoded, as in a class that overrides `encode(with:)`.
    public var propertyNames: [String]? { makePropertyNames() }

    /// The keys of a class that lists its properties by hand, where nobody has said whether its objects encode others
    /// too; nil for every other class.
    public var listedNames: [String]? { makeListedNames() }

    /// A class of that name.
    public init(name: String, superclassNames: [String] = [], propertyNames: [String]? = nil) {
        self.name = name
        self.superclassNames = superclassNames
        makePropertyNames = { propertyNames }
        makeListedNames = { nil }
        makeStyledKeys = nil
    }

    /// - Parameters:
    ///   - lazyPropertyNames: Called when a format asks, and not before: a class's properties may not be known yet.
    ///   - lazyListedNames: The same.
    ///   - styledKeys: The same, for formats that write names in a style.
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

    /// The same class with other keys, made of those that it has.
    package func withKeys(_ change: @escaping @Sendable ([String]?) -> [String]?) -> CodedClass {
        let (makePropertyNames, makeListedNames) = (makePropertyNames, makeListedNames)
        return CodedClass(
            name: name, superclassNames: superclassNames, lazyPropertyNames: { change(makePropertyNames()) },
            lazyListedNames: { change(makeListedNames()) }, styledKeys: makeStyledKeys)
    }

    /// The keys in a style, by those without one; empty where all stay.
    package func keys(in style: KeyStyle, for format: FileFormat) throws -> [String: String] {
        try makeStyledKeys?(style, format) ?? [:]
    }
}
