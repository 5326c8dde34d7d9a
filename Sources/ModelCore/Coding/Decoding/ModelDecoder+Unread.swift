import Documents

// Objects whose class has its own decode function, and whose members are read from the file when this function
// requests them.

extension ModelDecoder {
    /// Fills a model: calls the decode function of its class.
    ///
    /// - Parameters:
    ///   - members: Reads the values that the decode function requests.
    ///   - members: Reads the values that the class's code requests.
    ///   - depth: The number of levels of nesting around the object.
    func fill(_ object: BaseModel, from members: any UnreadMembers, depth: Int) throws(ModelError) {
        defer { cursor.unread = nil }
        try decodePart(depth: depth) {
            let decodedClass = try context.decodedClass(of: type(of: object))
            try cursor.begin(members)
            try fill(object, decodedClass, hasClass: true)
            // The program's code may have caught the error.
            if context.needsWhole { throw cursor.requiringWhole() }
        }
    }

    /// Reads the properties of the object that was entered last from the file. Returns false if they have to be read
    /// through a document.
    func readProperties() throws -> Bool {
        guard let members = cursor.unread, cursor.frame.unread == .all else {
            try cursor.readWhole()
            return false
        }
        // Code of the program runs meanwhile.
        guard let index = members.readProperties() else { throw cursor.requiringWhole() }
        try cursor.goOn(at: index, .properties)
        return true
    }
}

extension DocumentCursor {
    /// The members of an open object that weren't read from the file yet. They are read when the decode function of
    /// the object's class requests them.
    enum Unread {
        case none
        case all
        /// The properties. The content contains the other members.
        case properties
    }

    /// Enters an object of which nothing was read.
    mutating func begin(_ members: any UnreadMembers) throws {
        isOwn = true
        keysOfUnread = nil
        try context.enter()
        frames.push(Frame())
        frame.unread = .all
        slot = ModelDocument.Content.noIndex
        unread = members
    }

    /// Uses the object at an index of the content as the object that was entered last.
    mutating func goOn(at index: Int, _ unread: Unread) throws {
        let keys = keysOfUnread
        frame.unread = unread
        guard index != ModelDocument.Content.noIndex else { return }
        guard content.word(at: index).tag == .object else { throw requiringWhole() }
        let shape = content.low(at: index)
        frame.tag = .object
        frame.start = index
        frame.next = index &+ 3
        frame.end = index &+ Int(truncatingIfNeeded: content.words[index &+ 2])
        frame.count = content.shapes.count(of: shape)
        frame.firstMember = content.shapes.firstMember(of: shape, &starts, in: &members)
        if let keys { try use(keys) }
    }

    /// Reads all members of the object that was entered last into the content.
    @inline(never)
    mutating func readWhole() throws {
        guard frame.unread != .none else { return }
        let asked = frame.tag == .object ? (0..<frame.count).filter { isAskedFor($0) }.map { key($0) } : []
        if frame.hasLookup { lookups.removeLast() }
        (frame.member, frame.passed, frame.hasLookup) = (0, 0, false)
        // After other keys, an object may name another class, or a version.
        guard let index = unread?.parse(), content.lateClassName(at: index) == nil, !hasVersion(at: index) else {
            throw requiringWhole()
        }
        try goOn(at: index, .none)
        for key in asked {
            var key = key
            if let member = key.withUTF8({ position(of: $0) }) { move(to: member) }
        }
        slot = ModelDocument.Content.noIndex
    }

    private func hasVersion(at index: Int) -> Bool {
        content.word(at: index).tag == .object
            && content.shapes.keys(of: content.low(at: index)).contains(VersionKey.text)
    }

    /// Searches for a key in an object that wasn't read as a whole.
    @inline(never)
    mutating func searchUnread(_ key: ModelKey) throws -> Bool {
        if frame.unread == .properties {
            foundNil = false
            slot = ModelDocument.Content.noIndex
            if frame.tag == .object, try find(key) || foundNil { return !foundNil }
            if !isProperty(key) { return false }
        }
        try readWhole()
        return try moveToKey(key)
    }

    /// Reads the rest of an object that wasn't read as a whole, if it may contain members that its class doesn't know.
    @inline(never)
    mutating func endUnread() throws {
        if frame.unread == .all || mayHaveUnknown { try readWhole() }
    }

    /// True if the key belongs to a property that the format reads directly into memory.
    private func isProperty(_ key: ModelKey) -> Bool {
        guard let unread else { return false }
        let name = key.stringValue
        guard let entry = keysOfUnread?.entry(named: name) else { return unread.hasProperty(name) }
        return ([entry.place] + entry.aliases).contains { unread.hasProperty($0.first ?? name) }
    }
}
