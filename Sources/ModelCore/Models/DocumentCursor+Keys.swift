// Properties that files have under other keys than their names, or deeper.

extension DocumentCursor {
    /// Keys of a class's properties, and what is known of a document for objects of that class.
    struct KeyUse {
        let keys: PropertyKeys
        /// Where the members of each shape begin.
        var starts = DocumentShapes.Cache<Int>()
        /// The properties that were asked for by literals.
        var ways: ContiguousArray<Way> = []
    }

    /// Where a property stands, if it has another key than its name.
    struct Way {
        /// Where the literal of its name stands in memory.
        let address: UInt
        let entry: PropertyKeys.Entry?
        /// The numbers of the keys on its way; empty where the document has one of them nowhere, or may get more keys.
        let keys: ContiguousArray<Int32>
    }

    /// Has the properties' names stand for these keys, in the object that was entered last.
    mutating func use(_ keys: PropertyKeys) {
        let use = keyUses.firstIndex { $0.keys === keys } ?? keyUses.count
        if use == keyUses.count { keyUses.append(KeyUse(keys: keys)) }
        if !frame.hasLookup {
            // What is known of the shape's keys belongs to these alone.
            frame.firstMember = content.shapes.firstMember(
                of: content.low(at: frame.start), &keyUses[use].starts, in: &members)
        }
        frame.keyUse = use + 1
    }

    /// Where a property stands; without an entry for one that has its own name as key, and for what is no property.
    private mutating func way(of name: ModelKey) -> Way {
        let use = frame.keyUse - 1
        guard let literal = name.literal else {
            return Way(address: 0, entry: keyUses[use].keys.entry(named: name.stringValue), keys: [])
        }
        let address = unsafe UInt(bitPattern: literal.utf8Start)
        // Few, and asked for in the same order for each object.
        for way in keyUses[use].ways.indices where keyUses[use].ways[way].address == address {
            return keyUses[use].ways[way]
        }
        let entry = keyUses[use].keys.entry(named: literal.description)
        let keys = holdsInstances ? [] : entry?.place.map { content.shapes.keyNumber(of: $0) } ?? []
        let way = Way(
            address: address, entry: entry, keys: keys.contains(nil) ? [] : ContiguousArray(keys.compactMap(\.self)))
        keyUses[use].ways.append(way)
        return way
    }

    /// True where the next member has the key of the property of that name.
    ///
    /// - Parameter address: Where the name stands in memory, if it is a literal; else 0.
    @inline(never)
    mutating func isNext(_ name: ModelKey, _ address: UInt) -> Bool {
        let place = frame.firstMember &+ frame.member
        let entry = way(of: name).entry
        if let entry, entry.place.count > 1 { return false }
        var key = entry?.key ?? name.stringValue
        guard key.withUTF8({ unsafe content.shapes.isKey(members[place].key, $0) }) else { return false }
        if address != 0 { members[place].address = address }
        return true
    }

    /// Moves to a property's value: where the file should have it, or else where older ones do. Nil where the property
    /// has its own name as key.
    ///
    /// - Throws: `typeMismatch` where there is something else than a dictionary on the way.
    mutating func moveToProperty(_ name: ModelKey) throws -> Bool? {
        let way = way(of: name)
        guard let entry = way.entry else { return nil }
        if try move(along: way.keys) ?? move(along: entry.place) { return hasValue() }
        for alias in entry.aliases where try move(along: alias) { return hasValue() }
        slot = ModelDocument.Content.nowhere
        return false
    }

    /// Moves to the end of a way from the object that was entered last; returns false where there is nothing.
    private mutating func move(along way: [String]) throws -> Bool {
        guard let first = way.first, let member = position(of: first) else { return false }
        move(to: member, staying: way.count > 1)
        for step in 1..<way.count {
            guard let next = try child(way[step], of: way[..<step]) else { return false }
            slot = next
        }
        return !content.isAbsent(slot)
    }

    /// The same by the numbers of the keys, where all of them are in the document; nil where that isn't enough.
    private mutating func move(along keys: ContiguousArray<Int32>) -> Bool? {
        guard let key = keys.first, !frame.hasLookup else { return nil }
        let count = frame.count
        var member = frame.member
        for _ in 0..<count {
            if member >= count { member = 0 }
            if members[frame.firstMember &+ member].key == key { break }
            member &+= 1
        }
        guard member < count, members[frame.firstMember &+ member].key == key else { return nil }
        move(to: member, staying: keys.count > 1)
        for step in 1..<keys.count {
            let index = index
            guard content.word(at: index).tag == .object else { return nil }
            let shape = content.low(at: index)
            let first = content.shapes.firstMember(of: shape, &starts, in: &members)
            let end = first + content.shapes.count(of: shape)
            var place = index + 3
            var next = first
            while next < end, members[next].key != keys[step] {
                place += content.size(at: place)
                next += 1
            }
            guard next < end else { return nil }
            slot = place
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
        case .object, .dictionary:
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
}
