/// For each shape of a file's objects: the members that their class doesn't know. Most objects of a class have the
/// same keys, so the unknown members are found once for all of them.
final class UnknownPlans {
    /// For each shape and class of objects: the plan for their unknown members.
    private var plans = ShapePlans<Plan>()
    /// For dictionaries on the key paths of properties: the plans by the known keys of the dictionary, and then by
    /// its shape.
    private var ways: ContiguousArray<(known: KnownKeys, plans: DocumentShapes.Cache<WayPlan>)> = []
    /// For the dictionaries in `ways`: the members whose values are deeper dictionaries on key paths.
    private var wayMembers: ContiguousArray<WayMember> = []

    /// The result of comparing the keys of dictionaries of one shape with the known keys. It contains only plain
    /// numbers, so that reading it needs no reference counting.
    private struct WayPlan {
        /// True if a key of the dictionaries is unknown.
        let hasUnknown: Bool
        /// The elements of `wayMembers` for the dictionaries of this shape.
        let further: Range<Int>
    }

    /// A member whose value is a deeper dictionary on a key path: the member's position in its shape, and the index
    /// in `ways` of the deeper dictionary's known keys.
    private struct WayMember {
        let member: Int
        let known: Int
    }

    /// True if a dictionary on the key paths of properties may have unknown keys.
    ///
    /// - Parameters:
    ///   - known: The index in `ways` of the dictionary's known keys.
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
        let found = content.shapes.keys(of: shape)
        // Keys that can't be distinguished are an error later, when the unknown keys are searched for.
        let keys = (try? known.matched(found)) ?? found
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

    /// The unknown members of objects of one shape and class, of which the same members were requested. It contains
    /// only plain numbers, so that reading it needs no reference counting.
    struct Plan {
        /// The members that weren't requested, with a bit for each of the first 64 members.
        let notAskedFor: UInt64
        /// The unknown members among the members that weren't requested, with a bit for each of the first 64 members.
        let unknown: UInt64
        /// The shape of the dictionary with the unknown values, in the content that collects unknown values.
        let shape: Int
    }

    /// The plan for objects with the same shape as the object that was entered last. Returns nil if there is no plan,
    /// or if dictionaries on key paths may contain unknown keys.
    func plan(for type: ObjectIdentifier, _ keys: PropertyKeys?, _ cursor: borrowing DocumentCursor) -> Plan? {
        let (start, content) = (cursor.frame.start, cursor.content)
        guard cursor.frame.count <= 64, content.word(at: start).tag == .object,
            let plan = plans[content.low(at: start), type], plan.notAskedFor == cursor.notAskedFor
        else { return nil }
        if let keys, keys.hasKeyPaths, hasUnknown(number(of: keys.known), at: start, content, isOnWay: false) {
            return nil
        }
        return plan
    }

    /// Keeps the unknown members of the object that was entered last as a plan, if they are the same for all objects
    /// with the same shape, class and requested members.
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
        plans[content.low(at: start), type] = Plan(
            notAskedFor: cursor.notAskedFor, unknown: unknown, shape: shape)
    }
}

extension DocumentCursor {
    /// Copies the unknown values of the object that was entered last.
    func copyUnknown(_ plan: UnknownPlans.Plan, to file: UnknownContent) -> UnknownValues {
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

    /// The members that weren't requested, with a bit for each of the first 64 members.
    fileprivate var notAskedFor: UInt64 {
        if frame.hasLookup, let last = lookups.last {
            return last.places.indices.reduce(0) { last.places[$1].isAskedFor ? $0 : $0 | 1 << UInt64($1) }
        }
        let count = frame.count
        let all: UInt64 = count < 64 ? (1 << UInt64(count)) - 1 : .max
        return frame.passed | (frame.member < 64 ? all & (.max << UInt64(frame.member)) : 0)
    }
}
