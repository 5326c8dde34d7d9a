import FormatSupport

// Properties whose keys in files differ from their names, or that are stored deeper.

extension DocumentCursor {
    /// The keys of a class's properties, with the members of this document that have these keys.
    struct KeyUse {
        let keys: PropertyKeys
        /// For each shape: the index in `members` of its first member.
        var starts = DocumentShapes.Cache<Int>()
        /// The properties that were requested with literal names.
        var ways: ContiguousArray<Way> = []
    }

    /// The key path of a property whose key differs from its name.
    struct Way {
        /// The address of the literal that is the property's name.
        let address: UInt
        let entry: PropertyKeys.Entry?
        /// The document's numbers of the keys on the key path. Empty if the document lacks one of these keys, or may
        /// get more keys.
        let keys: ContiguousArray<Int32>
    }

    /// Uses these keys for the properties of the object that was entered last.
    ///
    /// - Throws: `duplicateKey` if two of the object's keys differ from a property's key only in separators and case.
    mutating func use(_ keys: PropertyKeys) throws {
        if frame.unread == .all {
            keysOfUnread = keys
            return
        }
        let use = keyUses.firstIndex { $0.keys === keys } ?? keyUses.count
        if use == keyUses.count { keyUses.append(KeyUse(keys: keys)) }
        if !frame.hasLookup {
            // The members of the shape are made for these keys, and can't be used with other keys.
            let shape = content.low(at: frame.start)
            frame.firstMember = try keyUses[use].starts[shape] ?? makeMembers(of: shape, use, keys.known)
        } else if keys.known.isLoose, let last = lookups.indices.last, !lookups[last].keys.isEmpty {
            lookups[last].keys = ContiguousArray(try matched(Array(lookups[last].keys), keys.known))
        }
        frame.keyUse = use + 1
    }

    /// Makes the members of a shape, one for each of its keys. A key that only resembles a property's key is replaced
    /// by the property's key. Returns the index of the first member in `members`.
    private mutating func makeMembers(of shape: Int, _ use: Int, _ known: KnownKeys) throws -> Int {
        let keys = content.shapes.keys(of: shape)
        let matched = try matched(keys, known)
        let start = content.shapes.firstMember(of: shape, &keyUses[use].starts, in: &members)
        for (index, (key, match)) in zip(keys, matched).enumerated() where ExactText(key) != ExactText(match) {
            members[start + index].key = number(of: match)
        }
        return start
    }

    private mutating func matched(_ keys: [String], _ known: KnownKeys) throws -> [String] {
        do {
            return try known.matched(keys)
        } catch {
            throw error.at(location(of: frame.start))
        }
    }

    private mutating func number(of key: String) -> Int32 {
        if let number = content.shapes.keyNumber(of: key) { return number }
        let index = alikeKeys.firstIndex { ExactText($0) == ExactText(key) } ?? alikeKeys.count
        if index == alikeKeys.count { alikeKeys.append(key) }
        return ~Int32(index)
    }

    /// The key path of a property. It has no entry if the property's key is its name, or if there is no such
    /// property.
    private mutating func way(of name: ModelKey) -> Way {
        let use = frame.keyUse - 1
        guard let literal = name.literal else {
            return Way(address: 0, entry: keyUses[use].keys.entry(named: name.stringValue), keys: [])
        }
        let address = literal.address
        // There are few key paths, and they are requested in the same order for each object.
        for way in keyUses[use].ways.indices where keyUses[use].ways[way].address == address {
            return keyUses[use].ways[way]
        }
        let entry = keyUses[use].keys.entry(named: literal.text)
        let keys = holdsInstances ? [] : entry?.place.map { content.shapes.keyNumber(of: $0) } ?? []
        let way = Way(
            address: address, entry: entry, keys: keys.contains(nil) ? [] : ContiguousArray(keys.compactMap(\.self)))
        keyUses[use].ways.append(way)
        return way
    }

    /// True if the next member has the key of the property with this name.
    ///
    /// - Parameter address: The address of the name if it is a literal; else 0.
    @inline(never)
    mutating func isNext(_ name: ModelKey, _ address: UInt) -> Bool {
        let place = frame.firstMember &+ frame.member
        let entry = way(of: name).entry
        if let entry, entry.place.count > 1 { return false }
        var key = entry?.key ?? name.stringValue
        guard key.withUTF8({ isKey(place, $0) }) else { return false }
        if address != 0 { members[place].address = address }
        return true
    }

    /// Moves to a property's value, at its key path or at one of its aliases. Returns nil if the property's key is
    /// its name.
    ///
    /// - Throws: `typeMismatch` if a value on the key path isn't a dictionary.
    mutating func moveToProperty(_ name: ModelKey) throws -> Bool? {
        let way = way(of: name)
        guard let entry = way.entry else { return nil }
        if try move(along: way.keys) ?? move(along: entry.place) { return hasValue() }
        for alias in entry.aliases where try move(along: alias) { return hasValue() }
        slot = ModelDocument.Content.noIndex
        return false
    }

    /// Moves along a key path that begins at the object that was entered last. Returns false if the path has no value.
    private mutating func move(along way: [String]) throws -> Bool {
        guard let first = way.first, let member = position(of: first) else { return false }
        move(to: member, staying: way.count > 1)
        for step in 1..<way.count {
            guard let next = try child(way[step], of: way[..<step]) else { return false }
            slot = next
        }
        return !content.isMissing(at: slot)
    }

    /// Moves along a key path, given by the numbers that the document has for its keys. Returns nil if the numbers
    /// can't be used, so that the texts of the keys have to be compared.
    private mutating func move(along keys: ContiguousArray<Int32>) throws -> Bool? {
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
            try countWay(through: index)
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
        return !content.isMissing(at: slot)
    }

    /// Counts the members of a dictionary on a key path, if very many objects may share it.
    func countWay(through index: Int) throws {
        let word = content.word(at: index)
        guard word.isShared || !openShared.isEmpty else { return }
        let low = content.low(at: index)
        try context.count(word.tag == .object ? content.shapes.count(of: low) : low)
    }

    private func position(of key: String) -> Int? {
        var key = key
        return key.withUTF8 { position(of: $0) }
    }

    /// The index of the value of a key in the dictionary at the position. Nil if the dictionary lacks the key.
    ///
    /// - Parameter way: The key path of the dictionary, for errors.
    private mutating func child(_ key: String, of way: ArraySlice<String>) throws -> Int? {
        if let error = unreadable() { throw error }
        let index = index
        switch content.word(at: index).tag {
        case .object, .dictionary:
            try countWay(through: index)
            let value = ModelDocument.Value(document: ModelDocument(content), index: index)
            return try value.child(key) ?? child(like: key, of: way, in: value)
        case .absent, .null, .weakReference:
            return nil
        default:
            if try expandInstance(at: index) != nil { return try child(key, of: way) }
            if model != nil { return nil }
            // A null may also be an archive in the file, or a text.
            let found = try peekKind()
            if found == .null || isNullText { return nil }
            throw ModelError(
                .typeMismatch, "Expected a dictionary at \(ModelPath(way.map { .key($0) })), found \(found.rawValue)."
            ).at(location)
        }
    }
    /// The index of a value in a dictionary on a key path, if the dictionary has a key that differs from the path's
    /// key only in separators and case.
    private mutating func child(
        like key: String, of way: ArraySlice<String>, in dictionary: ModelDocument.Value
    ) throws -> Int? {
        let known = keyUses[frame.keyUse - 1].keys.known
        guard known.isLoose else { return nil }
        let members = dictionary.members.map { (key: $0.key, place: $0.place) }
        if let inner = way.reduce(known, { $0?[$1] }) {
            let matched = try inner.matched(members.map(\.key))
            return zip(matched, members).first { ExactText($0.0) == ExactText(key) }?.1.place
        }
        // The dictionary is the value of another property, and its other keys aren't known.
        let letters = ExactText(lettersOf: key)
        let found = members.filter { ExactText(lettersOf: $0.key) == letters }
        if found.count > 1 { throw KnownKeys.alike(found[0].key, found[1].key, key) }
        return found.first?.place
    }
}
