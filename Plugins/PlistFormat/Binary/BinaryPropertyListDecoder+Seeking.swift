import FormatSupport
import ModelCore

extension BinaryPropertyListDecoder: SeekingDecoder {
    /// Where the reference to the value stands: a file may have one object for two values that only happen to be equal.
    public var valuePosition: Int {
        container.kind == .root ? container.place : reader.place(container.next - 1, in: container.values)
    }

    public var isAtContainer: Bool {
        switch value?.kind {
        case .array, .set, .dictionary: true
        default: false
        }
    }

    public func peekClass() throws -> CodedClass? {
        guard let value, value.kind == .dictionary, let name = try className(of: value) else { return nil }
        return classes.codedClass(named: try text(of: name))
    }

    public func beginDetour(to position: Int) throws {
        guard outer.count < context.limits.depth else {
            throw error(.depthExceeded, "Nested more than \(context.limits.depth) levels deep.")
        }
        let target: BinaryPropertyListObject
        do {
            target = try reader.object(position == 0 ? reader.topObject : reader.number(at: position))
        } catch {
            throw ModelError(error)
        }
        var root = BinaryContainer(kind: .root)
        root.place = position
        root.left = value
        enter(root)
        value = target
    }

    public func endDetour() throws {
        let left = container.left
        leave()
        value = left
    }
}
