// Decoders that the code of a model passes on to another model, which reads its own properties from the same object.

extension ModelDecoder {
    /// Decodes the properties of a model from the object that was entered last, which isn't the model's own object.
    /// Either the code of another model has passed on its decoder, or the program has entered the object.
    ///
    /// If an object or a dictionary is at the position, the model is filled from that value.
    ///
    /// - Throws: `invalidCoding` if no object was entered. `invalidCoding` also for a class with a version and for a
    ///   class that is only set with dictionaries, because they can't share another model's object.
    @inline(never)
    func decodePassedOn(_ object: BaseModel) throws {
        if cursor.frame.unread != .none { try cursor.readWhole() }
        let isOwn = context.filled === object
        let (filled, merged) = (context.filled, context.merged)
        defer { (context.filled, context.merged) = (filled, merged) }
        // A model other than the model that is being filled has values already.
        if !isOwn { context.merged = object }
        if cursor.isAtObject { return try object.setRoot(from: self) }
        guard cursor.frame.tag == .object else {
            throw ModelError.misuse(
                """
                The values of a \(type(of: object)) were asked for where no object is: call beginObject() before \
                set(with:), and endObject() after it.
                """
            ).at(location)
        }
        context.filled = object
        let decodedClass = try context.decodedClass(of: type(of: object))
        if !isOwn { try decodedClass.requireSharing() }
        if cursor.frame.isModel {
            cursor.notePassedOn(decodedClass.keys?.known ?? ModelClass.of(type(of: object)).knownKeys)
        }
        try using(decodedClass.keys) {
            guard decodedClass.overrides.isDisjoint(with: [.relationships, .mapped]) else {
                return try relating(object) { try decodeRows(of: object, decodedClass) }
            }
            try decodeRows(of: object, decodedClass)
        }
        if let keys = decodedClass.keys, !keys.overlaps.isEmpty { note(keys.overlaps, of: object) }
    }

    /// Runs code that requests the properties of another class in the object that was entered last.
    ///
    /// - Parameter keys: The keys of these properties in the file; nil if each key is the property's name.
    private func using(_ keys: PropertyKeys?, _ body: () throws -> Void) throws {
        let (level, outer) = (cursor.level, cursor.keysInUse)
        // After an error, another container may be open.
        defer { if cursor.isAt(level) { cursor.keysInUse = outer } }
        if let keys { try cursor.use(keys) } else { cursor.useNames() }
        do { try body() } catch { throw keys.map { state.caught.locate(error, by: $0.located) } ?? error }
    }
}

extension DecodedClass {
    /// Throws `invalidCoding` if a model of this class can't be read from another model's object, because the class
    /// has a version, or is only set with dictionaries.
    fileprivate func requireSharing() throws {
        if overrides.contains(.setWithDictionary), !overrides.contains(.setWithDecoder) {
            throw ModelError.misuse(
                "The class \(type) is set with dictionaries, and can't be set with another model's decoder.")
        }
        let modelClass = ModelClass.of(type)
        if !modelClass.versionedClasses.isEmpty { throw ModelError.sharedVersion(modelClass) }
    }
}

extension ModelError {
    /// The error for a class with a version whose values are read from, or written to, another class's object.
    static func sharedVersion(_ modelClass: ModelClass) -> ModelError {
        .misuse("The class \(modelClass.name) has a version, which an object of another class has no place for.")
    }
}

extension DocumentCursor {
    /// The keys of a class that has read another class's object, because a decoder was passed on to it.
    struct PassedOn {
        /// The index of the object in the document. `level` is the object's level of nesting.
        let start: Int
        let level: Int
        let known: KnownKeys
    }

    /// True if an object or a dictionary is at the position.
    var isAtObject: Bool {
        mutating get {
            guard slot != ModelDocument.Content.noIndex, let kind = try? peekKind() else { return false }
            return kind == .object || kind == .dictionary
        }
    }

    /// The keys by which the members of the object that was entered last are found: `keyUse` and `firstMember` of its
    /// frame.
    var keysInUse: (keyUse: Int, firstMember: Int) {
        get { (frame.keyUse, frame.firstMember) }
        set { (frame.keyUse, frame.firstMember) = newValue }
    }

    /// Uses the names of the properties as their keys in the object that was entered last.
    mutating func useNames() {
        frame.keyUse = 0
        guard !frame.hasLookup else { return }
        frame.firstMember = content.shapes.firstMember(of: content.low(at: frame.start), &starts, in: &members)
    }

    /// Notes that a class with the given keys also reads the object that was entered last.
    mutating func notePassedOn(_ known: KnownKeys) {
        passedOn.append(PassedOn(start: frame.start, level: level, known: known))
    }

    /// Returns the keys of all further classes that have read the object that was entered last. Only the first call
    /// returns them.
    mutating func takePassedOn() -> [KnownKeys] {
        if passedOn.isEmpty { return [] }
        let (start, level) = (frame.start, level)
        let own = passedOn.filter { $0.start == start && $0.level == level }
        passedOn.removeAll { $0.level >= level }
        return own.map(\.known)
    }
}
