import FormatSupport

/// Keeps the meaning of each key, for the lists of keys that were read. A meaning is a number that the reader's caller
/// has given for a key, such as the index of a property in its class's table. Most dictionaries have the same list of
/// keys as an earlier dictionary. Such a list is found by comparing the references.
@usableFromInline
package struct BinaryPropertyListKeyLists: ~Copyable {
    @usableFromInline
    struct Known {
        @usableFromInline let owner: ObjectIdentifier
        @usableFromInline let keys: BinaryPropertyListReferences
        @usableFromInline let start: Int
    }

    @usableFromInline var known: [Known] = []
    @usableFromInline var last = 0
    @usableFromInline var meanings = Stack<Int32>()

    @usableFromInline package init() {}

    /// The meaning at a position in the list of all meanings. The position is the start of a list's meanings plus the
    /// position of the key in its list.
    @inlinable
    @inline(__always)
    package subscript(position: Int) -> Int { Int(meanings[position]) }

    /// The greatest number of lists. In a file with more lists, keeping them isn't worth the time.
    private static let most = 32

    /// Returns where the meanings of a list of keys start. Returns nil if one of the keys has no meaning, if a new
    /// list has more than 256 keys, or if 32 lists are kept already.
    ///
    /// - Parameters:
    ///   - owner: Identifies who gives the meanings, such as the table of a class. For another owner, the same keys
    ///     may have other meanings.
    ///   - meaning: Returns the meaning of a key at a position in the list of keys. Returns nil if the key has no
    ///     meaning.
    @inlinable
    @inline(__always)
    package mutating func start(
        of keys: BinaryPropertyListReferences, _ owner: ObjectIdentifier, in list: borrowing BinaryPropertyListReader,
        _ meaning: (BinaryPropertyListObject, _ position: Int) -> Int?
    ) -> Int? {
        if last < known.count, known[last].owner == owner, list.areEqual(known[last].keys, keys) {
            return known[last].start
        }
        return find(keys, owner, in: list, meaning)
    }

    @usableFromInline
    @inline(never)
    mutating func find(
        _ keys: BinaryPropertyListReferences, _ owner: ObjectIdentifier, in list: borrowing BinaryPropertyListReader,
        _ meaning: (BinaryPropertyListObject, _ position: Int) -> Int?
    ) -> Int? {
        for index in known.indices where known[index].owner == owner && list.areEqual(known[index].keys, keys) {
            last = index
            return known[index].start
        }
        guard known.count < Self.most, keys.count <= 256 else { return nil }
        let start = meanings.count
        for position in 0..<keys.count {
            guard let key = try? list.object(list.number(position, in: keys)), let found = meaning(key, position) else {
                meanings.truncate(to: start)
                return nil
            }
            meanings.append(Int32(truncatingIfNeeded: found))
        }
        last = known.count
        known.append(Known(owner: owner, keys: keys, start: start))
        return start
    }
}
