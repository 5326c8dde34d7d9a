import Foundation

extension ModelDocument {
    /// The same values, each container where it is met first: itself where that is so.
    package var inOrder: ModelDocument {
        content.isUnordered || rootIndex != Content.firstValue ? copyInOrder() : self
    }

    private func copyInOrder() -> ModelDocument {
        let copy = Content(forPartsOf: content)
        _ = copy.append(copyOf: self)
        return ModelDocument(copy)
    }

    /// Frees the memory of what edits have replaced, as soon as it may be more than what is there.
    package mutating func dropReplaced() {
        guard !content.isOnlyAppended, let most = content.mostWords, content.words.count > most else { return }
        self = copyInOrder()
    }
}

extension ModelDocument.Content {
    /// Appends another document's values, depth first and each container once; returns where its root stands. Doesn't
    /// recurse.
    package func append(copyOf other: ModelDocument) -> Int {
        let start = words.count
        var copy = DocumentCopy(other.content, isOnlyOne: true)
        copy.append(other.rootIndex, to: self)
        if lacksClassNames { appendClassNames() }
        return start
    }
}

/// Copies values of a document behind those of another, each container once.
package struct DocumentCopy {
    /// May be replaced by one that has more values behind the same.
    package var source: ModelDocument.Content
    private let isOnlyOne: Bool
    /// True where containers that references lead to are left for later.
    private let leavesShared: Bool
    /// By the number of a container that the source doesn't have, which one it has in the copy.
    package var links: [Int: Int] = [:]
    /// The containers in which all references are known to have links, where they need one.
    package var linked: Set<Int> = []
    /// What data stands for, where that is the archive of a single value; nil where no data is.
    package var opening: ((ModelDocument.Content, Int) -> ModelScalar?)?
    /// The references that were met to containers that were left.
    private var left: [Left] = []
    /// Where each of the source's containers stands in the copy, and each of the scalars that do in several places.
    package private(set) var places: [Int: Int] = [:]
    /// The numbers of containers that only weak references have led to.
    private var promised: [Int: Int] = [:]
    private var shapes: [Int: Int] = [:]
    package var open: [Frame] = []
    /// What puts members of objects into dictionaries on the way; nil where nothing does.
    package var nesting: DocumentNesting.Run?
    /// What can't be put where it belongs.
    package var failure: ModelError?
    /// How many values were copied in all, and how deep the deepest of the last ones stands.
    package private(set) var valueCount = 0
    package private(set) var depth = 0

    /// A reference to a container that was left.
    package struct Left {
        /// Where it stands, and the number that it has in the copy.
        package let place: Int
        package let number: Int
        package let isWeak: Bool
    }

    package struct Frame {
        /// Where the next value stands, or which of the members that `nesting` knows it is.
        package var next: Int
        package var end: Int
        package var start: Int
        /// Where `nesting` has the places of the members; -1 for what keeps its own.
        package var places = -1
        /// True where they are of no use behind this.
        package var endsPlaces = false
    }

    /// - Parameters:
    ///   - isOnlyOne: True where nothing but one value is copied: then a container that no reference leads to is met
    ///     once.
    ///   - leavesShared: True where containers that references lead to are left for later, and what can't be read is
    ///     left out.
    package init(_ source: ModelDocument.Content, isOnlyOne: Bool = false, leavesShared: Bool = false) {
        self.source = source
        self.isOnlyOne = isOnlyOne
        self.leavesShared = leavesShared
    }

    /// Appends the value at an index, and all that it leads to.
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

    /// A reference to a container that isn't there yet; nil where all are.
    package mutating func nextLeft() -> Left? {
        while let next = left.popLast() {
            if places[next.place] == nil { return next }
        }
        return nil
    }

    /// Appends a container that was left, and all that it leads to.
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

    /// True where the container at an index was met.
    package func hasCopied(_ index: Int) -> Bool { places[index] != nil }

    package mutating func appendFirst(_ index: Int, to copy: ModelDocument.Content) {
        let first = source.word(at: index)
        if let opening, let scalar = opening(source, source.resolved(index)) {
            valueCount += 1
            return copy.append(scalar, flags: DocumentWord.mark)
        }
        if first.tag.isPlain, !first.isShared {
            valueCount += 1
            return copy.words.append(source.words, index..<index + source.size(at: index))
        }
        if isOnlyOne, first.tag.isContainer, !first.isShared {
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
            if let instance = source.instance(at: place) { return copy.append(instance: instance) }
            let word = source.word(at: place)
            if word.tag == .reference || word.tag == .weakReference {
                // The copy may give its number to something else.
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
        // A reference may be marked as an object is.
        let slot = source.word(at: index)
        let mark =
            (slot.tag == .reference || slot.tag == .weakReference ? slot : source.word(at: place)).bits
            & DocumentWord.mark
        if let known = places[place] {
            return appendReference(
                to: copy.share(known), slot.tag == .weakReference ? .weakReference : .reference, mark, to: copy)
        }
        if slot.tag == .weakReference || leavesShared && source.word(at: place).isShared {
            let number = promised[place] ?? copy.newNumber(at: -1)
            promised[place] = number
            let isWeak = slot.tag == .weakReference
            if leavesShared { left.append(Left(place: place, number: number, isWeak: isWeak)) }
            return appendReference(to: number, isWeak ? .weakReference : .reference, mark, to: copy)
        }
        begin(place, mark, in: copy)
    }

    private func appendReference(
        to number: Int, _ tag: DocumentTag, _ mark: UInt64, to copy: ModelDocument.Content
    ) {
        copy.words.append(DocumentWord(tag, flags: mark).bits, UInt64(number))
    }

    private mutating func begin(_ place: Int, _ mark: UInt64, in copy: ModelDocument.Content) {
        begin(place, mark, group(of: place, in: copy), in: copy)
    }

    /// - Parameter nested: The members that it gets in the place of its own; nil where those stay.
    package mutating func begin(
        _ place: Int, _ mark: UInt64, _ nested: (DocumentNesting.Run.Group, places: Int)?,
        in copy: ModelDocument.Content
    ) {
        let word = source.word(at: place)
        let start = copy.words.count
        var low = source.low(at: place)
        if let nested { low = nested.0.shape } else if word.tag == .object { low = shape(low, in: copy) }
        // A dictionary that gets members has keys of text alone, as an object has.
        let tag = nested == nil ? word.tag : .object
        copy.words.append(DocumentWord(tag, flags: mark, at: word.offset).bits, UInt64(low), 0)
        if !isOnlyOne || word.isShared { places[place] = start }
        if !promised.isEmpty, let number = promised[place] {
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
