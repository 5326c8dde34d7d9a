/// What belongs to one encoding, whatever the format: its limits and how deep it stands.
public final class EncodingContext {
    public let limits: DecodingLimits
    public let format: FileFormat

    private let stack = StackGuard()
    private var depth = 0
    private var nodes = 0

    public init(format: FileFormat, limits: DecodingLimits = .standard) {
        self.format = format
        self.limits = limits
    }

    /// Goes one level down. Throws `depthExceeded`, and then isn't to be followed by ``leave()``.
    public func enter() throws {
        guard depth < limits.depth, stack.hasRoom else { throw ModelError.tooDeep(limits, at: depth) }
        depth += 1
        try count(1)
    }

    public func leave() {
        depth -= 1
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
