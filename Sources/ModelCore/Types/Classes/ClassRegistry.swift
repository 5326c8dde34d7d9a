import FormatSupport

/// The model classes that files may name.
///
/// A registry is a value. `default` contains the classes with `@Model`, which are added when the program is loaded,
/// and the classes that ``register(_:name:aliases:)`` adds. ``withClasses(_:_:)`` replaces the registry during a
/// call.
public struct ClassRegistry: Sendable {
    private var types: [String: [BaseModel.Type]] = [:]
    private var names: [ObjectIdentifier: String] = [:]
    private var tagged = Once<TaggedClasses>()

    /// A registry without classes.
    public init() {}

    /// Adds a class under its name and under its earlier names.
    ///
    /// Two classes may have the same name: it becomes an error only when a file contains the name.
    public mutating func add(_ type: BaseModel.Type, name: String? = nil, aliases: [String] = []) {
        _ = insert(type, name: name, aliases: aliases)
    }

    /// - Returns: False if the registry has the class with these names already.
    private mutating func insert(_ type: BaseModel.Type, name: String?, aliases: [String]) -> Bool {
        let name = name ?? ModelClassName.coded(for: type)
        tagged = Once()
        var isNew = names.updateValue(name, forKey: ObjectIdentifier(type)) != name
        for key in [name] + aliases where !(types[key, default: []].contains { $0 == type }) {
            types[key, default: []].append(type)
            isNew = true
        }
        return isNew
    }

    /// The class with a current or an earlier name, or nil. Throws `duplicateClass` if two classes have the name.
    public func type(named name: String) throws -> BaseModel.Type? {
        guard let found = types[name] else { return nil }
        guard found.count == 1 else {
            let list = found.map { String(reflecting: $0) }.joined(separator: " and ")
            throw ModelError(
                .duplicateClass,
                "Two classes have the name \(name) in files: \(list). Give one another with @Model(\"…\").")
        }
        return found[0]
    }

    /// True if the class's name in files identifies this class, and no other class.
    func only(_ modelClass: ModelClass) -> Bool { (try? type(named: modelClass.name)) == modelClass.type }

    func name(of type: BaseModel.Type) -> String? {
        names[ObjectIdentifier(type)]
    }

    /// The class that an object names by its tags, in the hierarchy of a class. Nil if no such class is found.
    ///
    /// - Parameter value: Returns the value of the object under a key.
    package func modelClass(
        inHierarchyOf modelClass: ModelClass, tagged value: (_ key: String) -> ModelDocument.Value?
    ) -> ModelClass? {
        guard let outermost = modelClass.tags.first?.root else { return nil }
        return try? taggedClasses.modelClass(below: ModelClass.of(outermost), value)?.modelClass
    }

    /// The classes with tags, which are found when they are first needed.
    var taggedClasses: TaggedClasses {
        tagged.value {
            let entries = types.flatMap { name, found in found.map { (name, $0) } }
            return TaggedClasses(
                entries.map { name, type in
                    (type: type, aliases: names[ObjectIdentifier(type)] == name ? [] : [name])
                })
        }
    }

    /// All classes, in no order. A class with earlier names is listed once for each of its names.
    var allTypes: [BaseModel.Type] { types.values.flatMap { $0 } }

    /// The current and earlier names of a class, sorted.
    func names(of type: BaseModel.Type) -> [String] {
        types.filter { $0.value.contains { $0 == type } }.keys.sorted()
    }

    /// The names that files may use for the registered classes, sorted: the current and the earlier names.
    public var registeredNames: [String] { types.keys.sorted() }
}

extension ClassRegistry {
    private static let shared = SharedValue(ClassRegistry())
    @TaskLocal private static var override: ClassRegistry?

    /// The registry of the program's classes: of classes with `@Model`, and of classes that were registered.
    public static var `default`: ClassRegistry { shared.value }

    /// The registry in use: the registry of the innermost call of ``withClasses(_:_:)``, or else the default.
    public static var current: ClassRegistry { override ?? `default` }

    /// Adds a class to the default registry. `@Model` calls it when the program is loaded.
    public static func register(_ type: BaseModel.Type, name: String? = nil, aliases: [String] = []) {
        shared.change { $0.insert(type, name: name, aliases: aliases) }
    }

    /// Runs `body` with another registry in place of the default.
    public static func withClasses<Result>(_ classes: ClassRegistry, _ body: () throws -> Result) rethrows -> Result {
        try $override.withValue(classes, operation: body)
    }
}
