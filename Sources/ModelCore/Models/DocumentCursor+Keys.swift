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

    /// One key of the way that a property of some shape's objects was found on: its next objects have it there, too.
    struct RouteStep {
        /// Where the literal of the property's name stands in memory; 0 for all but the way's first key.
        let address: UInt
        /// The shape of the object on the way; for the first key that is known.
        let shape: Int
        /// Which of its members the key is.
        let member: Int
        /// The first step to the property that is asked for next; 0 where nobody knows.
        var next = 0
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
        frame.route = 0
    }

    // MARK: Routes

    /// The first step to the property that was asked for next in the last object of this shape; 0 where there is none.
    private var nextRoute: Int { frame.route == 0 ? members[frame.firstMember].route : routes[frame.route].next }

    /// True where the property with that literal has its route, and no search is needed.
    @inline(__always)
    func hasRoute(_ address: UInt) -> Bool {
        let route = nextRoute
        return route != 0 && routes[route].address == address
    }

    /// Moves to a property's value where the last object of this shape had it; returns false where this one hasn't.
    mutating func follow(_ name: ModelKey) throws -> Bool {
        guard !frame.hasLookup, frame.count > 0, let literal = name.literal else { return false }
        let address = literal.address
        let route = nextRoute
        guard route != 0, routes[route].address == address, routes[route].member >= frame.member else { return false }
        var step = route + 1
        move(to: routes[route].member, staying: step < routes.count && routes[step].address == 0)
        while step < routes.count, routes[step].address == 0 {
            let index = index
            guard content.word(at: index).tag == .object, content.low(at: index) == routes[step].shape else {
                return false
            }
            try countWay(through: index)
            var place = index + 3
            for _ in 0..<routes[step].member { place += content.size(at: place) }
            slot = place
            step += 1
        }
        guard !content.isAbsent(slot) else { return false }
        frame.route = route
        return true
    }

    /// True where nobody knows yet what is asked for behind the last property, so that it is worth a note.
    var isRouteOpen: Bool { frame.keyUse != 0 && !frame.hasLookup && nextRoute == 0 }

    /// Remembers on which members of which shapes a property was found.
    mutating func note(_ name: ModelKey, _ steps: ContiguousArray<(shape: Int, member: Int)>) {
        guard let literal = name.literal else { return }
        if routes.isEmpty { routes.append(RouteStep(address: 0, shape: 0, member: 0)) }
        let start = routes.count
        for (number, step) in steps.enumerated() {
            let address = number == 0 ? literal.address : 0
            routes.append(RouteStep(address: address, shape: step.shape, member: step.member))
        }
        if frame.route == 0 { members[frame.firstMember].route = start } else { routes[frame.route].next = start }
        frame.route = start
    }

    /// Where a property stands; without an entry for one that has its own name as key, and for what is no property.
    private mutating func way(of name: ModelKey) -> Way {
        let use = frame.keyUse - 1
        guard let literal = name.literal else {
            return Way(address: 0, entry: keyUses[use].keys.entry(named: name.stringValue), keys: [])
        }
        let address = literal.address
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
        guard key.withUTF8({ content.shapes.isKey(members[place].key, $0) }) else { return false }
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
        if try move(along: way.keys, to: name) ?? move(along: entry.place) { return hasValue() }
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
    private mutating func move(along keys: ContiguousArray<Int32>, to name: ModelKey) throws -> Bool? {
        guard let key = keys.first, !frame.hasLookup else { return nil }
        let count = frame.count
        var member = frame.member
        for _ in 0..<count {
            if member >= count { member = 0 }
            if members[frame.firstMember &+ member].key == key { break }
            member &+= 1
        }
        guard member < count, members[frame.firstMember &+ member].key == key else { return nil }
        let isNew = isRouteOpen
        var steps: ContiguousArray<(shape: Int, member: Int)> = []
        if isNew { steps.append((content.low(at: frame.start), member)) }
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
            if isNew { steps.append((shape, next - first)) }
            slot = place
        }
        if isNew { note(name, steps) }
        return !content.isAbsent(slot)
    }

    /// Counts the members of a dictionary on a way, where very many objects may share it.
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

    /// Where the value of a key stands in the dictionary at the position; nil where there is none.
    ///
    /// - Parameter way: The way to the dictionary, for errors.
    private mutating func child(_ key: String, of way: ArraySlice<String>) throws -> Int? {
        if let error = unreadable() { throw error }
        let index = index
        switch content.word(at: index).tag {
        case .object, .dictionary:
            try countWay(through: index)
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
