// Unknown values of a file, which are written back.

extension ModelEncoder {
    /// Encodes unknown values after an object's own values, except values whose keys the object already has. Doesn't
    /// encode earlier unknown values.
    func encodeNewest(_ unknown: UnknownValues, _ keys: PropertyKeys?, besides writtenByOthers: Set<[String]>)
        throws
    {
        let shape = openShape
        if writtenByOthers.isEmpty, !unknown.file.hasModels, !(keys?.hasKeyPaths ?? false),
            let plan = unknownPlan(for: unknown, behind: shape)
        {
            return try self.encode(unknown, by: plan)
        }
        func encode(_ dictionary: ModelDocument.Value, _ way: [String]) throws {
            for (key, place) in dictionary.members {
                let way = way + [key]
                let value = ModelDocument.Value(document: dictionary.document, index: place)
                if writtenByOthers.contains(way) {
                    continue
                } else if let keys, keys.leads(along: way), value.kind == .dictionary {
                    try encode(value, way)
                } else if try encodeNewKey(keys?.key(for: way) ?? key, behind: shape) {
                    try self.encode(ModelDocument(unknown.file.content, root: place)) {
                        unknown.file.models(in: $0, besides: &$1)
                    }
                }
            }
        }
        try encode(unknown.value, [])
    }

    /// The shape of the object that was begun last, with the keys that it has so far.
    private var openShape: Int { builder.frame.shape }

    /// Encodes a key of an unknown value. Does nothing if the key is one of the keys of `shape`: the object already
    /// has it.
    ///
    /// - Returns: False if the object already has the key.
    private func encodeNewKey(_ key: String, behind shape: Int) throws -> Bool {
        guard builder.document.shapes.position(of: key, in: shape) == nil else { return false }
        try build { (builder) throws(ModelError) in try builder.key(key) }
        return true
    }

    /// The plan for unknown values in an object whose own keys are those of the shape `own`. Nil if an unknown key is
    /// also one of these keys.
    private func unknownPlan(for unknown: UnknownValues, behind own: Int) -> UnknownPlan? {
        let content = unknown.file.content
        let shape = content.low(at: unknown.root)
        let last = part(LastUnknownPlan.self)
        if let plan = last.plan, plan.file === unknown.file, plan.shape == shape, plan.own == own {
            return plan
        }
        let shapes = builder.document.shapes
        guard content.shapes.keys(of: shape).allSatisfy({ shapes.position(of: $0, in: own) == nil }) else { return nil }
        let plan = UnknownPlan(
            file: unknown.file, shape: shape, own: own, keys: content.shapes.keyNumbers(inOrderOf: shape))
        last.plan = plan
        return plan
    }

    /// Encodes unknown values by a plan. All of them are written.
    private func encode(_ unknown: UnknownValues, by plan: UnknownPlan) throws {
        let content = plan.file.content
        var copy = state.copies.removeValue(forKey: ObjectIdentifier(content)) ?? DocumentCopy(content)
        defer { state.copies[ObjectIdentifier(content)] = copy }
        var place = unknown.root + 3
        try build { (builder) throws(ModelError) in
            for key in plan.keys {
                if !content.isMissing(at: place) {
                    try builder.key(number: key, of: content.shapes)
                    try builder.append(place, with: &copy)
                }
                place += content.size(at: place)
            }
        }
    }

    /// How to write unknown values with the keys of one shape into objects with the keys of another shape. The two
    /// shapes have no key in common.
    struct UnknownPlan {
        let file: UnknownContent
        let shape: Int
        let own: Int
        let keys: ContiguousArray<Int32>
    }
}

/// The plan for the unknown values that were encoded last: most objects have the same keys.
private final class LastUnknownPlan: EncodingPart {
    var plan: ModelEncoder.UnknownPlan?
}
