import Synchronization

/// What the library knows of a struct or an enum with `@Model`: its name, and its properties or cases.
public final class ModelType: Sendable {
    /// The properties of a struct, or the cases of an enum, in their order.
    public struct Members {
        fileprivate var all: [KeyedProperty] = []
        fileprivate var casesWithValues: Set<String> = []

        /// Adds a property or a case.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - keys: Where files have it, where that isn't its name alone. A case has no path.
        ///   - isReadOnly: True for a property that is written, and never read back.
        ///   - hasValues: True for a case that has values.
        public mutating func add(
            _ name: String, key keys: PropertyKey..., isReadOnly: Bool = false, hasValues: Bool = false
        ) {
            all.append(KeyedProperty(name: name, keys: keys, isReadOnly: isReadOnly))
            if hasValues { casesWithValues.insert(name) }
        }
    }

    let title: String
    let version: Int?
    /// True where keys in files that it doesn't know are an error.
    let refusesUnknown: Bool
    /// True where files have the properties as a list.
    let isList: Bool
    let keyedProperties: [KeyedProperty]
    /// The cases that have values.
    let casesWithValues: Set<String>
    let hasKeys: Bool
    let repeatedProperty: String?
    let keysCache = PropertyKeysCache()
    private let step: @Sendable (inout ModelDocument, Int) throws -> Void

    /// - Parameters:
    ///   - title: What errors call it, as in `struct Address`. Files don't name it.
    ///   - isList: True where files have the values of the properties as a list, in their order.
    ///   - version: The version of its dictionaries, from 1 on. An enum has none.
    ///   - unknownKeys: What becomes of keys that it doesn't know. A value can't keep them: only `.refuse` is heard.
    ///   - migrate: Brings a file's dictionary from the given version to the next, before a value is made of it. A file
    ///     that tells no version has the first.
    ///   - list: Adds the properties, or the cases.
    public init(
        _ title: String, isList: Bool = false, version: Int? = nil, unknownKeys: UnknownKeys = .ignore,
        migrate: @escaping @Sendable (_ object: inout ModelDocument, _ version: Int) throws -> Void = { _, _ in },
        _ list: (inout Members) -> Void
    ) {
        var members = Members()
        list(&members)
        self.title = title
        self.version = version
        self.isList = isList
        refusesUnknown = if case .refuse = unknownKeys { true } else { false }
        keyedProperties = members.all
        casesWithValues = members.casesWithValues
        hasKeys = members.all.contains { !$0.keys.isEmpty }
        var names: Set<String> = []
        repeatedProperty = members.all.first { !names.insert($0.name).inserted }?.name
        step = migrate
        Self.names.withLock { $0.formUnion(names) }
    }

    /// The one for a type that can't keep its own, as generic ones can't: made where there is none yet.
    public static func once<Value>(for type: Value.Type, _ make: () -> ModelType) -> ModelType {
        let id = ObjectIdentifier(type)
        if let known = table.withLock({ $0[id] }) { return known }
        let made = make()
        return table.withLock { table in
            if let known = table[id] { return known }
            table[id] = made
            return made
        }
    }

    private static let table = Mutex<[ObjectIdentifier: ModelType]>([:])
    private static let names = Mutex<Set<String>>([])

    /// The names of the properties and cases of all that were met.
    static var knownNames: Set<String> { names.withLock(\.self) }
}

extension ModelType: KeyedType {
    var name: String { title }

    /// A class without a name, which tells no more than how keys are written.
    var codedClass: CodedClass {
        CodedClass(
            name: "", superclassNames: [], lazyPropertyNames: { nil }, lazyListedNames: { nil },
            styledKeys: { [self] in try keys(for: $1, style: $0)?.styledKeys ?? [:] })
    }

    func migrate(_ object: inout ModelDocument, from version: Int) throws { try step(&object, version) }
}
