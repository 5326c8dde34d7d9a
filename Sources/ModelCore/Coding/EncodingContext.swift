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
    @usableFromInline
    var keepsNil = false

    private var depth = 0
    private var nodes = 0
    private var lastNamed: ModelClass?
    private var named: Set<ObjectIdentifier> = []

    /// The context of one encoding, which an encoder is made with.
    public init(format: FileFormat, limits: DecodingLimits = .standard) {
        self.format = format
        self.limits = limits
    }

    /// Goes one level down. Throws `depthExceeded`, and then isn't to be followed by ``leave()``.
    public func enter() throws {
        guard depth < limits.depth, StackGuard.hasRoomToCode else { throw ModelError.tooDeep(limits, at: depth) }
        depth += 1
        try count(1)
    }

    /// Goes one level up again: once for each ``enter()`` that didn't throw.
    public func leave() {
        depth -= 1
    }

    /// Throws `duplicateClass` where a file with the class's name in it couldn't be read again.
    func requireUniqueName(of modelClass: ModelClass, in encoder: any ModelEncoder) throws {
        if lastNamed === modelClass { return }
        lastNamed = modelClass
        guard named.insert(ObjectIdentifier(modelClass)).inserted else { return }
        if depth == 0 {
            rootType = modelClass.type
            rootClass = modelClass.codedClass
        }
        guard encoder.capabilities.contains(.classes) else { return }
        guard let known = try ClassRegistry.current.type(named: modelClass.name), known != modelClass.type else { return }
        throw ModelError(
            .duplicateClass,
            """
            Two classes have the name \(modelClass.name) in files: \(String(reflecting: known)), which is registered, and \
            \(String(reflecting: modelClass.type)), which isn't.
            """)
    }

    /// Takes note of an object of a tree that is about to be encoded.
    func willEncode(_ node: ObjectNode) {
        if depth == 0, !node.codedClass.name.isEmpty { rootClass = node.codedClass }
    }

    /// Counts values that were written. Throws `nodesExceeded`.
    public func count(_ values: Int) throws {
        nodes += values
        guard nodes <= limits.nodes else { throw ModelError.tooMany(limits.nodes) }
    }

    /// Throws `bytesExceeded` where the file is too large already.
    public func checkSize(_ bytes: Int) throws {
        guard bytes <= limits.bytes else { throw ModelError.tooLarge(limits.bytes) }
    }
}
