/// Puts members of objects into dictionaries on their way as soon as their object ends, where nothing knows yet where
/// they stand. Other objects are left for when the document is complete: see ``DocumentNesting``.
package struct ObjectNester: ~Copyable {
    private var nesting = DocumentNesting()
    private var run = DocumentNesting.Run(DocumentNesting())
    /// By an object's shape, whether all that it gets is its own members and dictionaries for them.
    private var plain = DocumentShapes.Cache<Bool>()
    /// The members of the object that ended last, as they were.
    private var members = WordBuffer()
    /// True where an object was left.
    private var isLeft = false

    /// How many words are moved at most: each object that such a one is in moves them again.
    private static let mostWords = 512

    /// Has the marks in objects of a class stand for ways.
    package mutating func add(_ codedClass: CodedClass) {
        nesting.add(codedClass)
        // Shapes of the class may be known as those of one without ways.
        run = DocumentNesting.Run(nesting)
        plain = DocumentShapes.Cache()
    }

    /// Says which of two values counts where a member belongs to where its object has another one.
    ///
    /// - Parameters:
    ///   - key: The member's key.
    ///   - number: The object's number.
    ///   - isOwn: True for the member's own value, also where that is nil; false for the other one.
    package mutating func decide(_ key: String, of number: Int, isOwn: Bool) {
        nesting.verdicts[number, default: [:]][key] = isOwn
    }

    /// Puts the members of an object where they belong.
    ///
    /// - Parameters:
    ///   - start: Where it stands, behind all others.
    ///   - knownPlace: The last place that something else knows.
    package mutating func nest(_ start: Int, in document: ModelDocument.Content, knownPlace: Int) {
        let shape = document.low(at: start)
        guard let group = run.group(of: shape, in: document, document) else { return }
        let end = document.words.count
        guard knownPlace <= start, end - start <= Self.mostWords, isPlain(group, shape),
            !nesting.hasVerdict(on: document.number(at: start))
        else { return isLeft = true }
        run.beginPlaces(of: start, in: document)
        run.places.append(end)
        defer { run.endPlaces(from: 0) }
        // Whether a weak reference leads anywhere is known in the end.
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

    /// Appends what an object gets, or a dictionary on the way.
    private func append(_ group: DocumentNesting.Run.Group, of start: Int, to document: ModelDocument.Content) {
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

    private func hasValue(_ group: DocumentNesting.Run.Group, of start: Int) -> Bool {
        (group.first..<group.end).contains { number in
            let member = run[number]
            return member.children < 0
                ? DocumentWord(bits: members[run.places[member.own] - start]).tag != .absent
                : hasValue(run.group(member.children), of: start)
        }
    }

    private mutating func isPlain(_ group: DocumentNesting.Run.Group, _ shape: Int) -> Bool {
        if let known = plain[shape] { return known }
        let isPlain = isPlain(group)
        plain[shape] = isPlain
        return isPlain
    }

    private func isPlain(_ group: DocumentNesting.Run.Group) -> Bool {
        (group.first..<group.end).allSatisfy { number in
            let member = run[number]
            // What looks like a mark would be taken for one later.
            return !DocumentNesting.isMark(run.key(number))
                && (member.children < 0 || member.own < 0 && isPlain(run.group(member.children)))
        }
    }

    /// The document with everything where it belongs.
    ///
    /// - Throws: `typeMismatch` where there is something else than a dictionary on the way.
    package func applied(to document: ModelDocument) throws(ModelError) -> ModelDocument {
        isLeft ? try nesting.applied(to: document) : document
    }
}
