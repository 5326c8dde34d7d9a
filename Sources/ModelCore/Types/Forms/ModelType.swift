import FormatSupport
import Synchronization

/// A type that files store by its properties or its cases: a model class, and a struct or an enum with `@Model`, which
/// adds the conformance.
///
/// A struct without the macro lists its properties, and has a closure that makes the struct from their values:
///
/// ```swift
/// struct Point: ModelRecord {
///     var x: Double
///     var y = 0.0
///     static let modelType: ModelType? = ModelType(
///         "struct Point", [ModelProperty("x", \Point.x, isRequired: true), ModelProperty("y", \Point.y)]
///     ) { values in
///         Point(x: try values.value("x"), y: try values.value("y", or: 0))
///     }
/// }
/// ```
public protocol ModelRecord: ModelValue {
    /// The identity of the values: `Never` for structs and enums, which have no identity.
    associatedtype _ModelIdentity = Never

    /// The description of a struct or an enum. Nil for a class, which has a ``ModelClass``.
    static var modelType: ModelType? { get }
}

extension ModelRecord {
    /// - Throws: `invalidCoding` for a type whose `modelType` is nil, or describes another type.
    static func described() throws(ModelError) -> ModelType {
        guard let type = modelType, type.valueType == nil || type.valueType == Self.self else {
            throw ModelError.misuse("The type \(self) has no description of its own.")
        }
        try type.checkDeclaration()
        return type
    }
}

extension ModelRecord {
    public static var _codesOneValue: Bool { true }

    /// Encodes a struct by its properties, and an enum by its cases.
    public static func encode(_ value: Self, to encoder: ModelEncoder) throws { try encoder.encodeStruct(value) }

    /// Decodes a struct by its properties, and an enum by its cases.
    public static func decode(from decoder: ModelDecoder) throws -> Self { try decoder.decodeStruct(self) }
}

/// The description of a struct or an enum: its name, and its properties or cases.
public final class ModelType: Sendable {
    /// The form of a struct in files.
    public enum Form: Sendable {
        /// A dictionary of the properties.
        case dictionary
        /// A list of the properties' values, in the order of the declaration.
        case list
        /// The value of the only property itself.
        case value
    }

    /// The form of an enum's cases in files: where the case's name and its values are stored.
    public enum CaseForm: Sendable, Hashable {
        /// The name is the only key of a dictionary, with the case's values under it. A case without values is its
        /// name as text: `{"circle": {"radius": 1}}`, `"empty"`.
        case key
        /// The name is under this key, among the values: `{"type": "circle", "radius": 1}`.
        case tag(String)
        /// The name is under the first key, and the values are under the second key: `{"type": "circle", "value":
        /// 1}`.
        case tagAndContent(String, String)
        /// The values alone, without the name. A file is read as the first case that knows all keys of the values. A
        /// case without values is the text of its name. See <doc:JSONThatOthersShaped>.
        case untagged
    }

    /// The name in errors, such as `struct Address`.
    public let title: String
    /// The form of a struct in files.
    public let form: Form
    /// The version of the type's dictionaries in files. Nil if they have no version.
    public let version: Int?
    /// Names of classes besides the type's own name. Objects of these classes in files are read as values of the
    /// type.
    let classNames: [String]
    /// True if keys in files that the type doesn't know are an error.
    public let refusesUnknown: Bool
    /// True for an enum, false for a struct.
    public let isEnum: Bool
    /// The form of an enum's cases in files: where the case's name and its values are stored.
    public let caseForm: CaseForm
    /// True for an enum that accepts unknown cases.
    public let keepsUnknownCases: Bool
    /// The struct. Nil for an enum.
    let valueType: Any.Type?
    /// The properties of a struct, in the order of the declaration.
    let rows: PropertyRows
    /// The known cases of an enum, in the order of the declaration.
    let cases: [ModelCase]
    /// The case for values that the enum doesn't know. Nil if there is no such case.
    let unknownCase: ModelCase?
    let keyedProperties: [any KeyedProperty]
    /// The names of the cases that have values.
    let casesWithValues: Set<String>
    let hasKeys: Bool
    let keysCache = PropertyKeysCache()
    private let enumCode = Once<(any AnyObject & Sendable)?>()
    /// The error in the description, if it has one.
    private let mistake: ModelError?
    private let step: @Sendable (inout ModelDocument, Int) throws -> Void
    /// Makes a struct from the values of its properties: a `StructMaker`.
    private let maker: (any AnyObject & Sendable)?

    /// Describes a struct.
    ///
    /// - Parameters:
    ///   - title: The name in errors, such as `struct Address`. It isn't written to files.
    ///   - properties: The properties of the struct, in the order in which a list contains them.
    ///   - classNames: The names of classes whose objects in files are read as values of the struct, besides its own
    ///     name. Files that are written name no struct.
    ///   - form: The form of the struct in files.
    ///   - version: The version of the struct's dictionaries in files, from 1 on.
    ///   - unknownKeys: The treatment of keys that the type doesn't know. A value can't keep unknown keys, so only
    ///     `.refuse` has an effect.
    ///   - migrate: Migrates a file's dictionary from the given version to the next, before a value is made from it. A
    ///     dictionary without a version has version 1.
    ///   - make: Makes a value from the values of its properties.
    public convenience init<Value>(
        _ title: String, _ properties: [ModelProperty], classNames: [String] = [], form: Form = .dictionary,
        version: Int? = nil,
        unknownKeys: UnknownKeys = .ignore,
        migrate: @escaping @Sendable (_ object: inout ModelDocument, _ version: Int) throws -> Void = { _, _ in },
        _ make: @escaping @Sendable (_ values: inout PropertyValues) throws -> Value
    ) {
        self.init(
            title, Value.self, properties, classNames, form, version, unknownKeys, names: properties, migrate,
            StructMaker(make: make))
    }

    /// Describes an enum.
    ///
    /// - Parameters:
    ///   - title: The name in errors, such as `enum Shape`. It isn't written to files.
    ///   - cases: The cases. If files don't name the case, the first cases are tried first.
    ///   - caseForm: The form of the cases in files.
    ///   - classNames: The names of classes whose objects in files are read as values of the enum, besides its own
    ///     name.
    ///   - unknownKeys: The treatment of keys in the values of a case that the type doesn't know. Only `.refuse` has
    ///     an effect.
    public convenience init(
        _ title: String, cases: [ModelCase], caseForm: CaseForm = .key, classNames: [String] = [],
        unknownKeys: UnknownKeys = .ignore
    ) {
        self.init(
            title, nil, [], classNames, .dictionary, nil, unknownKeys, cases: cases, caseForm: caseForm,
            names: cases.filter { !$0.isUnknown }, { _, _ in }, nil)
    }

    private init(
        _ title: String, _ valueType: Any.Type?, _ properties: [ModelProperty], _ classNames: [String], _ form: Form,
        _ version: Int?, _ unknownKeys: UnknownKeys,
        cases: [ModelCase]? = nil, caseForm: CaseForm = .key, names keyed: [any KeyedProperty],
        _ step: @escaping @Sendable (inout ModelDocument, Int) throws -> Void, _ maker: (any AnyObject & Sendable)?
    ) {
        self.title = title
        self.valueType = valueType
        self.classNames = classNames
        self.form = form
        self.version = version
        refusesUnknown = if case .refuse = unknownKeys { true } else { false }
        isEnum = cases != nil
        self.caseForm = caseForm
        unknownCase = cases?.first(where: \.isUnknown)
        keepsUnknownCases = unknownCase != nil
        rows = PropertyRows(properties.map { $0.passingNulls() }) { $0.offsetInStruct }
        self.cases = (cases ?? []).filter { !$0.isUnknown }
        keyedProperties = keyed
        casesWithValues = Set(self.cases.filter { $0.values != nil }.map(\.name))
        hasKeys = keyed.contains { $0.hasKeys }
        var names: Set<String> = []
        let repeated = keyed.first { !names.insert($0.name).inserted }?.name
        mistake =
            if let stranger = properties.first(where: { $0.rootType != valueType }) {
                ModelError.misuse("The property \(stranger.name) isn't one of the \(title).")
            } else if form == .value, properties.count != 1 {
                ModelError.misuse("The \(title) isn't stored as one value: it has \(properties.count) properties.")
            } else {
                repeated.map { ModelError(.duplicateKey, "The \(title) has two properties named \($0).") }
            }
        self.step = step
        self.maker = maker
        Self.names.withLock { $0.formUnion(names) }
    }

    /// The description of a type that can't store its description, such as a generic type. It is made on the first
    /// call.
    public static func once<Value>(for type: Value.Type, _ make: () -> ModelType) -> ModelType {
        table.value(for: ObjectIdentifier(type), make: make)
    }

    private static let table = ConcurrentCache<ObjectIdentifier, ModelType>()
    private static let names = Mutex<Set<String>>([])

    /// The names of the properties and cases of all types that were described so far.
    static var knownNames: Set<String> { names.withLock(\.self) }

    /// Throws the error in the description, if it has one.
    func checkDeclaration() throws(ModelError) { if let mistake { throw mistake } }

    /// Returns the functions that encode and decode an enum's cases. Returns nil if a case belongs to another enum.
    func code<Enum>(of type: Enum.Type) -> EnumCode<Enum>? {
        let code = enumCode.value { EnumCode<Enum>(self).map { $0 as any AnyObject & Sendable } }
        return code as? EnumCode<Enum>
    }

    /// Makes a value of a struct.
    func make<Value>(_ type: Value.Type, from values: inout PropertyValues) throws -> Value {
        guard valueType == type, let maker else { throw ModelError.misuse("The \(title) isn't \(type).") }
        return try unsafe unsafeDowncast(maker, to: StructMaker<Value>.self).make(&values)
    }
}

/// Makes a struct from the values of its properties.
private final class StructMaker<Value>: Sendable {
    let make: @Sendable (inout PropertyValues) throws -> Value

    init(make: @escaping @Sendable (inout PropertyValues) throws -> Value) { self.make = make }
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
