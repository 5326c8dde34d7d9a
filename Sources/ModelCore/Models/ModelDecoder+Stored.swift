import FormatSupport

// Properties that are written where they stand in memory.

extension ModelDecoder {
    /// Fills a model from the object that was entered last.
    func decodeStored(_ object: BaseModel, _ layout: StoredLayout, _ plan: DocumentCursor.StoredPlan) throws {
        let memory = unsafe StoredLayout.memory(of: object)
        while let position = unsafe try cursor.fillStored(memory, layout, plan) {
            do {
                unsafe try layout.values[position].decode(memory + layout.steps[position].offset, self)
            } catch {
                throw failing(.key(layout.names[position]), error)
            }
        }
    }

    /// Decodes the value of the member that was moved to. Returns nil if there is none, and as
    /// ``decode(_:forKey:)-(Value.Type,ModelKey)`` does for a nil or a null.
    @inlinable
    @inline(__always)
    func decodeMember<Value: ModelValue>(_ type: Value.Type, of name: String) throws -> Value? {
        guard hasMember else { return foundNil ? try decodeNil(type, forKey: ModelKey(name)) : nil }
        return try decodeValue(type)
    }

    @usableFromInline
    var hasMember: Bool { cursor.hasValue() }
}

extension DocumentCursor {
    /// Which properties the members of objects of one shape are.
    struct StoredPlan {
        let layout: ObjectIdentifier
        /// Where `storedSteps` has them; -1 where one of the members is none.
        let start: Int
    }

    /// Which properties the members of the object are that was entered last; nil where some are none, or properties
    /// stand deeper.
    ///
    /// - Parameter keys: Under which keys it has the properties; nil where each has its own name.
    @inline(__always)
    mutating func plan(for layout: StoredLayout, _ keys: PropertyKeys?) -> StoredPlan? {
        guard frame.tag == .object, !frame.hasLookup else { return nil }
        let shape = content.low(at: frame.start)
        if let known = storedPlans[shape], known.layout == ObjectIdentifier(layout) {
            return known.start < 0 ? nil : known
        }
        return makePlan(for: layout, keys, shape)
    }

    @inline(never)
    private mutating func makePlan(for layout: StoredLayout, _ keys: PropertyKeys?, _ shape: Int) -> StoredPlan? {
        var positions: [ExactText: Int] = [:]
        for (position, name) in layout.names.enumerated() {
            positions[ExactText(keys?.entry(named: name)?.key ?? name)] = position
        }
        let members = content.shapes.keys(of: shape)
        let found = members.compactMap { positions[ExactText($0)] }
        let isWhole = found.count == members.count && keys?.hasWays != true
        let plan = StoredPlan(layout: ObjectIdentifier(layout), start: isWhole ? storedSteps.count : -1)
        storedPlans[shape] = plan
        if isWhole { storedSteps += found }
        return isWhole ? plan : nil
    }

    /// Sets the properties that the next members are, as long as that takes no type's code.
    ///
    /// - Returns: The property that does, whose member is moved to; nil behind the last one.
    mutating func fillStored(
        _ memory: UnsafeMutableRawPointer, _ layout: StoredLayout, _ plan: StoredPlan
    ) throws -> Int? {
        while frame.member < frame.count {
            let position = storedSteps[plan.start &+ frame.member]
            let step = layout.steps[position]
            frame.member &+= 1
            slot = frame.next
            let word = content.word(at: slot)
            // The layout is that of the object whose memory this is, and nobody else has the object yet but models that
            // refer to it.
            let value = unsafe memory + step.offset
            switch (step.kind, word.tag) {
            case (.text, .string) where !isReadOften(slot):
                frame.next = slot &+ 1 &+ content.textSize(at: slot &+ 1)
                unsafe value.assumingMemoryBound(to: String.self).pointee = content.text(at: slot &+ 1)
            case (.integer, .int64):
                frame.next = slot &+ 2
                unsafe value.assumingMemoryBound(to: Int64.self).pointee = Int64(bitPattern: content.words[slot &+ 1])
            case (.double, .double):
                frame.next = slot &+ 2
                unsafe value.assumingMemoryBound(to: Double.self).pointee = Double(bitPattern: content.words[slot &+ 1])
            case (.bool, .yes), (.bool, .no):
                frame.next = slot &+ 1
                unsafe value.assumingMemoryBound(to: Bool.self).pointee = word.tag == .yes
            case (.texts, .array):
                frame.next = slot &+ content.size(at: slot)
                guard let texts = try decodeTexts() else { return position }
                unsafe value.assumingMemoryBound(to: [String].self).pointee = texts
            default:
                frame.next = slot &+ content.size(at: slot)
                return position
            }
        }
        slot = ModelDocument.Content.nowhere
        return nil
    }

    /// The texts of the array at the position; nil where it has anything else, or may be read at many places.
    private func decodeTexts() throws -> [String]? {
        guard !content.word(at: slot).isShared, openShared.isEmpty, context.mayEnter else { return nil }
        let count = content.low(at: slot)
        var place = slot &+ 3
        for _ in 0..<count {
            let word = content.word(at: place)
            guard word.tag == .string, !word.isShared else { return nil }
            place &+= 1 &+ content.textSize(at: place &+ 1)
        }
        try context.count(count &+ 1)
        place = slot &+ 3
        var texts: [String] = []
        texts.reserveCapacity(count)
        for _ in 0..<count {
            texts.append(content.text(at: place &+ 1))
            place &+= 1 &+ content.textSize(at: place &+ 1)
        }
        return texts
    }
}
