// A key and its value in one step.

extension DocumentWalker {
    /// Moves to the next member of an object or a dictionary, and on to its value, if the value is of one of the most
    /// frequent kinds. This is one step instead of two, for writers that have to be fast. ``memberNumber`` is the
    /// number of the key.
    ///
    /// - Returns: The step of the value. Nil if no member comes next, or if its value is of another kind. Then
    ///   ``next()`` returns the step.
    @inlinable
    @inline(__always)
    public mutating func nextMember() -> Step? {
        guard frame.kind == .keys, frame.next < frame.end, !frame.escapesKeys, values < valueLimit else { return nil }
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

    /// The number of the key that ``nextMember()`` moved to: see ``keyNumber``.
    @inlinable
    public var memberNumber: Int {
        @inline(__always) get { keyNumber(frame) }
    }
}
