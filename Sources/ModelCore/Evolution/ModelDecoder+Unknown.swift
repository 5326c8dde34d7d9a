import FormatSupport

// Unknown values: members of a file's object that its class doesn't know.

extension ModelDecoder {
    /// Keeps or refuses the unknown members of the object that was entered last: the members whose keys its class
    /// doesn't know.
    ///
    /// - Parameter keys: The keys of the object's properties in the file; nil if each key is the property's name.
    /// - Returns: The error, if the class refuses unknown members; else nil.
    @inline(never)
    func takeUnknown(of object: BaseModel, _ keys: PropertyKeys?) throws -> ModelError? {
        let type = type(of: object)
        let id = ObjectIdentifier(type)
        let others = cursor.takePassedOn()
        if cursor.isExact, let error = try unfit(object, keys, others) { return error }
        // Most objects of a class have the same keys, also on the key paths of their properties.
        if others.isEmpty, !object.isOfUnknownClass, let plan = plans.plan(for: id, keys, cursor) {
            if plan.unknown != 0 { object.unknown = cursor.copyUnknown(plan, to: unknownContent).over(object.unknown) }
            return nil
        }
        try requireProperties(of: object)
        // An object of an unknown class keeps all values, because it isn't known which of them are properties.
        let policy = object.isOfUnknownClass ? .keep : type.unknownKeys
        let isHeeded =
            switch policy {
            case .ignore: false
            case .keep: (!cursor.holdsInstances || object.isOfUnknownClass) && context.purpose != .defaults
            case .refuse: mayRefuse
            }
        func note(_ members: [UnknownValues.Member], shape: Int = 0) {
            if others.isEmpty, !object.isOfUnknownClass { plans.note(members, shape: shape, for: id, cursor) }
        }
        guard isHeeded else {
            note([])
            return nil
        }
        let known = others.reduce(keys?.known ?? ModelClass.of(type).knownKeys) { $0.union($1) }
        let members = try cursor.unknownMembers(beyond: known, withVersion: object.isOfUnknownClass)
        guard let first = members.first else {
            note([])
            return nil
        }
        if policy == .refuse { return unknownKey(first, of: ModelClass.of(type), known, keys) }
        if cursor.holdsInstances {
            let values = try members.map { (way: $0.way, document: try cursor.document(at: $0.place)) }
            object.unknown = UnknownContent.values(values).over(object.unknown)
            return nil
        }
        if let error = refuseForeign(members, ModelClass.of(type)) { return error }
        if context.readsParts, cursor.capabilities.contains(.identity) { throw cursor.requiringWhole() }
        let file = unknownContent
        if !(keys?.hasKeyPaths ?? false) {
            note(members, shape: file.shape(of: members.map { $0.way[0] }))
        }
        object.unknown = file.values(members).over(object.unknown)
        return nil
    }

    /// Returns the error of an object that was entered last, if its class doesn't know all of its members, and the
    /// enum's case that is tried requires this. Otherwise returns nil.
    @inline(never)
    private func unfit(_ object: BaseModel, _ keys: PropertyKeys?, _ others: [KnownKeys]) throws -> ModelError? {
        let type = type(of: object)
        let known = others.reduce(keys?.known ?? ModelClass.of(type).knownKeys) { $0.union($1) }
        let members = try cursor.unknownMembers(beyond: known, withVersion: object.isOfUnknownClass)
        var isKept = object.isOfUnknownClass
        if case .keep = type.unknownKeys { isKept = true }
        return unfit(members, ModelClass.of(type), isKept: isKept)
    }

    /// Returns the error if the enum's case that is tried mustn't have these unknown members. Otherwise returns nil.
    ///
    /// - Parameters:
    ///   - members: The members that the object's type doesn't know.
    ///   - isKept: True if the type keeps unknown members.
    private func unfit(_ members: [UnknownValues.Member], _ type: any KeyedType, isKept: Bool = false) -> ModelError? {
        let ways = members.filter { !cursor.content.isMissing(at: $0.place) }.map(\.way)
        if ways.isEmpty || cursor.allowsUnknown(isKept: isKept) { return nil }
        let most = 8
        let named = ways.prefix(most).map { ErrorText.quoted(ModelPath($0.map { .key($0) }).description) }
        let rest = ways.count > most ? " and \(ways.count - most) more" : ""
        return ModelError(.unknownKey, "The \(type.title) doesn't know \(named.joined(separator: ", "))\(rest).")
    }

    /// Throws an error if the object that was entered last contains values that would be lost: their keys are the
    /// names of stored properties that no description lists, and the class's decode function hasn't read them.
    private func requireProperties(of object: BaseModel) throws {
        guard let forgotten = object.forgotten else { return }
        let names = Set(forgotten.names)
        if try cursor.unknownMembers(beyond: KnownKeys([])).contains(where: { $0.way.first.map(names.contains) == true }
        ) {
            throw forgotten.error
        }
    }

    /// Returns the error if the dictionary that was entered last has keys that a struct doesn't know. Otherwise
    /// returns nil.
    @inline(never)
    func refuseUnknown(of type: ModelType, _ keys: PropertyKeys?) throws -> ModelError? {
        // A case of an untagged enum can't keep unknown keys, whatever its type declares.
        let isCase = cursor.isExact
        guard isCase || mayRefuse, plans.plan(for: ObjectIdentifier(type), keys, cursor) == nil else { return nil }
        let known = keys?.known ?? type.knownKeys
        let members = try cursor.unknownMembers(beyond: known)
        if let first = members.first {
            return isCase && !type.refusesUnknown ? unfit(members, type) : unknownKey(first, of: type, known, keys)
        }
        plans.note([], shape: 0, for: ObjectIdentifier(type), cursor)
        return nil
    }

    /// Copies of values of the file, for an object to keep.
    func keptValues(_ members: [UnknownValues.Member]) -> UnknownValues { unknownContent.values(members) }

    private var plans: UnknownPlans {
        if let known = context.part(UnknownPlans.self) { return known }
        let made = UnknownPlans()
        context.keep(made)
        return made
    }

    /// True if unknown keys may be refused. False for a dictionary that the program has made.
    private var mayRefuse: Bool { !cursor.holdsInstances || context.conventions.origin == .dictionaryOfFile }

    /// The content that collects the unknown values of the file's objects.
    private var unknownContent: UnknownContent {
        if let known = context.part(UnknownContent.self) {
            known.setSource(cursor.content)
            return known
        }
        let made = UnknownContent(of: cursor.content, opening: cursor.hasArchives ? context.opening : nil)
        context.keep(made)
        return made
    }

    /// Returns the error if the dictionary that was entered last has no key that its class knows, although it must
    /// have such a key. A file's root must have one, and so must a dictionary that contains only another library's
    /// reference to an object.
    private func refuseForeign(_ members: [UnknownValues.Member], _ modelClass: ModelClass) -> ModelError? {
        let keys = members.map { $0.way[0] }
        guard format != .document, cursor.isPlain, !modelClass.omitsDefaults, !modelClass.notesForms,
            context.conventions.writtenDefaults == .all, members.count == cursor.frame.count,
            members.allSatisfy({ $0.way.count == 1 }),
            // Each object of the class has a key in files, because one of its properties can't be nil.
            modelClass.properties.contains(where: { !($0.valueType is any OptionalValue.Type) })
        else { return nil }
        if let mark = ForeignMark.only(in: keys) { return ForeignMark.error(mark).at(location) }
        guard cursor.isInRoot, let key = keys.first else { return nil }
        return error(
            .unknownKey, "It has none of the keys of \(modelClass.name), and \(key.debugDescription) instead."
        ).under(.otherClass)
    }

    /// Returns the error if the dictionary that was entered last contains only another library's reference to an
    /// object, and every value of the struct must have a key. Otherwise returns nil.
    @inline(never)
    func refuseForeign(_ type: ModelType) -> ModelError? {
        guard format != .document, cursor.isPlain, !cursor.holdsInstances,
            let mark = ForeignMark.only(in: (0..<cursor.frame.count).map { cursor.key($0) }),
            type.rows.properties.contains(where: { !($0.valueType is any OptionalValue.Type) })
        else { return nil }
        return ForeignMark.error(mark).at(location)
    }

    private func unknownKey(
        _ member: UnknownValues.Member, of type: any KeyedType, _ known: KnownKeys, _ keys: PropertyKeys?
    ) -> ModelError {
        let way = member.way
        // If the key is the name of a property with another key, that property was probably meant.
        let own = way.count == 1 ? keys?.entry(named: way[0])?.place.last : nil
        let near = own ?? way.dropLast().reduce(known) { $0?[$1] }?.nearest(to: way.last ?? "")
        let path = ModelPath(way.map { .key($0) })
        var error = ModelError(
            .unknownKey, "The \(type.title) knows no such key\(near.map { "; did you mean \($0)?" } ?? ".")")
        error.path = path
        // The root has no key that its class knows.
        if cursor.isInRoot, cursor.hasNothingKnown { error = error.under(.otherClass) }
        return error.at(cursor.location(ofSlot: member.place)).at(location)
    }
}

extension DocumentCursor {
    /// True if the container that was entered last is the root.
    var isInRoot: Bool {
        // The content of parts has no root. The file's root is the part at the first level.
        context.readsParts ? context.depth == 1 : frame.start == content.resolved(content.root)
    }

    /// True if the object that was entered last is a dictionary.
    var isPlain: Bool { content.codedClass(at: frame.start) == nil }

    /// The unknown members of the object that was entered last: members that no code has requested, and whose keys
    /// its class doesn't know.
    ///
    /// - Parameter withVersion: True to include the object's version, because the object's class is unknown.
    func unknownMembers(beyond known: KnownKeys, withVersion: Bool = false) throws -> [UnknownValues.Member] {
        var found: [UnknownValues.Member] = []
        var next = frame.start + 3
        for member in 0..<frame.count {
            var place = next
            if frame.hasLookup, let last = lookups.last { place = last.places[member].index }
            next = place + content.size(at: place)
            let key = key(member)
            if let inner = known[key] {
                try addUnknown(at: place, [key], beyond: inner, to: &found)
            } else if !isAskedFor(member), !known.contains(key), withVersion || key != VersionKey.text,
                !namesClass(key)
            {
                found.append(([key], place))
            }
        }
        return found
    }

    /// True for the key `$class` if it names the object's class without being the first key.
    private func namesClass(_ key: String) -> Bool {
        key == ClassKey.text && content.lateClassName(at: frame.start) != nil
    }

    /// Adds the unknown members of a dictionary that exists only to contain properties.
    private func addUnknown(
        at place: Int, _ way: ArraySlice<String>, beyond known: KnownKeys, to found: inout [UnknownValues.Member]
    ) throws {
        let value = ModelDocument.Value(document: ModelDocument(content), index: place)
        if value.word.tag.isContainer { try countWay(through: value.index) }
        let members = value.members.map { (key: $0.key, place: $0.place) }
        for (key, place) in zip(try known.matched(members.map(\.key)), members.map(\.place)) {
            if let inner = known[key] {
                try addUnknown(at: place, way + [key], beyond: inner, to: &found)
            } else if !known.contains(key) {
                found.append((way + [key], place))
            }
        }
    }
}
