// Two steps in one.

extension DocumentWalker {
    /// Moves to the next member of an object or a dictionary and to its value at once, where that is one of the most
    /// frequent: two steps in one, for writers that have to be fast. ``memberNumber`` tells the key.
    ///
    /// - Returns: The value; nil where something else comes next, which ``next()`` tells.
    @inlinable
    @inline(__always)
    public mutating func nextMember() -> Step? {
        guard frame.kind == .keys, frame.next < frame.end, !frame.escapesKeys, values < limits.nodes else { return nil }
        let place = frame.next
        let word = words[place]
        let step: Step
        switch word.tag {
        case .string where !word.isShared:
            frame.next = place &+ words.textSize(at: place &+ 1) &+ 1
            step = .string
        case .int64:
            frame.next = place &+ 2
            step = .int64(Int64(bitPattern: words[place &+ 1].bits))
        case .double:
            let value = Double(bitPattern: words[place &+ 1].bits)
            guard value.isFinite else { return nil }
            frame.next = place &+ 2
            step = .double(value)
        case .no, .yes:
            frame.next = place &+ 1
            step = .bool(word.tag == .yes)
        default: return nil
        }
        values &+= 1
        frame.count &+= 1
        isLowered = false
        slot = place
        index = place
        return step
    }

    /// Which key the member has that ``nextMember()`` moved to: as ``keyNumber``.
    @inlinable
    public var memberNumber: Int {
        @inline(__always) get { keyNumber(frame) }
    }
}
