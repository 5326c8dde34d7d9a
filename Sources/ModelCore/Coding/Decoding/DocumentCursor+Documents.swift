// Parts of the document as documents, and instances of the program.

extension DocumentCursor {
    /// The value at the position, as a separate document that shares the memory of this one.
    ///
    /// - Parameter keepingInstances: True if the document may contain models that were read outside of this value.
    mutating func decodeDocument(keepingInstances: Bool = false) throws -> ModelDocument {
        if slot == ModelDocument.Content.noIndex { throw Self.noValue }
        if let unreadable = unreadable() { throw unreadable }
        if holdsInstances { return try decodeInstances() }
        if !keepingInstances, context.readsParts, !content.instances.isEmpty,
            holds(at: index, { $0 == .instance || $0.leadsOn })
        {
            throw requiringWhole()
        }
        if !content.errors.isEmpty { try requireReadable(at: index) }
        let mayHoldArchives = hasArchives && holds(at: index) { $0 == .data || $0.leadsOn }
        // In a document of separate values, a container may be marked as shared although no second reference to it is
        // there. A copy doesn't get that mark.
        let isPart = !keepingInstances && context.objects.collectsMade && content.word(at: index).tag.isContainer
        let document =
            isPart || mayHoldArchives && isOwn
            ? openedCopy() : ModelDocument(mayHoldArchives ? openedContents() : content, root: index)
        consumed()
        return document
    }

    /// True if a condition holds for the value at an index, or for a value inside it. References aren't followed.
    func holds(at index: Int, _ condition: (DocumentTag) -> Bool) -> Bool {
        let end = index + content.size(at: index)
        var place = index
        while place < end {
            let tag = content.word(at: place).tag
            if condition(tag) { return true }
            place += tag.isContainer ? 3 : content.size(at: place)
        }
        return false
    }

    /// True if the value at an index contains no object with a class, no reference, and no scalar that references
    /// point to. So processing the whole value takes no longer than reading it.
    func isPlainValue(at index: Int) -> Bool {
        let end = index + content.size(at: index)
        var place = index
        while place < end {
            let word = content.word(at: place)
            switch word.tag {
            case .instance, .reference, .weakReference, .moved, .unreadable: return false
            case .null: place += content.size(at: place)
            case let tag:
                // A container has an identity in formats that refer to values. A text has one if it is long.
                if tag.isContainer ? content.codedClass(at: place) != nil : word.isShared { return false }
                place += tag.isContainer ? 3 : content.size(at: place)
            }
        }
        return true
    }

    private mutating func requireReadable(at index: Int) throws {
        let document = ModelDocument(content, root: index)
        guard let (error, offset) = document.firstUnreadable(besides: &readable) else { return }
        throw error.at(location(ofOffset: offset))
    }

    /// A copy of the value at the position, in which archives are replaced by the values that they contain. It is for
    /// a content that still gets further values.
    private func openedCopy() -> ModelDocument {
        let own = ModelDocument.Content(forPartsOf: content)
        var copy = DocumentCopy(content, copiesOneValue: true)
        copy.opening = context.opening
        copy.append(index, to: own)
        if own.lacksClassNames { own.appendClassNames() }
        return ModelDocument(own)
    }

    /// The content, in which archives are replaced by the values that they contain.
    private mutating func openedContents() -> ModelDocument.Content {
        guard hasArchives else { return content }
        if let openedContent { return openedContent }
        let opened = content.openingArchives { try? context.archivedScalar(in: $0) }
        openedContent = opened
        return opened
    }

    /// The value at an index, as a separate document.
    mutating func document(at index: Int) throws -> ModelDocument {
        let outer = (slot, frame.isAtKey)
        (slot, frame.isAtKey) = (index, false)
        defer { (slot, frame.isAtKey) = outer }
        return try decodeDocument()
    }

    // MARK: What the program gave

    /// The program's model at the position; nil for any other value.
    var model: BaseModel? { content.instance(at: index).flatMap { AnyValue.model($0) } }

    /// The value at the position as a separate document. In place of each model, it contains the model's properties.
    private mutating func decodeInstances() throws -> ModelDocument {
        var known: [ObjectIdentifier: Int] = [:]
        // Long scalars by their addresses in memory. The instances keep them alive.
        var long: [Range<UInt>: Int] = [:]
        var seen: Set<Int> = []
        var pending = [index]
        while let next = pending.popLast() {
            if let model = content.instance(at: next).flatMap({ AnyValue.model($0) }) {
                var place = known[ObjectIdentifier(model)]
                if place == nil {
                    let values = try ModelEncoder.document(as: context.conventions) { try $0.encodeObject(model) }
                    place = content.append(copyOf: values)
                }
                known[ObjectIdentifier(model)] = place
                if let place { content.refer(next, to: place) }
            } else if let scalar = content.keptScalar(at: next), let memory = scalar.memory {
                let place = long[memory] ?? content.words.count
                if long.updateValue(place, forKey: memory) == nil { content.append(scalar, flags: DocumentWord.mark) }
                content.words[place] |= DocumentWord.shared
                content.move(next, to: place)
            } else if try expandInstance(at: next) != nil {
                pending.append(content.resolved(next))
            } else if content.word(at: next).tag.isContainer, seen.insert(next).inserted {
                let value = ModelDocument.Value(document: ModelDocument(content), index: next)
                pending += value.children.map(content.resolved)
            }
        }
        let copy = ModelDocument.Content(forPartsOf: content)
        _ = copy.append(copyOf: ModelDocument(content, root: index))
        consumed()
        return ModelDocument(copy)
    }

    /// The program's dictionary from which the object that was entered last was made. Nil for an object that wasn't
    /// made from a dictionary.
    var dictionary: [String: Any]? { frame.instance < 0 ? nil : content.instances[frame.instance] as? [String: Any] }

    /// The program's dictionary at the position, if the dictionary wasn't expanded yet. Nil for any other value.
    var givenDictionary: [String: Any]? { content.instance(at: index) as? [String: Any] }

    /// Expands the collection at the position and all collections in it, but no models.
    ///
    /// - Throws: `nodesExceeded`.
    mutating func expandAll() throws {
        var pending = [index]
        while let next = pending.popLast() {
            _ = try expandInstance(at: next)
            let place = content.resolved(next)
            guard content.word(at: place).tag.isContainer else { continue }
            let children = ModelDocument.Value(document: ModelDocument(content), index: place).children
            // A value that the file stores once is made once for each location, and again on each level.
            try context.conventions.allowance?.count(values: children.count)
            pending += children
        }
    }

    /// The error for a separate value that can't be decoded without the rest of the file. The whole file is read next.
    func requiringWhole() -> ModelError {
        context.needsWhole = true
        return ModelError.misuse("The value leads out of its part of the file.")
    }

    func instanceKind(at index: Int) -> ModelKind {
        switch content.instance(at: index) {
        case let scalar as ModelScalar: scalar.kind
        case is [String: Any]: .dictionary
        case is [Any]: .array
        default: .object
        }
    }

    /// Expands a collection of the program, but not the collections in it. So a value that one model passes to the
    /// next isn't processed as a whole each time.
    ///
    /// - Returns: The index of the instance in the document's `instances`; nil if there is no instance, or if it is a
    ///   model or a scalar.
    mutating func expandInstance(at index: Int) throws -> Int? {
        guard let instance = content.instance(at: index), AnyValue.model(instance) == nil,
            !(instance is ModelScalar)
        else {
            // An object that was read before, outside of the part.
            if context.readsParts, content.word(at: index).tag == .instance { throw requiringWhole() }
            return nil
        }
        let number = Int(truncatingIfNeeded: content.words[index + 1])
        // Expanding one collection costs as much as many elements.
        try context.collections.count(instance, elements: 32 + ((instance as? any Collection)?.count ?? 0))
        let values = try ModelEncoder.document(models: .kept) { try AnyValue.encodeCollection(instance, to: $0) }
        content.move(index, to: content.append(copyOf: values))
        return number
    }
}
