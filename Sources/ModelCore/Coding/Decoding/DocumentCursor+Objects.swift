// The members of objects, by their keys.

extension DocumentCursor {
    mutating func beginObject() throws -> CodedClass? {
        let index = index
        switch content.word(at: index).tag {
        case .object:
            try enterObject(index)
            return content.codedClass(at: index)
        case .dictionary:
            try enterAsObject(index)
            return nil
        default:
            if let instance = try expandInstance(at: index) {
                let codedClass = try beginObject()
                frame.instance = instance
                return codedClass
            }
            throw mismatch(expected: "object")
        }
    }

    @inline(__always)
    mutating func enterObject(_ index: Int) throws {
        let shape = content.low(at: index)
        try enter(index)
        frame.count = content.shapes.count(of: shape)
        frame.firstMember = content.shapes.firstMember(of: shape, &starts, in: &members)
    }

    /// Enters a dictionary of keys and values as an object. Keys that aren't text are ignored.
    mutating func enterAsObject(_ index: Int) throws {
        try enter(index)
        var lookup = Lookup()
        var place = frame.next
        while place < frame.end {
            let key = content.resolved(place)
            place += content.size(at: place)
            if content.word(at: key).tag == .string {
                lookup.keys.append(try entryKey(at: key))
                lookup.places.append(Lookup.Place(index: place))
            }
            place += content.size(at: place)
        }
        // From here on it is read by the indexes in the lookup.
        frame.tag = .object
        frame.count = lookup.keys.count
        frame.hasLookup = true
        lookups.append(lookup)
    }

    func key(_ member: Int) -> String {
        if frame.hasLookup, let last = lookups.last, !last.keys.isEmpty { return last.keys[member] }
        let number = Int(members[frame.firstMember + member].key)
        return number < 0 ? alikeKeys[~number] : content.shapes.keys[number]
    }

    /// True if the member at an index of `members` has a key with these UTF-8 bytes.
    @safe
    func isKey(_ member: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let number = members[member].key
        return number < 0
            ? unsafe alikeKeys[~Int(number)].utf8.elementsEqual(bytes) : content.shapes.isKey(number, bytes)
    }

    @inline(__always)
    mutating func moveToKey(_ key: ModelKey) throws -> Bool {
        guard frame.tag == .object, !frame.hasLookup, frame.member < frame.count, isNext(key) else {
            return try search(key)
        }
        slot = frame.next
        frame.member &+= 1
        frame.next &+= content.size(at: slot)
        return hasValue()
    }

    /// True if the member at the position has a value. Sets ``foundNil``. A nil or a null is no value, and the cursor
    /// stays at it.
    @inline(__always)
    mutating func hasValue() -> Bool {
        switch content.word(at: slot).tag {
        case .absent, .null, .weakReference, .moved: return hasRareValue()
        case .data where hasArchives: return hasRareValue()
        default:
            foundNil = false
            return true
        }
    }

    @inline(never)
    private mutating func hasRareValue() -> Bool {
        let place = content.unmoved(slot)
        switch content.word(at: place).tag {
        case .null: foundNil = true
        // In a format without nulls, an archive may represent a null.
        case .data: foundNil = hasArchives && (try? archivedScalar(at: place))?.kind == .null
        default: foundNil = false
        }
        if !foundNil, content.isMissing(at: slot) {
            slot = ModelDocument.Content.noIndex
            return false
        }
        return !foundNil
    }

    /// True if a null is at the position. A type's decode function may accept it. False for a nil, which only means
    /// that there is no value.
    var isAtNull: Bool {
        slot != ModelDocument.Content.noIndex && foundNil && !content.isNil(slot)
    }

    /// Consumes the nil or the null at the position.
    mutating func consumeNil() { slot = ModelDocument.Content.noIndex }

    /// True if the next member has this key. A literal key has the same address each time.
    @inline(__always)
    private mutating func isNext(_ key: ModelKey) -> Bool {
        let place = frame.firstMember &+ frame.member
        if let literal = key.literal {
            let address = literal.address
            if members[place].address == address { return true }
            guard frame.keyUse == 0 else { return isNext(key, address) }
            guard content.shapes.isKey(members[place].key, literal.bytes) else { return false }
            members[place].address = address
            return true
        }
        guard frame.keyUse == 0 else { return isNext(key, 0) }
        return key.withUTF8 { content.shapes.isKey(members[place].key, $0) }
    }

    /// Searches for a key that the next member doesn't have. The members after it are searched first, and then the
    /// members from the beginning.
    @inline(never)
    private mutating func search(_ key: ModelKey) throws -> Bool {
        frame.unread == .none ? try find(key) : try searchUnread(key)
    }

    mutating func find(_ key: ModelKey) throws -> Bool {
        guard frame.tag == .object else {
            if frame.isStruct { return moveToNextInList() }
            throw mismatch(expected: "object")
        }
        foundNil = false
        slot = ModelDocument.Content.noIndex
        if frame.keyUse != 0, let hasValue = try moveToProperty(key) { return hasValue }
        guard let found = key.withUTF8({ position(of: $0) }) else { return false }
        move(to: found)
        return hasValue()
    }

    /// Moves to one of the object's members.
    ///
    /// - Parameter staying: True if only a value inside the member is read, so that the member may be requested
    ///   again.
    mutating func move(to member: Int, staying: Bool = false) {
        if !frame.hasLookup, member < frame.member || member > max(frame.member, 64) { findPlaces() }
        if frame.hasLookup {
            let last = lookups.count - 1
            lookups[last].places[member].isAskedFor = true
            slot = lookups[last].places[member].index
            frame.member = member + 1
            return
        }
        // Notes the members before it that the program didn't request.
        for passed in frame.member..<member {
            frame.passed |= 1 << UInt64(passed)
            frame.next &+= content.size(at: frame.next)
        }
        slot = frame.next
        frame.member = member
        if staying { return }
        frame.member &+= 1
        frame.next &+= content.size(at: slot)
    }

    @safe
    func position(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        let count = frame.count
        for step in 0..<count {
            let member = (frame.member + step) % count
            if frame.hasLookup, let last = lookups.last, !last.keys.isEmpty {
                if unsafe last.keys[member].utf8.elementsEqual(key) { return member }
            } else if isKey(frame.firstMember + member, key) {
                return member
            }
        }
        return nil
    }

    /// Finds the index of each member's value.
    private mutating func findPlaces() {
        var lookup = Lookup()
        var place = frame.start + 3
        for member in 0..<frame.count {
            lookup.places.append(Lookup.Place(index: place, isAskedFor: isAskedFor(member)))
            place += content.size(at: place)
        }
        frame.hasLookup = true
        lookups.append(lookup)
    }

    /// True if the program has requested a member of the object that was entered last.
    func isAskedFor(_ member: Int) -> Bool {
        if frame.hasLookup, let last = lookups.last { return last.places[member].isAskedFor }
        return member < frame.member && (member > 63 || frame.passed >> UInt64(member) & 1 == 0)
    }

    /// True if the object that was entered last may have members that the program hasn't requested. Called for each
    /// object.
    @inline(__always)
    var mayHaveUnknown: Bool { frame.member < frame.count || frame.passed != 0 || frame.hasLookup }

    /// True if the object that was entered last isn't empty, and the program has requested none of its members.
    @inline(__always)
    var hasNothingKnown: Bool {
        frame.tag == .object && frame.count > 0 && (frame.hasLookup ? isAllUnknown : frame.member == 0)
    }

    private var isAllUnknown: Bool { lookups.last?.places.allSatisfy { !$0.isAskedFor } ?? false }

    mutating func objectKeys() throws -> [String] {
        if frame.unread != .none { try readWhole() }
        guard frame.tag == .object else { throw mismatch(expected: "object") }
        if frame.hasLookup, let last = lookups.last, !last.keys.isEmpty {
            return last.keys.filter { $0 != VersionKey.text }
        }
        var keys: [String] = []
        var place = frame.start + 3
        for member in 0..<frame.count {
            if !content.isMissing(at: place), key(member) != VersionKey.text { keys.append(key(member)) }
            place += content.size(at: place)
        }
        return keys
    }

    /// True if no object with the shape of the object at the position needs a migration. False if this isn't known.
    /// Called for each object.
    @inline(__always)
    func isCurrent(_ expected: ObjectIdentifier) -> Bool {
        let index = index
        return content.word(at: index).tag == .object && current[content.low(at: index)] == expected
    }

    mutating func setCurrent(_ expected: ObjectIdentifier) {
        let index = index
        guard content.word(at: index).tag == .object, case let shape = content.low(at: index),
            content.shapes.position(of: VersionKey.text, in: shape) == nil,
            // In other objects of this shape, the key may name another class.
            content.shapes.position(of: ClassKey.text, in: shape) == nil
        else { return }
        current[shape] = expected
    }

    /// The object or the dictionary at the position as a document that can be changed; nil for any other value.
    var container: ModelDocument? {
        let index = index
        let tag = content.word(at: index).tag
        return tag == .object || tag == .dictionary ? ModelDocument(content, root: index) : nil
    }

    mutating func endObject() throws {
        guard frame.tag == .object, !frame.isModel else {
            throw ModelError.misuse("An object was left that this code didn't enter.")
        }
        leave()
    }
}

extension DocumentShapes {
    /// The index of a shape's first member in `members`.
    @inline(__always)
    func firstMember(
        of shape: Int, _ starts: inout Cache<Int>, in members: inout ContiguousArray<DocumentCursor.Member>
    ) -> Int {
        starts.value(of: shape) {
            let start = members.count
            for key in keyNumbers(inOrderOf: shape) { members.append(DocumentCursor.Member(key: key)) }
            return start
        }
    }
}
