/// Moves members of an object to their key paths as soon as the object ends, if no other code knows their indexes yet.
/// Other objects are left until the document is complete: see ``DocumentNesting``.
@usableFromInline
package struct ObjectNester: ~Copyable {
    private var nesting = DocumentNesting()
    private var run = DocumentNesting.State(DocumentNesting())
    /// For each shape: true if its objects get only their own members, and new dictionaries that contain these.
    private var plain = DocumentShapes.Cache<Bool>()
    /// A copy of the words of the object that ended last, before its members were moved.
    private var members = WordBuffer()
    /// True if an object was left until the document is complete.
    private var isLeft = false

    /// The largest object whose members are moved at once, in words. Each object around it moves the same words again.
    private static let mostWords = 512

    /// Registers a class: marks in its objects stand for key paths.
    package mutating func add(_ codedClass: CodedClass) {
        nesting.add(codedClass)
        // Shapes of the class may be known as shapes without key paths.
        run = DocumentNesting.State(nesting)
        plain = DocumentShapes.Cache()
    }

    /// Decides which of two values is used: that of a member, or the one that its object has at the member's key path.
    ///
    /// - Parameters:
    ///   - key: The member's key.
    ///   - number: The object's number.
    ///   - isOwn: True for the member's own value, even if it is nil; false for the other one.
    package mutating func decide(_ key: String, of number: Int, isOwn: Bool) {
        nesting.verdicts[number, default: [:]][key] = isOwn
    }

    /// Moves the members of an object to their key paths, or leaves the object until the document is complete.
    ///
    /// - Parameters:
    ///   - start: The index of the object. It is the last value of the content.
    ///   - lastStoredIndex: The last index that other code knows.
    @usableFromInline mutating func nest(_ start: Int, in document: ModelDocument.Content, lastStoredIndex: Int) {
        let shape = document.low(at: start)
        guard let group = run.group(of: shape, in: document, document) else { return }
        let end = document.words.count
        guard lastStoredIndex <= start, end - start <= Self.mostWords, isPlain(group, shape),
            !nesting.hasVerdict(on: document.number(at: start))
        else { return isLeft = true }
        run.beginPlaces(of: start, in: document)
        run.places.append(end)
        defer { run.endPlaces(from: 0) }
        // Only when the document is complete is it known whether a weak reference leads anywhere.
        guard !run.places.dropLast().contains(where: { document.word(at: $0).tag == .weakReference }) else {
            return isLeft = true
        }
        members.removeAll(from: 0)
        members.append(document.words, start..<end)
        document.words.removeAll(from: start + 3)
        document.words[start + 1] = (document.words[start + 1] >> 32) << 32 | UInt64(group.shape)
        append(group, of: start, to: document)
        document.words[start + 2] = UInt64(document.words.count - start)
    }

    /// Appends the members that an object, or a dictionary on a key path, gets.
    private func append(_ group: DocumentNesting.State.Group, of start: Int, to document: ModelDocument.Content) {
        for number in group.first..<group.end {
            let member = run[number]
            guard member.children >= 0 else {
                let (first, end) = (run.places[member.own], run.places[member.own + 1])
                document.words.append(members, first - start..<end - start)
                continue
            }
            let children = run.group(member.children)
            guard hasValue(children, of: start) else {
                document.words.append(DocumentWord(.absent).bits)
                continue
            }
            let place = document.words.count
            document.words.append(DocumentWord(.object).bits, UInt64(children.shape), 0)
            append(children, of: start, to: document)
            document.words[place + 2] = UInt64(document.words.count - place)
        }
    }

    private func hasValue(_ group: DocumentNesting.State.Group, of start: Int) -> Bool {
        (group.first..<group.end).contains { number in
            let member = run[number]
            return member.children < 0
                ? DocumentWord(bits: members[run.places[member.own] - start]).tag != .absent
                : hasValue(run.group(member.children), of: start)
        }
    }

    private mutating func isPlain(_ group: DocumentNesting.State.Group, _ shape: Int) -> Bool {
        if let known = plain[shape] { return known }
        let isPlain = isPlain(group)
        plain[shape] = isPlain
        return isPlain
    }

    private func isPlain(_ group: DocumentNesting.State.Group) -> Bool {
        (group.first..<group.end).allSatisfy { number in
            let member = run[number]
            // A key that looks like a mark would be mistaken for one later.
            return !DocumentNesting.isMark(run.key(number))
                && (member.children < 0 || member.own < 0 && isPlain(run.group(member.children)))
        }
    }

    /// Returns the document with all members at their key paths.
    ///
    /// - Throws: The errors of `DocumentNesting.applied(to:)`.
    package func applied(to document: ModelDocument) throws(ModelError) -> ModelDocument {
        isLeft ? try nesting.applied(to: document) : document
    }
}
