import Synchronization

/// What the library knows of a struct or an enum with `@Model`: its name, and its properties or cases.
public final class ModelType: Sendable {
    /// The properties of a struct, or the cases of an enum, in their order.
    public struct Members {
        fileprivate var all: [Member] = []
        fileprivate var isEnum = false
        fileprivate var keepsUnknownCases = false

        /// Adds a property.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - property: The property. Only its type is used.
        ///   - keys: Where files have it, where that isn't its name alone.
        ///   - isReadOnly: True for a property that is written, and never read back.
        ///   - isRequired: True where a file without it is an error, unless it is an optional.
        public mutating func add<Root, Value>(
            _ name: String, _ property: (Root) -> Value, key keys: PropertyKey..., isReadOnly: Bool = false,
            isRequired: Bool = false
        ) {
            append(name, keys, Value.self, isReadOnly: isReadOnly, isRequired: isRequired)
        }

        mutating func append<Value>(
            _ name: String, _ keys: [PropertyKey], _ type: Value.Type, _ codedTypes: [Any.Type]? = nil,
            isReadOnly: Bool, isRequired: Bool = false
        ) {
            let property = KeyedProperty(name: name, keys: keys, isReadOnly: isReadOnly, valueType: type)
            let isOptional = type is any ExpressibleByNilLiteral.Type
            all.append(
                Member(
                    property: property, valueType: type, codedTypes: codedTypes ?? [type],
                    isRequired: isRequired && !isOptional))
        }

        /// Adds a case.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - keys: What files call it, where that isn't its name: a key without a path.
        ///   - value: The type of its value, or of the struct in which its values stand.
        ///   - isStruct: True for that struct: the case needs no values where the struct needs none.
        public mutating func add<Value>(
            case name: String, key keys: PropertyKey..., value: Value.Type = Void.self, isStruct: Bool = false
        ) {
            isEnum = true
            let values = isStruct ? (value as? any ModelValue.Type)?.recordType : nil
            let isRequired = values?.members.contains(where: \.isRequired) ?? true
            append(name, keys, value, isReadOnly: false, isRequired: isRequired)
        }

        /// Says that the enum takes cases that it doesn't know.
        public mutating func addUnknownCases() {
            isEnum = true
            keepsUnknownCases = true
        }
    }

    /// A property or a case.
    struct Member: Sendable {
        let property: KeyedProperty
        let valueType: Any.Type
        /// As ``FileProperty/codedTypes``.
        let codedTypes: [Any.Type]
        let isRequired: Bool
    }

    /// What errors call it, as in `struct Address`.
    public let title: String
    /// The version of its dictionaries; nil where it has none.
    public let version: Int?
    /// True where keys in files that it doesn't know are an error.
    public let refusesUnknown: Bool
    /// True where files have the properties as a list.
    public let isList: Bool
    /// True for an enum: its properties are the cases, of which a file has one.
    public let isEnum: Bool
    /// True for an enum that takes cases that it doesn't know.
    public let keepsUnknownCases: Bool
    let members: [Member]
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
        isEnum = members.isEnum
        keepsUnknownCases = members.keepsUnknownCases
        self.members = members.all
        keyedProperties = members.all.map(\.property)
        casesWithValues = Set(members.all.filter { $0.valueType != Void.self }.map(\.property.name))
        hasKeys = keyedProperties.contains { !$0.keys.isEmpty || $0.name == ModelVersions.keyText }
        var names: Set<String> = []
        repeatedProperty = keyedProperties.first { !names.insert($0.name).inserted }?.name
        step = migrate
        Self.names.withLock { $0.formUnion(names) }
    }

    /// The one for a type that can't keep its own, as generic ones can't: made where there is none yet.
    public static func once<Value>(for type: Value.Type, _ make: () -> ModelType) -> ModelType {
        table.value(for: ObjectIdentifier(type), make: make)
    }

    private static let table = Memo<ObjectIdentifier, ModelType>()
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
