// Unknown values: members of a file's object that its class didn't ask for.

extension ModelDecoder {
    /// Keeps or refuses the members of the object that was entered last that its class doesn't know.
    ///
    /// - Parameter keys: The keys of its properties in the file; nil if each key is the property's name.
    /// - Returns: The error, if the class refuses them; else nil.
    @inline(never)
    func takeUnknown(of object: BaseModel, _ keys: PropertyKeys?) throws -> ModelError? {
        let type = type(of: object)
        let id = ObjectIdentifier(type)
        // Most objects of a class have the same keys, also on the key paths of their properties.
        if let plan = plans.plan(for: id, keys, cursor) {
            if plan.unknown != 0 { object.unknown = cursor.copyUnknown(plan, to: unknownContent).over(object.unknown) }
            return nil
        }
        try requireProperties(of: object)
        let policy = type.unknownKeys
        let isHeeded =
            switch policy {
            case .ignore: false
            case .keep: !cursor.holdsInstances && context.purpose != .defaults
            case .refuse: mayRefuse
            }
        guard isHeeded else {
            plans.note([], shape: 0, for: id, cursor)
            return nil
        }
        let known = keys?.known ?? ModelClass.of(type).knownKeys
        let members = try cursor.unknownMembers(beyond: known)
        guard let first = members.first else {
            plans.note([], shape: 0, for: id, cursor)
            return nil
        }
        if policy == .refuse { return unknownKey(first, of: ModelClass.of(type), known, keys) }
        if let error = refuseForeign(members, ModelClass.of(type)) { return error }
        let file = unknownContent
        if !(keys?.hasKeyPaths ?? false) {
            plans.note(members, shape: file.shape(of: members.map { $0.way[0] }), for: id, cursor)
        }
        object.unknown = file.values(members).over(object.unknown)
        return nil
    }

    /// Throws if the object that was entered last contains values that weren't read, under the names of stored
    /// properties that nothing lists: they would be lost.
    private func requireProperties(of object: BaseModel) throws {
        guard let forgotten = object.forgotten else { return }
        let names = Set(forgotten.names)
        if try cursor.unknownMembers(beyond: KnownKeys([])).contains(where: { $0.way.first.map(names.contains) == true }
        ) {
            throw forgotten.error
        }
    }

    /// The error if the dictionary that was entered last has keys that a struct doesn't know; else nil.
    @inline(never)
    func refuseUnknown(of type: ModelType, _ keys: PropertyKeys?) throws -> ModelError? {
        guard mayRefuse, plans.plan(for: ObjectIdentifier(type), keys, cursor) == nil else { return nil }
        let known = keys?.known ?? type.knownKeys
        if let first = try cursor.unknownMembers(beyond: known).first {
            return unknownKey(first, of: type, known, keys)
        }
        plans.note([], shape: 0, for: ObjectIdentifier(type), cursor)
        return nil
    }

    private var plans: UnknownPlans {
        if let known = context.part(UnknownPlans.self) { return known }
        let made = UnknownPlans()
        context.keep(made)
        return made
    }

    /// False for a dictionary of the program's own.
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

    /// The error if the dictionary that was entered last has no key of its class at all, though it must have one. Only
    /// for a file's root, and for a reference that HRCoder wrote and that wasn't resolved.
    private func refuseForeign(_ members: [UnknownValues.Member], _ modelClass: ModelClass) -> ModelError? {
        let key = members[0].way.first ?? ""
        guard format != .document, cursor.isPlain, members.count == cursor.frame.count,
            members.allSatisfy({ $0.way.count == 1 }), cursor.isInRoot || key == "$alias",
            // Each object has some key in files, because not all of its properties may be nil.
            modelClass.properties.contains(where: { !($0.valueType is any OptionalValue.Type) })
        else { return nil }
        return error(
            .unknownKey,
            key == "$alias"
                ? "It is a reference as HRCoder writes them: the file is to be read in one of that library's formats."
                : "It has none of the keys of \(modelClass.name), and \(key.debugDescription) instead.")
    }

    private func unknownKey(
        _ member: UnknownValues.Member, of type: any KeyedType, _ known: KnownKeys, _ keys: PropertyKeys?
    ) -> ModelError {
        let way = member.way
        // A name of a property that isn't its key was meant as that property.
        let own = way.count == 1 ? keys?.entry(named: way[0])?.place.last : nil
        let near = own ?? way.dropLast().reduce(known) { $0?[$1] }?.nearest(to: way.last ?? "")
        let path = ModelPath(way.map { .key($0) })
        var error = ModelError(
            .unknownKey, "The \(type.title) knows no such key\(near.map { "; did you mean \($0)?" } ?? ".")")
        error.path = path
        return error.at(cursor.location(ofSlot: member.place)).at(location)
    }
}

extension DocumentCursor {
    /// Copies the unknown values of the object that was entered last.
    fileprivate func copyUnknown(_ plan: UnknownPlans.Plan, to file: UnknownContent) -> UnknownValues {
        file.values(shape: plan.shape) {
            forEachMember { if plan.unknown >> UInt64($0) & 1 == 1 { file.append($1) } }
        }
    }

    @inline(__always)
    fileprivate func forEachMember(_ body: (_ member: Int, _ place: Int) -> Void) {
        var place = frame.start + 3
        for member in 0..<frame.count {
            body(member, place)
            place += content.size(at: place)
        }
    }

    /// The members that weren't asked for, a bit for each of the first 64.
    fileprivate var notAskedFor: UInt64 {
        if frame.hasLookup, let last = lookups.last {
            return last.places.indices.reduce(0) { last.places[$1].isAskedFor ? $0 : $0 | 1 << UInt64($1) }
        }
        let count = frame.count
        let all: UInt64 = count < 64 ? (1 << UInt64(count)) - 1 : .max
        return frame.passed | (frame.member < 64 ? all & (.max << UInt64(frame.member)) : 0)
    }

    /// True if the container that was entered last is the root.
    var isInRoot: Bool { frame.start == content.resolved(content.root) }

    /// True if the object that was entered last is a dictionary.
    var isPlain: Bool { content.codedClass(at: frame.start) == nil }

    /// The members of the object that was entered last that weren't asked for, and that its class doesn't know.
    func unknownMembers(beyond known: KnownKeys) throws -> [UnknownValues.Member] {
        var found: [UnknownValues.Member] = []
        var next = frame.start + 3
        for member in 0..<frame.count {
            var place = next
            if frame.hasLookup, let last = lookups.last { place = last.places[member].index }
            next = place + content.size(at: place)
            let key = key(member)
            if let inner = known[key] {
                try addUnknown(at: place, [key], beyond: inner, to: &found)
            } else if !isAskedFor(member), !known.contains(key), key != VersionKey.text,
                !namesClass(key)
            {
                found.append(([key], place))
            }
        }
        return found
    }

    /// True for the key `$class` if it isn't the first, and still names the class.
    private func namesClass(_ key: String) -> Bool {
        key == ClassKey.text && content.lateClassName(at: frame.start) != nil
    }

    /// Adds the unknown members of a dictionary that exists only to contain properties.
    private func addUnknown(
        at place: Int, _ way: ArraySlice<String>, beyond known: KnownKeys, to found: inout [UnknownValues.Member]
    ) throws {
        let value = ModelDocument.Value(document: ModelDocument(content), index: place)
        if value.word.tag.isContainer { try countWay(through: value.index) }
        for (key, place) in value.members {
            if let inner = known[key] {
                try addUnknown(at: place, way + [key], beyond: inner, to: &found)
            } else if !known.contains(key) {
                found.append((way + [key], place))
            }
        }
    }
}

/// The members of a file's objects that weren't asked for, by the objects' shapes: most objects of a class have the
/// same keys.
private final class UnknownPlans: DecodingPart {
    /// For each shape of objects: the plan for their unknown members.
    private var plans = DocumentShapes.Cache<Plan>()
    /// For dictionaries on the key paths of properties: the plans by the keys that are known there, and then by shape.
    private var ways: ContiguousArray<(known: KnownKeys, plans: DocumentShapes.Cache<WayPlan>)> = []
    /// The members of these dictionaries through which key paths lead to deeper dictionaries.
    private var wayMembers: ContiguousArray<WayMember> = []

    func finish(in context: DecodingContext) {}

    /// The result of comparing the keys of dictionaries of one shape with the known keys. Plain numbers, so that
    /// reading it counts no references.
    private struct WayPlan {
        /// True if one of its keys is unknown.
        let hasUnknown: Bool
        /// The elements of `wayMembers` for the members through which key paths lead to deeper dictionaries.
        let further: Range<Int>
    }

    /// A member through which key paths lead to a deeper dictionary: the member's position in its shape, and the index
    /// in `ways` of the keys that are known in the deeper dictionary.
    private struct WayMember {
        let member: Int
        let known: Int
    }

    /// True if a dictionary on the key paths of properties may have unknown keys.
    ///
    /// - Parameters:
    ///   - known: The index in `ways` of the keys that are known in the dictionary.
    ///   - start: The index of the dictionary, or of the object that has the properties.
    private func hasUnknown(
        _ known: Int, at start: Int, _ content: ModelDocument.Content, isOnWay: Bool = true
    ) -> Bool {
        let index = content.resolved(start)
        let tag = content.word(at: index).tag
        guard tag == .object else { return tag != .null && !content.isMissing(at: index) }
        let shape = content.low(at: index)
        let plan = ways[known].plans[shape] ?? makePlan(of: shape, known, content)
        if isOnWay, plan.hasUnknown { return true }
        var place = index + 3
        var member = 0
        for next in plan.further {
            while member < wayMembers[next].member {
                place += content.size(at: place)
                member += 1
            }
            if hasUnknown(wayMembers[next].known, at: place, content) { return true }
        }
        return false
    }

    private func makePlan(of shape: Int, _ number: Int, _ content: ModelDocument.Content) -> WayPlan {
        let known = ways[number].known
        let keys = content.shapes.keys(of: shape)
        let further = keys.enumerated().compactMap { member, key in
            known[key].map { WayMember(member: member, known: self.number(of: $0)) }
        }
        let plan = WayPlan(
            hasUnknown: keys.contains { !known.contains($0) },
            further: wayMembers.count..<wayMembers.count + further.count)
        wayMembers += further
        ways[number].plans[shape] = plan
        return plan
    }

    private func number(of known: KnownKeys) -> Int {
        for number in ways.indices where ways[number].known === known { return number }
        ways.append((known, DocumentShapes.Cache()))
        return ways.count - 1
    }

    /// The unknown members of objects of one shape and class, if the same members were asked for. Plain numbers, so
    /// that reading it counts no references.
    struct Plan {
        let type: ObjectIdentifier
        /// The members that weren't asked for, and those of them that the class doesn't know: a bit for each.
        let notAskedFor: UInt64
        let unknown: UInt64
        /// The shape of the dictionary with the unknown values, in the content that collects them.
        let shape: Int
    }

    /// The plan for an object like the one that was entered last; nil if there is none, or if there may be unknown keys
    /// on the key paths of its properties.
    func plan(for type: ObjectIdentifier, _ keys: PropertyKeys?, _ cursor: borrowing DocumentCursor) -> Plan? {
        let (start, content) = (cursor.frame.start, cursor.content)
        guard cursor.frame.count <= 64, content.word(at: start).tag == .object,
            let plan = plans[content.low(at: start)],
            plan.type == type, plan.notAskedFor == cursor.notAskedFor
        else { return nil }
        if let keys, keys.hasKeyPaths, hasUnknown(number(of: keys.known), at: start, content, isOnWay: false) {
            return nil
        }
        return plan
    }

    /// Keeps the unknown members of the object that was entered last as a plan, if they are the same for all objects
    /// like it.
    func note(
        _ members: [UnknownValues.Member], shape: Int, for type: ObjectIdentifier, _ cursor: borrowing DocumentCursor
    ) {
        let (start, content) = (cursor.frame.start, cursor.content)
        guard cursor.frame.count <= 64, content.word(at: start).tag == .object,
            content.lateClassMember(at: start) == nil
        else { return }
        let places = Set(members.map(\.place))
        var unknown: UInt64 = 0
        cursor.forEachMember { if places.contains($1) { unknown |= 1 << UInt64($0) } }
        plans[content.low(at: start)] = Plan(
            type: type, notAskedFor: cursor.notAskedFor, unknown: unknown, shape: shape)
    }
}
