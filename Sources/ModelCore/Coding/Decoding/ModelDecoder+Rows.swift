import FormatSupport

// The loop that decodes the properties of a model, in the order of its class's list of properties.

extension ModelDecoder {
    /// Decodes the properties of a model from the object that was entered for this model. From any other object,
    /// ``decodePassedOn(_:)`` decodes them.
    func decodeProperties(of object: BaseModel) throws {
        guard context.filled === object, cursor.frame.isModel else { return try decodePassedOn(object) }
        if cursor.frame.unread != .none, try readProperties() { return }
        try decodeRows(of: object, context.decodedClass(of: type(of: object)))
    }

    /// Decodes the properties of a model from the object that was entered last, whose keys are in use.
    func decodeRows(of object: BaseModel, _ decodedClass: DecodedClass) throws {
        let rows = decodedClass.rows
        let owner = PropertyOwner(object)
        guard let plan = cursor.plan(for: rows, decodedClass.keys) else {
            return try decodeDeclared(owner, rows)
        }
        while let row = unsafe try cursor.fillPlain(owner.memory, rows, plan) {
            do {
                let hasValue = cursor.hasValue()
                if let decode = rows.codes[row].decode { try decode(owner, rows.offset(row), self, hasValue) }
            } catch {
                throw failing(.key(rows.codes[row].key.stringValue), error)
            }
        }
    }

    /// Decodes the properties of a model from a dictionary that was entered. The dictionary's keys may differ from
    /// the properties' names.
    func decodeDictionary(of object: BaseModel) throws {
        let decodedClass = try context.decodedClass(of: type(of: object))
        defer { if object.extras?.origin != nil { noteForms(of: object, decodedClass, isPart: true) } }
        let keys = decodedClass.keys
        if let keys { try cursor.use(keys) }
        do {
            try decodeRows(of: object, decodedClass)
        } catch {
            throw keys.map { state.caught.locate(error, by: $0.located) } ?? error
        }
        if let keys, !keys.overlaps.isEmpty { note(keys.overlaps, of: object) }
        if object.isOfUnknownClass { _ = try BaseModel.evolution.takeUnknown(of: object, keys, in: self) }
    }
}

extension DocumentCursor {
    /// For the objects of one shape and class: the property that each member belongs to.
    struct RowPlan {
        /// The index in `rowSteps` of the first member's property. -1 if one of the members belongs to no property.
        let start: Int
    }

    /// The plan for the object that was entered last. Returns nil if the properties can't be set in the order of the
    /// members: a member belongs to no property, a property is stored deeper, some members were already read, or a
    /// setter requires another order.
    ///
    /// - Parameter keys: The keys of the object's properties in the file; nil if each key is the property's name.
    @inline(__always)
    mutating func plan(for rows: PropertyRows, _ keys: PropertyKeys?) -> RowPlan? {
        guard frame.tag == .object, !frame.hasLookup, frame.member == 0 else { return nil }
        let shape = content.low(at: frame.start)
        if let known = rowPlans[shape, ObjectIdentifier(rows)] { return known.start < 0 ? nil : known }
        return makePlan(for: rows, keys, shape)
    }

    @inline(never)
    private mutating func makePlan(for rows: PropertyRows, _ keys: PropertyKeys?, _ shape: Int) -> RowPlan? {
        var positions: [ExactText: Int] = [:]
        for (position, property) in rows.properties.enumerated() {
            positions[ExactText(keys?.entry(named: property.name)?.key ?? property.name)] = position
        }
        let members = (0..<frame.count).map { key($0) }
        let found = members.compactMap { positions[ExactText($0)] }
        // A property's setter may depend on properties that are declared before.
        let isInOrder = rows.areStored || zip(found, found.dropFirst()).allSatisfy { $0 < $1 }
        let isWhole = found.count == members.count && keys?.hasKeyPaths != true && isInOrder
        let plan = RowPlan(start: isWhole ? rowSteps.count : -1)
        rowPlans[shape, ObjectIdentifier(rows)] = plan
        if isWhole { rowSteps += found }
        return isWhole ? plan : nil
    }

    /// Sets the properties of the next members. Stops at a property whose value only the decode function of its type
    /// can read.
    ///
    /// - Returns: The property at which it has stopped, with the cursor at its value. Nil after the last property.
    mutating func fillPlain(
        _ memory: UnsafeMutableRawPointer, _ rows: PropertyRows, _ plan: RowPlan
    ) throws -> Int? {
        while frame.member < frame.count {
            let position = rowSteps[plan.start &+ frame.member]
            let step = rows.steps[position]
            frame.member &+= 1
            slot = frame.next
            let word = content.word(at: slot)
            // The memory belongs to an object with these rows. Only models that refer to the object can access it yet.
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

    /// The texts of the array at the position. Nil if the array contains anything but texts, or if references point
    /// to it.
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
