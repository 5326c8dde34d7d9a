extension NodeDecoder: SeekingDecoder {
    public var valuePosition: Int {
        guard let identity = current.identity else {
            positions.append(current)
            return positions.count - 1
        }
        if let known = knownPositions[ObjectIdentifier(identity)] { return known }
        knownPositions[ObjectIdentifier(identity)] = positions.count
        // Kept alive by this, so that no address is used twice.
        positions.append(current)
        return positions.count - 1
    }

    public var isAtContainer: Bool {
        if case .scalar = current { false } else { true }
    }

    public func peekClass() throws -> CodedClass? {
        guard case .object(let node) = current, !node.codedClass.name.isEmpty else { return nil }
        return node.codedClass
    }

    public func beginDetour(to position: Int) throws {
        guard positions.indices.contains(position) else { throw error(.corruptData, "There is no value \(position).") }
        open.append(Frame(container: .detour(from: current)))
        current = positions[position]
    }

    public func endDetour() throws {
        guard case .detour(let place)? = open.popLast()?.container else { throw error(.corruptData, "No detour was begun.") }
        current = place
    }
}
