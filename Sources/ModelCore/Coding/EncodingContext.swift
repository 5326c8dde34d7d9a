/// What belongs to one encoding, whatever the format: its limits and how deep it stands.
public final class EncodingContext {
    /// What bounds this encoding.
    public let limits: DecodingLimits
    /// The format that is written.
    public let format: FileFormat

    /// The class of the model that is the file's root, once that was begun; nil where the root is another value.
    public private(set) var rootType: BaseModel.Type?
    /// The root's class as the file names it, also of a tree; nil where the root is no object, or has no class.
    public private(set) var rootClass: CodedClass?

    /// True while the properties of an object are encoded whose class has a resource file: reading lays the file over that, so a
    /// nil has to be in it.
    var keepsNil = false

    /// How deep the encoding stands.
    var depth = 0
    /// How much code runs whose calls are checked.
    var checks = 0
    /// A checking encoder that nobody uses.
    var spareChecked: CheckedEncoder?

    private var nodes = 0
    private var heldValues = 0
    private var heldBytes = 0
    private var known: [ObjectIdentifier: EncodedClass] = [:]
    /// Those of them that were asked for last, each in the place that its address says: a lookup without a hash.
    private var recent: ContiguousArray<EncodedClass?> = ContiguousArray(repeating: nil, count: 16)

    @inline(__always)
    private static func slot(of type: BaseModel.Type) -> Int {
        // Metadata is aligned to eight bytes, and larger than that.
        Int(truncatingIfNeeded: UInt(bitPattern: ObjectIdentifier(type)) >> 4) & 15
    }

    /// The context of one encoding, which an encoder is made with.
    public init(format: FileFormat, limits: DecodingLimits = .standard) {
        self.format = format
        self.limits = limits
    }

    /// True where reading gives nil for a missing key of the object being encoded, where `isDefault` says so of the property.
    @usableFromInline
    func isNilDefault(_ isDefault: Bool) -> Bool { isDefault && !keepsNil }

    /// Goes one level down. Throws `depthExceeded`, and then isn't to be followed by ``leave()``.
    public func enter() throws {
        guard depth < limits.depth, StackGuard.hasRoomToCode else { throw ModelError.tooDeep(limits, at: depth) }
        depth += 1
        try count(1)
    }

    /// Goes one level up again: once for each ``enter()`` that didn't throw. No effect on the outermost level.
    public func leave() {
        if depth > 0 { depth -= 1 }
    }

    /// What an object's class is in the file. Each class is looked up once.
    ///
    /// - Throws: `duplicateClass` where a file with the class's name in it couldn't be read again; `duplicateKey` where two of its
    ///   properties have one name.
    @inline(__always)
    func encodedClass(of type: BaseModel.Type, in encoder: any ModelEncoder) throws -> EncodedClass {
        if let found = recent[Self.slot(of: type)], found.type == type { return found }
        return try findEncodedClass(of: type, in: encoder)
    }

    @inline(never)
    private func findEncodedClass(of type: BaseModel.Type, in encoder: any ModelEncoder) throws -> EncodedClass {
        if let found = known[ObjectIdentifier(type)] {
            recent[Self.slot(of: type)] = found
            return found
        }
        let modelClass = ModelClass.of(type)
        if encoder.capabilities.contains(.classes), let other = try ClassRegistry.current.type(named: modelClass.name),
            other != type
        {
            throw ModelError(
                .duplicateClass,
                """
                Two classes have the name \(modelClass.name) in files: \(String(reflecting: other)), which is registered, and \
                \(String(reflecting: type)), which isn't.
                """)
        }
        if let name = modelClass.repeatedProperty {
            throw ModelError(.duplicateKey, "The class \(modelClass.name) has two properties named \(name).")
        }
        let made = EncodedClass(modelClass)
        if depth == 0 {
            rootType = type
            rootClass = made.codedClass
        }
        known[ObjectIdentifier(type)] = made
        recent[Self.slot(of: type)] = made
        return made
    }

    /// Takes note of an object of a tree that is about to be encoded.
    func willEncode(_ node: ObjectNode) {
        if depth == 0, !node.codedClass.name.isEmpty { rootClass = node.codedClass }
    }

    /// Takes note of the class of a document's root.
    func willEncodeRoot(_ codedClass: CodedClass) { rootClass = codedClass }

    /// Counts values that were written. Throws `nodesExceeded`.
    public func count(_ values: Int) throws {
        // Never more than the limit, so this can't overflow.
        guard values <= limits.nodes - nodes else { throw ModelError.tooMany(limits.nodes) }
        nodes += max(values, 0)
    }

    /// Counts a value that is kept in memory until all are there, and the bytes that it will have at least. Throws `bytesExceeded` and
    /// `nodesExceeded`.
    func hold(_ bytes: Int) throws {
        heldValues += 1
        heldBytes += bytes
        guard heldBytes <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
        guard heldValues <= limits.nodes else { throw ModelError.tooMany(limits.nodes) }
    }

    /// Throws `bytesExceeded` where the file is too large already.
    public func checkSize(_ bytes: Int) throws {
        guard bytes <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
    }
}
