import FormatSupport
import Synchronization

/// The description of a struct or an enum with `@Model`: its name, and its properties or cases.
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
        ///   - keys: The keys in files, if they aren't the name alone.
        ///   - isReadOnly: True for a property that is written, and never read back.
        ///   - isRequired: True if a file without the property is an error, unless it is an optional.
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
        ///   - keys: The name of the case in files, if it isn't the Swift name: a key without a path.
        ///   - value: The type of its value, or of the struct that contains its values.
        ///   - isStruct: True if `value` is the struct that contains the values. If none of its properties is required,
        ///     a file may contain the case without values.
        public mutating func add<Value>(
            case name: String, key keys: PropertyKey..., value: Value.Type = Void.self, isStruct: Bool = false
        ) {
            isEnum = true
            let values = isStruct ? (value as? any ModelValue.Type)?.recordType : nil
            let isRequired = values?.members.contains(where: \.isRequired) ?? true
            append(name, keys, value, isReadOnly: false, isRequired: isRequired)
        }

        /// Makes the enum accept cases that it doesn't know.
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

    /// The name in errors, such as `struct Address`.
    public let title: String
    /// The version of its dictionaries; nil if they have none.
    public let version: Int?
    /// True if keys in files that the type doesn't know are an error.
    public let refusesUnknown: Bool
    /// True if files store the properties as a list.
    public let isList: Bool
    /// True for an enum: its properties are the cases, one of which is in a file.
    public let isEnum: Bool
    /// True for an enum that accepts cases that it doesn't know.
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
    ///   - title: The name in errors, such as `struct Address`. It isn't written to files.
    ///   - isList: True if files store the values of the properties as a list, in their order.
    ///   - version: The version of its dictionaries, from 1 on. An enum has none.
    ///   - unknownKeys: The treatment of keys that the type doesn't know. A value can't keep them: only `.refuse` has
    ///     an effect.
    ///   - migrate: Migrates a file's dictionary from the given version to the next, before a value is made from it. A
    ///     dictionary without a version has version 1.
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

    /// The description of a type that can't keep its own, such as a generic type. It is made on the first call.
    public static func once<Value>(for type: Value.Type, _ make: () -> ModelType) -> ModelType {
        table.value(for: ObjectIdentifier(type), make: make)
    }

    private static let table = ConcurrentCache<ObjectIdentifier, ModelType>()
    private static let names = Mutex<Set<String>>([])

    /// The names of the properties and cases of all types that were described so far.
    static var knownNames: Set<String> { names.withLock(\.self) }
}

extension ModelType: KeyedType {
    var name: String { title }

    /// A class without a name, which only determines the style of keys.
    var codedClass: CodedClass {
        CodedClass(
            name: "", superclassNames: [], lazyPropertyNames: { nil }, lazyListedNames: { nil },
            styledKeys: { [self] in try keys(for: $1, style: $0)?.styledKeys ?? [:] })
    }

    func migrate(_ object: inout ModelDocument, from version: Int) throws { try step(&object, version) }
}
