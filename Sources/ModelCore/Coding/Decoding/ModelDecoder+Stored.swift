import FormatSupport

// Properties that are written in place, in the object's memory.

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

    /// Decodes the value of the member that was moved to. Returns nil if there is none. A nil or a null is handled as
    /// in ``decode(_:forKey:)-(Value.Type,ModelKey)``.
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
    /// The properties to which the members of objects of one shape belong.
    struct StoredPlan {
        let layout: ObjectIdentifier
        /// The index of the first in `storedSteps`; -1 if one of the members belongs to no property.
        let start: Int
    }

    /// The plan for the object that was entered last; nil if a member belongs to no property, or a property is stored
    /// deeper.
    ///
    /// - Parameter keys: The keys of its properties in the file; nil if each key is the property's name.
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
        let isWhole = found.count == members.count && keys?.hasKeyPaths != true
        let plan = StoredPlan(layout: ObjectIdentifier(layout), start: isWhole ? storedSteps.count : -1)
        storedPlans[shape] = plan
        if isWhole { storedSteps += found }
        return isWhole ? plan : nil
    }

    /// Sets the properties of the next members, until one needs its type's code.
    ///
    /// - Returns: The property that needs it, whose member is moved to; nil after the last one.
    mutating func fillStored(
        _ memory: UnsafeMutableRawPointer, _ layout: StoredLayout, _ plan: StoredPlan
    ) throws -> Int? {
        while frame.member < frame.count {
            let position = storedSteps[plan.start &+ frame.member]
            let step = layout.steps[position]
            frame.member &+= 1
            slot = frame.next
            let word = content.word(at: slot)
            // The memory belongs to an object with this layout. Only models that refer to the object can access it yet.
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
        slot = ModelDocument.Content.noIndex
        return nil
    }

    /// The texts of the array at the position; nil if it contains anything else, or may be read in many places.
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
