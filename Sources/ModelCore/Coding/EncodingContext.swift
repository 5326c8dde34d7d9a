/// What belongs to one encoding, whatever the format: its limits and how deep it stands.
public final class EncodingContext {
    /// What bounds this encoding.
    public let limits: DecodingLimits
    /// The format that is written.
    public let format: FileFormat

    /// True while the properties of an object are encoded whose class has a resource file: reading lays the file over that, so a
    /// nil has to be in it.
    @usableFromInline
    var keepsNil = false

    private var depth = 0
    private var nodes = 0
    private var lastNamed: ModelClass?

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
        guard encoder.capabilities.contains(.classes) else { return }
        guard let known = try ClassRegistry.current.type(named: modelClass.name), known != modelClass.type else { return }
        throw ModelError(
            .duplicateClass,
            """
            Two classes have the name \(modelClass.name) in files: \(String(reflecting: known)), which is registered, and \
            \(String(reflecting: modelClass.type)), which isn't.
            """)
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
