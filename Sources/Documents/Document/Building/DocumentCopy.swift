import FormatSupport

extension ModelDocument {
    /// A document with the same values, in which each container is stored where it occurs first. If this document is
    /// already in that order, it is returned itself.
    var inOrder: ModelDocument {
        content.isUnordered || rootIndex != Content.firstValue ? copyInOrder() : self
    }

    private func copyInOrder() -> ModelDocument {
        let copy = Content(forPartsOf: content)
        _ = copy.append(copyOf: self)
        return ModelDocument(copy)
    }

    /// Frees the memory of values that edits have replaced, if it may exceed the memory of the other values.
    mutating func dropReplaced() {
        guard !content.isEditedWhileShared, let most = content.mostWords, content.words.count > most else { return }
        self = copyInOrder()
    }
}

extension ModelDocument.Content {
    /// Appends a copy of another document's values, depth first and each container once, and returns the index of its
    /// root. The function doesn't recurse.
    package func append(copyOf other: ModelDocument) -> Int {
        let start = words.count
        var copy = DocumentCopy(other.content, copiesOneValue: true)
        copy.append(other.rootIndex, to: self)
        if lacksClassNames { appendClassNames() }
        return start
    }
}

/// Copies values of one document to the end of another, each container once.
package struct DocumentCopy {
    /// The document to copy from. It may be replaced by a document that has the same values and further values after
    /// them.
    package var source: ModelDocument.Content
    private let copiesOneValue: Bool
    /// True if containers with several references to them are skipped at first: ``nextLeft()`` returns them later.
    private let leavesShared: Bool
    /// For references to containers that aren't in the source: the number of each container in the copy, by its number
    /// in the source.
    package var links: [Int: Int] = [:]
    /// The containers in which every reference that needs an entry in ``links`` is known to have one.
    package var linked: Set<Int> = []
    /// Returns the scalar that the keyed archive in a data value contains. Returns nil if the data at the index
    /// contains no archive with a scalar. If the closure itself is nil, data is copied unchanged.
    package var opening: ((ModelDocument.Content, Int) -> ModelScalar?)?
    /// The references to containers that were skipped at first.
    private var left: [Left] = []
    /// The index in the copy of each container, and of each scalar that occurs more than once. The keys are the
    /// indexes in the source.
    package private(set) var places: [Int: Int] = [:]
    /// The numbers in the copy of containers that aren't copied yet, by their indexes in the source. Only weak
    /// references to these containers were copied, or the containers were skipped at first.
    private var reservedNumbers: [Int: Int] = [:]
    private var shapes: [Int: Int] = [:]
    package var open: [Frame] = []
    /// Moves members into the dictionaries of their key paths. Nil if no member has a key path.
    var nesting: DocumentNesting.State?
    /// The error for a member that can't be moved into the dictionary of its key path. Nil if there is none.
    package var failure: ModelError?
    /// The number of values that all calls have copied, and the greatest depth in the last call that copied values.
    private(set) var valueCount = 0
    package private(set) var depth = 0
    /// True if references were copied, or instances, which may refer to anything.
    private(set) var hasReferences = false

    /// A reference to a container that was skipped at first, and is copied later.
    package struct Left {
        /// The container's index in the source, and its number in the copy.
        package let place: Int
        package let number: Int
        package let isWeak: Bool
    }

    package struct Frame {
        /// The index of the next value in the source, or the position of the next member in `nesting`.
        package var next: Int
        package var end: Int
        package var start: Int
        /// The position in `nesting.places` of the first index of the object's values. -1 for a container that keeps
        /// its own members.
        package var places = -1
        /// True if the indexes from `places` on are removed when the container ends.
        var endsPlaces = false
    }

    /// - Parameters:
    ///   - copiesOneValue: True if only one value is copied. A container to which no reference refers then occurs
    ///     once, and needn't be remembered.
    ///   - leavesShared: True if containers with several references to them are skipped at first, and values that
    ///     can't be read become nulls.
    package init(_ source: ModelDocument.Content, copiesOneValue: Bool = false, leavesShared: Bool = false) {
        self.source = source
        self.copiesOneValue = copiesOneValue
        self.leavesShared = leavesShared
    }

    /// Appends the value at an index, with the values in it and all containers that its references refer to.
    package mutating func append(_ index: Int, to copy: ModelDocument.Content) {
        depth = 0
        noteClassKeys(in: copy)
        appendFirst(index, to: copy)
        appendOpen(to: copy)
    }

    /// Carries over to the copy what the source knows about keys that name classes.
    private func noteClassKeys(in copy: ModelDocument.Content) {
        if source.namesLateClasses { copy.namesLateClasses = true }
        if !source.classNames.isEmpty { copy.lacksClassNames = true }
    }

    /// Removes and returns the next reference whose container isn't copied yet. Returns nil if there is none.
    package mutating func nextLeft() -> Left? {
        while let next = left.popLast() {
            if places[next.place] == nil { return next }
        }
        return nil
    }

    /// Appends a container that was skipped at first, with the values in it and all containers that its references
    /// refer to.
    package mutating func appendLeft(_ place: Int, to copy: ModelDocument.Content) {
        depth = 0
        noteClassKeys(in: copy)
        begin(place, source.word(at: place).bits & DocumentWord.mark, in: copy)
        appendOpen(to: copy)
    }

    private mutating func appendOpen(to copy: ModelDocument.Content) {
        while let frame = open.last {
            if frame.next == frame.end {
                copy.words[frame.start + 2] = UInt64(copy.words.count - frame.start)
                if frame.endsPlaces { nesting?.endPlaces(from: frame.places) }
                open.removeLast()
            } else if frame.places >= 0 {
                open[open.count - 1].next += 1
                append(member: frame.next, from: frame.places, to: copy)
            } else {
                open[open.count - 1].next = frame.next + source.size(at: frame.next)
                appendFirst(frame.next, to: copy)
            }
        }
    }

    /// Returns true if the container at an index of the source was copied.
    package func hasCopied(_ index: Int) -> Bool { places[index] != nil }

    mutating func appendFirst(_ index: Int, to copy: ModelDocument.Content) {
        let first = source.word(at: index)
        if let opening, let scalar = opening(source, source.resolved(index)) {
            valueCount += 1
            return copy.append(scalar, flags: DocumentWord.mark)
        }
        if first.tag.isPlain, !first.isShared {
            valueCount += 1
            return copy.words.append(source.words, index..<index + source.size(at: index))
        }
        if copiesOneValue, first.tag.isContainer, !first.isShared {
            valueCount += 1
            return begin(index, first.bits & DocumentWord.mark, in: copy)
        }
        let index = source.unmoved(index)
        let place = source.resolved(index)
        valueCount += 1
        guard source.word(at: place).tag.isContainer else {
            if let error = source.error(at: place) {
                if leavesShared { return copy.words.append(DocumentWord(.null).bits) }
                return copy.append(unreadable: error, at: source.word(at: place).offset)
            }
            if let instance = source.instance(at: place) {
                hasReferences = true
                return copy.append(instance: instance)
            }
            let word = source.word(at: place)
            if word.tag == .reference || word.tag == .weakReference {
                // The copy may use this number for another container.
                let number = Int(truncatingIfNeeded: source.words[place + 1])
                if let linked = links[number] { return appendReference(to: linked, word.tag, 0, to: copy) }
                if word.tag == .reference { return copy.words.append(DocumentWord(.null).bits) }
                return appendReference(to: copy.newNumber(at: -1), .weakReference, 0, to: copy)
            }
            let size = source.size(at: place)
            let flags = word.tag == .null ? 0 : word.bits & DocumentWord.shared
            if flags != 0 {
                if let known = places[place] { return copy.appendMove(toScalar: known) }
                places[place] = copy.words.count
            }
            copy.words.append(source.words, place..<place + size)
            copy.words[copy.words.count - size] ^= flags
            return
        }
        // A reference may have a flag, just as an object may.
        let slot = source.word(at: index)
        let mark =
            (slot.tag == .reference || slot.tag == .weakReference ? slot : source.word(at: place)).bits
            & DocumentWord.mark
        if let known = places[place] {
            return appendReference(
                to: copy.share(known), slot.tag == .weakReference ? .weakReference : .reference, mark, to: copy)
        }
        if slot.tag == .weakReference || leavesShared && source.word(at: place).isShared {
            let number = reservedNumbers[place] ?? copy.newNumber(at: -1)
            reservedNumbers[place] = number
            let isWeak = slot.tag == .weakReference
            if leavesShared { left.append(Left(place: place, number: number, isWeak: isWeak)) }
            return appendReference(to: number, isWeak ? .weakReference : .reference, mark, to: copy)
        }
        begin(place, mark, in: copy)
    }

    private mutating func appendReference(
        to number: Int, _ tag: DocumentTag, _ mark: UInt64, to copy: ModelDocument.Content
    ) {
        hasReferences = true
        copy.words.append(DocumentWord(tag, flags: mark).bits, UInt64(number))
    }

    private mutating func begin(_ place: Int, _ mark: UInt64, in copy: ModelDocument.Content) {
        begin(place, mark, group(of: place, in: copy), in: copy)
    }

    /// Begins to copy the container at an index.
    ///
    /// - Parameter nested: The members that the copy gets after key paths were followed. Nil: the copy gets the
    ///   container's own members.
    mutating func begin(
        _ place: Int, _ mark: UInt64, _ nested: (DocumentNesting.State.Group, places: Int)?,
        in copy: ModelDocument.Content
    ) {
        let word = source.word(at: place)
        let start = copy.words.count
        var low = source.low(at: place)
        if let nested { low = nested.0.shape } else if word.tag == .object { low = shape(low, in: copy) }
        // A container whose members were nested has only text keys.
        let tag = nested == nil ? word.tag : .object
        copy.words.append(DocumentWord(tag, flags: mark, at: word.offset).bits, UInt64(low), 0)
        if !copiesOneValue || word.isShared { places[place] = start }
        if !reservedNumbers.isEmpty, let number = reservedNumbers[place] {
            copy.redefine(number, at: start)
            copy.words[start] |= DocumentWord.shared
            copy.words[start + 1] |= UInt64(number + 1) << 32
        }
        depth = max(depth, open.count + 1)
        if let (group, places) = nested {
            open.append(Frame(next: group.first, end: group.end, start: start, places: places, endsPlaces: true))
        } else {
            open.append(Frame(next: place + 3, end: place + Int(source.words[place + 2]), start: start))
        }
    }

    private mutating func shape(_ shape: Int, in copy: ModelDocument.Content) -> Int {
        if let known = shapes[shape] { return known }
        let found = copy.shapes.shape(of: source.shapes.terms(of: shape), keys: source.shapes.keys(of: shape))
        shapes[shape] = found
        return found
    }
}
