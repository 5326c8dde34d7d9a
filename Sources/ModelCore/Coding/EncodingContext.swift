/// What belongs to one encoding, whatever the format: its limits and how deep it stands.
public final class EncodingContext {
    /// What bounds this encoding.
    public let limits: DecodingLimits
    /// The format that is written.
    public let format: FileFormat

    /// True while the properties of an object are encoded whose class has a resource file: reading lays the file over that, so a
    /// nil has to be in it.
    var keepsNil = false

    private var depth = 0
    private var nodes = 0
    private var last: EncodedClass?
    private var known: [ObjectIdentifier: EncodedClass] = [:]

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

    /// Goes one level up again: once for each ``enter()`` that didn't throw.
    public func leave() {
        depth -= 1
    }

    /// What an object's class is in the file. Each class is looked up once.
    ///
    /// - Throws: `duplicateClass` where a file with the class's name in it couldn't be read again.
    @inline(__always)
    func encodedClass(of type: BaseModel.Type, in encoder: any ModelEncoder) throws -> EncodedClass {
        if let last, last.type == type { return last }
        return try findEncodedClass(of: type, in: encoder)
    }

    @inline(never)
    private func findEncodedClass(of type: BaseModel.Type, in encoder: any ModelEncoder) throws -> EncodedClass {
        if let found = known[ObjectIdentifier(type)] {
            last = found
            return found
        }
        let modelClass = ModelClass.of(type)
        if encoder.capabilities.contains(.classes), let other = try ClassRegistry.current.type(named: modelClass.name), other != type {
            throw ModelError(
                .duplicateClass,
                """
                Two classes have the name \(modelClass.name) in files: \(String(reflecting: other)), which is registered, and \
                \(String(reflecting: type)), which isn't.
                """)
        }
        let made = EncodedClass(modelClass)
        known[ObjectIdentifier(type)] = made
        last = made
        return made
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
