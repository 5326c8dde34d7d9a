// Properties that files have under other keys than their names, or deeper.

extension DocumentCursor {
    /// Has the properties' names stand for these keys, in the object that was entered last.
    mutating func use(_ keys: PropertyKeys) {
        var use = keyUses.firstIndex { $0.keys === keys } ?? keyUses.count
        if use == keyUses.count { keyUses.append(KeyUse(keys: keys)) }
        if !frame.hasLookup {
            // What is known of the shape's keys belongs to these alone.
            frame.firstMember = content.shapes.firstMember(
                of: content.low(at: frame.start), &keyUses[use].starts, in: &members)
        }
        use += 1
        frame.keyUse = use
    }

    /// True where the next member has the key of the property of that name.
    ///
    /// - Parameter address: Where the name stands in memory, if it is a literal; else 0.
    @inline(never)
    mutating func isNext(_ name: ModelKey, _ address: UInt) -> Bool {
        let place = frame.firstMember &+ frame.member
        var key = keyUses[frame.keyUse - 1].keys.key(for: name.stringValue)
        guard key.withUTF8({ unsafe content.shapes.isKey(members[place].key, $0) }) else { return false }
        if address != 0 { members[place].address = address }
        return true
    }

    /// Moves to a property's value: where the file should have it, or else where older ones do.
    ///
    /// - Throws: `typeMismatch` where there is something else than a dictionary on the way.
    mutating func moveToProperty(_ entry: PropertyKeys.Entry) throws -> Bool {
        if try move(along: entry.place) { return hasValue() }
        for alias in entry.aliases where try move(along: alias) { return hasValue() }
        slot = ModelDocument.Content.nowhere
        return false
    }

    /// Moves to the end of a way from the object that was entered last; returns false where there is nothing.
    private mutating func move(along way: [String]) throws -> Bool {
        guard let first = way.first, let member = position(of: first) else { return false }
        let isWay = way.count > 1
        move(to: member, staying: isWay)
        for (step, key) in way.enumerated().dropFirst() {
            guard let next = try child(key, of: way[..<step]) else { return false }
            slot = next
        }
        return !content.isAbsent(slot)
    }

    private func position(of key: String) -> Int? {
        var key = key
        return key.withUTF8 { unsafe position(of: $0) }
    }

    /// Where the value of a key stands in the dictionary at the position; nil where there is none.
    ///
    /// - Parameter way: The way to the dictionary, for errors.
    private mutating func child(_ key: String, of way: ArraySlice<String>) throws -> Int? {
        if let error = unreadable() { throw error }
        let index = index
        switch content.word(at: index).tag {
        case .object:
            return member(key, of: index)
        case .dictionary:
            return ModelDocument.Value(document: ModelDocument(content), index: index).child(key)
        case .absent, .null, .weakReference:
            return nil
        default:
            if try expandInstance(at: index) != nil { return try child(key, of: way) }
            if model != nil { return nil }
            throw ModelError(
                .typeMismatch,
                "Expected a dictionary at \(ModelPath(way.map { .key($0) })), found \(try peekKind().rawValue)."
            ).at(location)
        }
    }

    /// Where the value of a key stands in the object at an index, whose shape is looked at once.
    private mutating func member(_ key: String, of index: Int) -> Int? {
        let shape = content.low(at: index)
        let first = content.shapes.firstMember(of: shape, &starts, in: &members)
        var key = key
        return key.withUTF8 { bytes in
            var place = index + 3
            for member in 0..<content.shapes.count(of: shape) {
                if unsafe content.shapes.isKey(members[first + member].key, bytes) { return place }
                place += content.size(at: place)
            }
            return nil
        }
    }
}
