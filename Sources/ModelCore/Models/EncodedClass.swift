/// What encoding asks of a class for each object.
final class EncodedClass {
    let type: BaseModel.Type
    let codedClass: CodedClass
    /// The class of objects that have more keys than it says.
    private(set) lazy var openClass = codedClass.withKeys { _ in nil }
    /// The class and its superclasses, those that say a version.
    let versioned: [ModelClass]
    /// True where reading lays a file over a resource file, so that a nil has to be in it.
    let keepsNil: Bool
    /// False where all properties are known to be the macro's.
    let mayList: Bool
    /// What the file's mapping says of it where its own code can't write that; else nil.
    let rewritten: MappedClass?
    /// Under which keys the file has its properties; nil where each has its own name.
    let keys: PropertyKeys?
    /// Which of the builder's renamings these are, counted from 1; 0 for none.
    let renaming: Int32

    fileprivate init(
        _ modelClass: ModelClass, _ keys: PropertyKeys?, _ renaming: Int32, rewritten: MappedClass? = nil
    ) {
        self.rewritten = rewritten
        type = modelClass.type
        versioned = modelClass.versionedClasses
        codedClass = keys?.codedClass ?? modelClass.codedClass
        keepsNil = modelClass.hasResource
        mayList = !modelClass.listedProperties.isEmpty
        self.keys = keys
        self.renaming = renaming
    }
}

/// The classes of the objects that were encoded.
struct EncodedClassCache {
    /// Where the file has properties, and how; nil for as their classes say.
    let mapping: ModelMapping?
    private var known: [ObjectIdentifier: EncodedClass] = [:]
    /// What their properties become that stand deeper in the file.
    private(set) var nesting = DocumentNesting()
    /// Those of them that were asked for last, each in the place that its address says: a lookup without a hash.
    private var latest: ContiguousArray<EncodedClass?> = ContiguousArray(repeating: nil, count: 16)

    init(mapping: ModelMapping?) { self.mapping = mapping }

    @inline(__always)
    private static func slot(of type: BaseModel.Type) -> Int {
        // Metadata is aligned to eight bytes, and larger than that.
        Int(truncatingIfNeeded: UInt(bitPattern: ObjectIdentifier(type)) >> 4) & 15
    }

    @inline(__always)
    func recent(_ type: BaseModel.Type) -> EncodedClass? {
        if let found = latest[Self.slot(of: type)], found.type == type { found } else { nil }
    }

    /// - Throws: `duplicateClass` where a file with the class's name in it couldn't be read again; `duplicateKey` where
    ///   two of its properties have one name, or one key; `invalidKey`.
    @inline(never)
    mutating func find(
        _ type: BaseModel.Type, _ format: FileFormat, _ capabilities: FormatCapabilities,
        _ builder: inout DocumentBuilder
    ) throws -> EncodedClass {
        let found = try known[ObjectIdentifier(type)] ?? make(type, format, capabilities, &builder)
        known[ObjectIdentifier(type)] = found
        latest[Self.slot(of: type)] = found
        return found
    }

    private mutating func make(
        _ type: BaseModel.Type, _ format: FileFormat, _ capabilities: FormatCapabilities,
        _ builder: inout DocumentBuilder
    ) throws -> EncodedClass {
        let modelClass = ModelClass.of(type)
        if capabilities.contains(.classes), let other = try ClassRegistry.current.type(named: modelClass.name),
            other != type
        {
            throw ModelError(
                .duplicateClass,
                """
                Two classes have the name \(modelClass.name) in files: \(String(reflecting: other)), which is \
                registered, and \
                \(String(reflecting: type)), which isn't.
                """)
        }
        if let name = modelClass.repeatedProperty {
            throw ModelError(.duplicateKey, "The class \(modelClass.name) has two properties named \(name).")
        }
        try modelClass.checkRelationships()
        guard let keys = try modelClass.keys(for: format, style: nil, mapping: mapping) else {
            return EncodedClass(modelClass, nil, 0)
        }
        let mapped = mapping?.mapped(modelClass)
        builder.renamings.append { keys.key(for: $0) }
        let made = EncodedClass(
            modelClass, keys, Int32(builder.renamings.count), rewritten: mapped?.isRewritten == true ? mapped : nil)
        if keys.hasWays {
            nesting.add(made.codedClass)
            nesting.add(made.openClass)
        }
        return made
    }
}
