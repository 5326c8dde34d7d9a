import FormatSupport

/// A cursor that goes through the values of a binary property list, one after the other. It reads values of an
/// expected kind.
@usableFromInline
package struct BinaryPropertyListCursor: ~Copyable {
    @usableFromInline package let list: BinaryPropertyListReader
    /// The number of the object at the position.
    @usableFromInline package var number: Int
    @usableFromInline var keyLists = BinaryPropertyListKeyLists()
    @usableFromInline var longValues = BinaryPropertyListLongValues()
    @usableFromInline var frames = FrameStack(Frame())

    /// A container that was entered.
    @usableFromInline
    struct Frame: BitwiseCopyable {
        /// The offset of the references to the values, and the index of the next reference.
        @usableFromInline var start = 0
        @usableFromInline var count = 0
        @usableFromInline var next = 0
        /// The start of the meanings of the dictionary's keys: see ``BinaryPropertyListKeyLists``.
        @usableFromInline var meanings = 0
        /// The offset of the references to the keys, in a dictionary that was entered without meanings.
        @usableFromInline var keys = 0

        @usableFromInline
        init(start: Int = 0, count: Int = 0, meanings: Int = 0, keys: Int = 0) {
            self.start = start
            self.count = count
            self.meanings = meanings
            self.keys = keys
        }
    }

    /// - Parameter number: The number of the object to begin with.
    package init(_ list: BinaryPropertyListReader, at number: Int) {
        self.list = list
        self.number = number
    }

    // MARK: Containers

    /// A number that identifies the position: two positions have the same number if and only if they are equal.
    @inlinable package var place: Int {
        @inline(__always) get { frames.depth << 32 | number }
    }

    /// Goes back to a position in a container that is still open.
    package mutating func goBack(to place: Int) {
        frames.pop(to: place >> 32)
        number = place & (1 << 32 - 1)
    }

    /// Enters a container of values.
    @inlinable
    @inline(__always)
    package mutating func enter(_ values: BinaryPropertyListReferences) {
        frames.push(Frame(start: values.start, count: values.count))
    }

    /// Enters a dictionary with as many keys as values, without meanings: ``nextKey()`` gives the keys.
    package mutating func enter(_ values: BinaryPropertyListReferences, keys: BinaryPropertyListReferences) {
        frames.push(Frame(start: values.start, count: values.count, keys: keys.start))
    }

    /// Moves as ``next()`` does. Returns the object number of the value's key, in a dictionary that was entered
    /// without meanings.
    package mutating func nextKey() -> Int? {
        let frame = frames.top
        return next().map { list.number($0, in: BinaryPropertyListReferences(start: frame.keys, count: frame.count)) }
    }

    /// Enters a dictionary whose keys get meanings: see ``BinaryPropertyListKeyLists``. Returns false, without
    /// entering it, if that type keeps no meanings for the keys.
    ///
    /// - Parameters:
    ///   - owner: Identifies who gives the meanings, such as the table of a class. For another owner, the same keys
    ///     may have other meanings.
    ///   - meaning: Returns the meaning of a key at a position in the list of keys. Returns nil if the key has no
    ///     meaning.
    @inlinable
    @inline(__always)
    package mutating func enter(
        _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences, _ owner: ObjectIdentifier,
        _ meaning: (BinaryPropertyListObject, _ position: Int) -> Int?
    ) -> Bool {
        guard let start = keyLists.start(of: keys, owner, in: list, meaning) else { return false }
        frames.push(Frame(start: values.start, count: values.count, meanings: start))
        return true
    }

    /// Moves to the next value of the innermost container. At its end, leaves it and returns nil.
    ///
    /// - Returns: The index of the value.
    @inlinable
    @inline(__always)
    package mutating func next() -> Int? {
        let frame = frames.top
        guard frame.next < frame.count else {
            frames.pop()
            return nil
        }
        number = list.number(frame.next, in: BinaryPropertyListReferences(start: frame.start, count: frame.count))
        frames.top.next = frame.next &+ 1
        return frame.next
    }

    /// Moves as ``next()`` does, and returns the meaning of the value's key.
    @inlinable
    @inline(__always)
    package mutating func nextMeaning() -> Int? {
        let meanings = frames.top.meanings
        return next().map { keyLists[meanings &+ $0] }
    }

    // MARK: Values

    @inlinable
    @inline(__always)
    package mutating func text(_ object: BinaryPropertyListObject?) -> String? {
        guard let object else { return nil }
        // All bytes of such a text are ASCII.
        if let bytes = try? list.shortASCII(object) { return unsafe bytes.uncheckedText }
        return object.kind == .string ? try? longValues.string(object, in: list) : nil
    }

    /// Returns data. Returns nil for any other object. Long data shares the list's memory, and must not be changed.
    package mutating func data(_ object: BinaryPropertyListObject?) -> Data? {
        guard let object, object.kind == .data else { return nil }
        return try? longValues.data(object, in: list)
    }

    /// Returns an integer. Returns nil if it doesn't fit into a signed integer of 64 bits.
    @inlinable
    @inline(__always)
    package func integer(_ object: BinaryPropertyListObject?) -> Int64? {
        guard let object, object.kind == .integer else { return nil }
        return (try? list.int64(object)) ?? nil
    }

    @inlinable
    @inline(__always)
    package func double(_ object: BinaryPropertyListObject?) -> Double? {
        guard let object, object.kind == .real, !list.isFloat(object) else { return nil }
        return try? list.double(object)
    }

    package func float(_ object: BinaryPropertyListObject?) -> Float? {
        guard let object, list.isFloat(object) else { return nil }
        return try? list.float(object)
    }

    package func bool(_ object: BinaryPropertyListObject?) -> Bool? {
        guard let object, object.kind == .bool else { return nil }
        return try? list.bool(object)
    }
}
