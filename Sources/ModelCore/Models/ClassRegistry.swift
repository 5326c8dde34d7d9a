import Synchronization

/// The model classes that files may name.
///
/// A value: `default` is what classes with `@Model` filled when the program was loaded, and what
/// ``register(_:name:aliases:)`` adds; ``withClasses(_:_:)`` puts another in its place for the length of a call.
public struct ClassRegistry: Sendable {
    private var types: [String: [BaseModel.Type]] = [:]
    private var names: [ObjectIdentifier: String] = [:]

    /// A registry without classes.
    public init() {}

    /// Adds a class under its name and under names that it had before.
    ///
    /// Two classes under one name are no error yet: it is thrown when a file names them.
    public mutating func add(_ type: BaseModel.Type, name: String? = nil, aliases: [String] = []) {
        let name = name ?? ModelClassName.coded(for: type)
        names[ObjectIdentifier(type)] = name
        for key in [name] + aliases where !(types[key, default: []].contains { $0 == type }) {
            types[key, default: []].append(type)
        }
    }

    /// The class of that name, or nil. Throws `duplicateClass` where there are two.
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

    func name(of type: BaseModel.Type) -> String? {
        names[ObjectIdentifier(type)]
    }

    /// All classes, in no order.
    var allTypes: [BaseModel.Type] { types.values.flatMap { $0 } }

    /// The names that lead to a class, its own and earlier ones, sorted.
    func names(of type: BaseModel.Type) -> [String] {
        types.filter { $0.value.contains { $0 == type } }.keys.sorted()
    }

    /// The names of all classes, sorted.
    public var registeredNames: [String] { types.keys.sorted() }
}

extension ClassRegistry {
    private static let shared = Mutex(ClassRegistry())
    @TaskLocal private static var override: ClassRegistry?

    /// What the program's classes filled.
    public static var `default`: ClassRegistry { shared.withLock { $0 } }

    /// The registry in force: the one of ``withClasses(_:_:)``, else the default.
    public static var current: ClassRegistry { override ?? `default` }

    /// Adds a class to the default registry. `@Model` calls it when the program is loaded.
    public static func register(_ type: BaseModel.Type, name: String? = nil, aliases: [String] = []) {
        shared.withLock { $0.add(type, name: name, aliases: aliases) }
    }

    /// Runs `body` with a registry of its own.
    public static func withClasses<Result>(_ classes: ClassRegistry, _ body: () throws -> Result) rethrows -> Result {
        try $override.withValue(classes, operation: body)
    }
}
