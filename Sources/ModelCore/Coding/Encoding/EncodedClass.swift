/// The facts about a class that encoding needs for each object.
final class EncodedClass: ClassEntry, TypeEntry {
    let codedClass: CodedClass
    /// The class without its list of keys, for objects that have further keys besides the keys of their properties.
    private(set) lazy var openClass = codedClass.withKeys { _ in nil }
    /// The shape of the class's objects before they have keys. Objects with additional keys begin with the shape of
    /// ``openClass``.
    let shape: Int
    /// The class and its superclasses, as far as they have a version.
    let versioned: [ModelClass]
    /// True if the class has a resource file. Then a nil has to be written, because loaded values replace the
    /// resource file's values.
    let keepsNil: Bool
    /// The position, counted from 1, of the function in the builder's `renamings` that renames the type's keys. 0 if no
    /// key is renamed.
    let renaming: Int32
    /// True if the class is registered under its name, so that a decoder finds the class by the name in a file.
    let isRegistered: Bool
    /// True if the class may have stored properties that no description lists. The library's functions don't write
    /// such properties.
    let mayForget: Bool
    /// True if properties with their defaults may be omitted.
    let leavesOut: Bool
    private let conventions: FileConventions
    /// True if the file omits properties with default values, unless a class declares another treatment.
    private var omitsDefaults: Bool { conventions.writtenDefaults == .omitted }
    /// True if the class's objects are written with a version.
    let isVersioned: Bool
    /// True if the class's objects are written with only their listed properties: they have no version, and no key
    /// path of a property goes into another property's value. Then no check for each object is needed.
    let isPlain: Bool
    private(set) lazy var encodedRows = EncodedRows(rows)
    private let modelClass: ModelClass
    /// The keys under which the encode function of the class has written values so far.
    @safe @exclusivity(unchecked) var codeKeys = CodeKeys()
    private var styledKeys: [String: String]?

    /// A key in the file's key style, if the file has a style: objects are encoded with the class's own keys.
    @inline(__always)
    func styled(_ key: String) throws -> String { conventions.keyStyle == nil ? key : try inStyle(key) }

    @inline(never)
    private func inStyle(_ key: String) throws -> String {
        let keys = try styledKeys ?? conventions.keyStyle.map { try codedClass.keys(in: $0, for: conventions.format) }
        styledKeys = keys
        return keys?[key] ?? key
    }

    /// True if a reader that expects `expected` recognizes this class without its name. It is the expected class
    /// itself, or a subclass with tags.
    @inline(__always)
    func isNamedBelow(_ expected: BaseModel.Type?) -> Bool {
        type == expected || (!modelClass.tags.isEmpty && isTagged(below: expected))
    }

    @inline(never)
    private func isTagged(below expected: BaseModel.Type?) -> Bool {
        guard let expected else { return false }
        return !ModelClass.of(expected).tags.isEmpty && modelClass.inherits(from: expected)
    }

    /// True if a property is omitted when it has its default.
    func leavesOut(_ property: ModelProperty) -> Bool {
        guard property.tagKey == nil else { return false }
        let written = property.written(in: type)
        return written == .omitted || omitsDefaults && written == .all && property.writtenDefaults == nil
    }

    fileprivate init(
        _ modelClass: ModelClass, _ keys: PropertyKeys?, isRegistered: Bool, _ mapped: MappedClass? = nil,
        conventions: FileConventions, in builder: inout DocumentBuilder
    ) throws(ModelError) {
        self.conventions = conventions
        self.isRegistered = isRegistered
        self.modelClass = modelClass
        leavesOut = conventions.writtenDefaults == .omitted || modelClass.omitsDefaults
        mayForget = modelClass.mayForget
        versioned = modelClass.versionedClasses
        codedClass = keys?.codedClass ?? modelClass.codedClass
        shape = try builder.shape(ofTerms: codedClass)
        isVersioned = !versioned.isEmpty
        isPlain = versioned.isEmpty && keys?.overlaps.isEmpty != false
        keepsNil = modelClass.hasResource
        renaming = keys == nil ? 0 : Int32(builder.renamings.count)
        super.init(modelClass, keys, mapped)
    }
}

/// The facts about a struct or an enum that encoding needs for each value.
final class EncodedStruct: TypeEntry {
    let id: ObjectIdentifier
    let type: ModelType
    /// The keys of the type's properties in the file. Nil if each key is the property's name.
    let keys: PropertyKeys?
    /// The position, counted from 1, of the function in the builder's `renamings` that renames the type's keys. 0 if no
    /// key is renamed.
    let renaming: Int32
    /// The shape of the type's dictionaries before they have keys. Nil if the properties are written as a list.
    let shape: Int?
    let encodedRows: EncodedRows

    fileprivate init(id: ObjectIdentifier, type: ModelType, keys: PropertyKeys?, renaming: Int32, shape: Int?) {
        self.id = id
        self.type = type
        self.keys = keys
        self.renaming = renaming
        self.shape = shape
        encodedRows = EncodedRows(type.rows)
    }
}

/// Finds and keeps the facts about the classes of the objects that were encoded.
struct EncodedClassCache {
    /// The conventions of the file that is written.
    let conventions: FileConventions
    /// The conventions without the key style: objects are encoded with the classes' own keys, and the walker applies
    /// the style.
    private let unstyled: FileConventions
    private var known = TypeCache<EncodedClass>()
    /// The facts about the structs and enums of the values that were encoded.
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

    /// - Throws: `duplicateKey` if two properties of the type have one name, or one key; `invalidKey`.
    @inline(never)
    mutating func find(
        _ id: ObjectIdentifier, _ type: any ModelRecord.Type, _ builder: inout DocumentBuilder
    ) throws(ModelError) -> EncodedStruct {
        if let found = structs.find(id) { return found }
        let found = try type.described()
        let keys = try found.keys(for: conventions.format, style: nil)
        if let keys { builder.add(keys) }
        let terms = keys?.codedClass ?? found.codedClass
        let shape = try found.form == .list ? nil : builder.shape(ofTerms: terms)
        let made = EncodedStruct(
            id: id, type: found, keys: keys, renaming: keys == nil ? 0 : Int32(builder.renamings.count),
            shape: shape)
        if keys?.hasKeyPaths == true { builder.nesting.add(terms) }
        structs.keep(made)
        return made
    }

    /// - Throws: `duplicateClass` if another class is registered under the class's name, so that the file couldn't be
    ///   read again; `duplicateKey` if two properties of the class have one name, or one key; `invalidKey`.
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
            return try EncodedClass(
                modelClass, nil, isRegistered: named == type, conventions: conventions, in: &builder)
        }
        let mapped = conventions.mapped(modelClass)
        builder.add(keys)
        let made = try EncodedClass(
            modelClass, keys, isRegistered: named == type, mapped, conventions: conventions, in: &builder)
        if keys.hasKeyPaths {
            builder.nesting.add(made.codedClass)
            builder.nesting.add(made.openClass)
        }
        return made
    }
}

extension DocumentBuilder {
    fileprivate mutating func add(_ keys: PropertyKeys) {
        renamings.append { keys.key(for: $0) }
    }
}
