import FormatSupport

/// The meanings of the keys of dictionaries, for each list of keys that was met. Most dictionaries have the same list
/// of keys as one before, which is found by comparing the references.
package struct BinaryPropertyListKeyLists: ~Copyable {
    private struct Known {
        let owner: ObjectIdentifier
        let keys: BinaryPropertyListReferences
        let start: Int
    }

    private var known: [Known] = []
    private var last = 0
    private var meanings = Stack<Int32>()

    package init() {}

    /// The meaning of a key, by the start of its list and its position there.
    @inline(__always)
    package subscript(position: Int) -> Int { Int(meanings[position]) }

    /// The greatest number of lists. A file with more of them isn't worth it.
    private static let most = 32

    /// Returns where the meanings of a list of keys start. Nil if one of the keys has no meaning, or if there are too
    /// many lists.
    ///
    /// - Parameters:
    ///   - owner: The owner of the meanings, which may differ for the same keys.
    ///   - meaning: Returns the meaning of a key at a position; nil if it has none.
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

    @inline(never)
    private mutating func find(
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
