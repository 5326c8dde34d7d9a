/// What encoding asks of a class for each object.
final class EncodedClass: ClassEntry, TypeEntry {
    let codedClass: CodedClass
    /// The class of objects that have more keys than it says.
    private(set) lazy var openClass = codedClass.withKeys { _ in nil }
    /// The shape of its objects before they have keys; of those that have more, the shape of the open class is.
    let shape: Int
    /// The class and its superclasses, those that say a version.
    let versioned: [ModelClass]
    /// True where reading lays a file over a resource file, so that a nil has to be in it.
    let keepsNil: Bool
    /// What the file's mapping says of it where its own code can't write that; else nil.
    let rewritten: MappedClass?
    /// Which of the builder's renamings these are, counted from 1; 0 for none.
    let renaming: Int32
    /// True where a file can name the class, so that it is found again.
    let isRegistered: Bool
    /// True where the class may have properties that nothing writes.
    let mayForget: Bool
    /// True where its objects say a version.
    let isVersioned: Bool
    /// True where its objects are no more than their properties, each under its key.
    let isPlain: Bool
    /// The shape that objects had before the keys of their properties, and behind them.
    var storedShapes = (before: -1, behind: 0)

    fileprivate init(
        _ modelClass: ModelClass, _ keys: PropertyKeys?, isRegistered: Bool, rewritten: MappedClass? = nil,
        in builder: inout DocumentBuilder
    ) throws(ModelError) {
        self.rewritten = rewritten
        self.isRegistered = isRegistered
        mayForget = !modelClass.isDescribedThroughout
        versioned = modelClass.versionedClasses
        codedClass = keys?.codedClass ?? modelClass.codedClass
        shape = try builder.shape(ofTerms: codedClass)
        isVersioned = !versioned.isEmpty
        isPlain =
            versioned.isEmpty && keys?.overlaps.isEmpty != false && rewritten == nil && modelClass.isDescribedThroughout
        keepsNil = modelClass.hasResource
        renaming = keys == nil ? 0 : Int32(builder.renamings.count)
        super.init(
            modelClass, keys,
            codesItself: rewritten != nil || modelClass.overrides.contains(.encodeWithEncoder))
    }
}

/// What encoding asks of a struct or an enum for each value.
final class EncodedStruct: TypeEntry {
    let id: ObjectIdentifier
    let type: ModelType
    /// Under which keys the file has its properties; nil where each has its own name.
    let keys: PropertyKeys?
    /// Which of the builder's renamings these are, counted from 1; 0 for none.
    let renaming: Int32
    /// The shape of its dictionaries before they have keys; nil where its properties are a list.
    let shape: Int?

    fileprivate init(id: ObjectIdentifier, type: ModelType, keys: PropertyKeys?, renaming: Int32, shape: Int?) {
        self.id = id
        self.type = type
        self.keys = keys
        self.renaming = renaming
        self.shape = shape
    }
}

/// The classes of the objects that were encoded.
struct EncodedClassCache {
    /// How the file is to say what it holds.
    let conventions: FileConventions
    /// The keys as the classes say: the walker styles them.
    private let unstyled: FileConventions
    private var known = TypeCache<EncodedClass>()
    /// The structs and enums of the values that were encoded.
    private var structs = TypeCache<EncodedStruct>()

    init(_ conventions: FileConventions) {
        self.conventions = conventions
        var unstyled = conventions
        unstyled.keyStyle = nil
        self.unstyled = unstyled
    }

    @inline(__always)
    func recent(_ type: BaseModel.Type) -> EncodedClass? { known.recent(ObjectIdentifier(type)) }

    @inline(__always)
    func recent(_ type: ObjectIdentifier) -> EncodedStruct? { structs.recent(type) }

    /// - Throws: `duplicateKey` where two of its properties have one name, or one key; `invalidKey`.
    @inline(never)
    mutating func find(
        _ id: ObjectIdentifier, _ type: () -> ModelType, _ builder: inout DocumentBuilder
    ) throws(ModelError) -> EncodedStruct {
        if let found = structs.find(id) { return found }
        let found = type()
        if let name = found.repeatedProperty {
            throw ModelError(.duplicateKey, "The \(found.title) has two properties named \(name).")
        }
        let keys = try found.keys(for: conventions.format, style: nil)
        if let keys { builder.add(keys) }
        let terms = keys?.codedClass ?? found.codedClass
        let shape = try found.isList ? nil : builder.shape(ofTerms: terms)
        let made = EncodedStruct(
            id: id, type: found, keys: keys, renaming: keys == nil ? 0 : Int32(builder.renamings.count),
            shape: shape)
        if keys?.hasWays == true { builder.nester.add(terms) }
        structs.keep(made)
        return made
    }

    /// - Throws: `duplicateClass` where a file with the class's name in it couldn't be read again; `duplicateKey` where
    ///   two of its properties have one name, or one key; `invalidKey`.
    @inline(never)
    mutating func find(
        _ type: BaseModel.Type, _ capabilities: FormatCapabilities,
        _ builder: inout DocumentBuilder
    ) throws -> EncodedClass {
        if let found = known.find(ObjectIdentifier(type)) { return found }
        let made = try make(type, capabilities, &builder)
        known.keep(made)
        return made
    }

    private func make(
        _ type: BaseModel.Type, _ capabilities: FormatCapabilities,
        _ builder: inout DocumentBuilder
    ) throws -> EncodedClass {
        let modelClass = ModelClass.of(type)
        let named = try ClassRegistry.current.type(named: modelClass.name)
        if capabilities.contains(.classes), let other = named, other != type {
            throw ModelError(
                .duplicateClass,
                """
                Two classes have the name \(modelClass.name) in files: \(String(reflecting: other)), which is \
                registered, and \
                \(String(reflecting: type)), which isn't.
                """)
        }
        try modelClass.checkDeclaration()
        guard let keys = try modelClass.keys(by: unstyled) else {
            return try EncodedClass(modelClass, nil, isRegistered: named == type, in: &builder)
        }
        let mapped = conventions.mapping?.mapped(modelClass)
        builder.add(keys)
        let made = try EncodedClass(
            modelClass, keys, isRegistered: named == type, rewritten: mapped?.isRewritten == true ? mapped : nil,
            in: &builder)
        if keys.hasWays {
            builder.nester.add(made.codedClass)
            builder.nester.add(made.openClass)
        }
        return made
    }
}

extension DocumentBuilder {
    fileprivate mutating func add(_ keys: PropertyKeys) {
        renamings.append(Renaming(hasWays: keys.hasWays) { keys.key(for: $0) })
    }
}
