import FormatSupport

/// The meanings of the keys of dictionaries, for each list of keys that was read. Most dictionaries have the same
/// list of keys as an earlier dictionary. Such a list is found by comparing the references.
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

    /// The meaning of a key, by the start of the meanings of its list plus its position in the list.
    @inlinable
    @inline(__always)
    package subscript(position: Int) -> Int { Int(meanings[position]) }

    /// The greatest number of lists. In a file with more lists, keeping them isn't worth the time.
    private static let most = 32

    /// Returns where the meanings of a list of keys start. Returns nil if one of the keys has no meaning, or if there
    /// are too many lists.
    ///
    /// - Parameters:
    ///   - owner: The owner of the meanings, which may differ for the same keys.
    ///   - meaning: Returns the meaning of a key at a position. Returns nil if the key has no meaning.
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
