// What models, values of types nobody knows, and parts of other documents are appended with.

extension DocumentBuilder {
    /// What ``newNumber()`` will return.
    package var nextNumber: Int { document.targets.count }

    /// A number that no container has yet.
    package mutating func newNumber() -> Int { isFinished ? nextNumber : document.newNumber(at: -1) }

    /// True where the types of scalars are declared: those that are appended from here on.
    package var areDeclared: Bool {
        get { scalarFlags == 0 }
        set { scalarFlags = newValue ? 0 : DocumentWord.mark }
    }

    /// Appends a model of the program as itself, or a collection that is looked into when somebody reads it.
    package mutating func append(instance: Any) throws(ModelError) {
        try begin(.instance)
        document.words.removeLast()
        document.append(instance: instance)
    }

    /// Appends another document's values. Its containers get numbers that none has yet. Constant time for the root
    /// where nothing else is said of the file; else linear in their number.
    public mutating func append(_ document: ModelDocument) throws(ModelError) {
        if frame.state == .root, isTaken(whole: document) {
            try take()
            whole = document
            return
        }
        var copy = DocumentCopy(document.content)
        try append(document.rootIndex, with: &copy)
    }

    /// True where a document is as this builder would make it of the same values.
    private func isTaken(whole other: ModelDocument) -> Bool {
        let content = other.content
        return other.rootIndex == content.root && content.limits == limits && content.source === document.source
            && content.conventions.agree(with: document.conventions)
    }

    /// Appends values of another document, of whose containers `copy` knows which are there already.
    package mutating func append(_ index: Int, with copy: inout DocumentCopy) throws(ModelError) {
        try begin(.null)
        document.words.removeLast()
        hasReferences = true
        let (valueCount, start) = (copy.valueCount, document.words.count)
        copy.append(index, to: document)
        knownPlace = document.words.count
        // Each of very many parts may hold the same text.
        byteCount &+= (document.words.count - start) * 8
        try checkBytes()
        values &+= copy.valueCount - valueCount - 1
        guard values <= valueLimit else { throw tooMany() }
        guard depth + copy.depth <= limits.depth else { throw ModelError.tooDeep(limits, at: depth) }
    }

    /// Begins a dictionary with text keys that are a `Codable` type's own: a first key `$class` isn't escaped in
    /// formats where it would name the class of a model.
    package mutating func beginOwnDictionary() throws(ModelError) {
        try open(.object, .key, number: nil, flags: DocumentWord.mark)
    }

    /// Begins an object whose code nobody knows: only ``endModel(_:)`` ends it.
    ///
    /// - Parameters:
    ///   - shape: What ``shape(ofTerms:)`` returned.
    ///   - renaming: Which of `renamings` its keys go through, counted from 1; 0 for none.
    /// - Returns: What ``endModel(_:)`` wants.
    @inline(__always)
    package mutating func beginModel(
        shape: Int, number: Int, isExpected: Bool, renaming: Int32
    ) throws(ModelError) -> Int {
        try open(.object, .key, number: number, flags: isExpected ? DocumentWord.mark : 0)
        frame.shape = shape
        frame.isModel = true
        frame.renaming = renaming
        return frames.depth
    }

    /// The shape of objects in a class's terms before they have keys.
    package func shape(ofTerms terms: CodedClass) throws(ModelError) -> Int {
        try CodedClass.check(terms.name)
        return document.shapes.shape(of: terms)
    }

    /// Begins a value of a struct: a dictionary, or a list of its properties.
    ///
    /// - Parameters:
    ///   - shape: What ``shape(ofTerms:)`` returned; nil for a list.
    ///   - renaming: As in ``beginModel(shape:number:isExpected:renaming:)``.
    /// - Returns: What ``endModel(_:)`` wants.
    @inline(__always)
    package mutating func beginStruct(shape: Int?, renaming: Int32) throws(ModelError) -> Int {
        if let shape {
            try beginDictionary()
            frame.shape = shape
            frame.renaming = renaming
        } else {
            try beginArray()
            frame.ignoresKeys = true
        }
        frame.isModel = true
        return frames.depth
    }

    /// Ends the object that was begun when so many containers were open.
    @inline(__always)
    package mutating func endModel(_ level: Int) throws(ModelError) {
        guard frames.depth == level, frame.isModel else { throw Self.misuse("Something was begun that wasn't ended.") }
        guard frame.renaming != 0, renamings[Int(frame.renaming) - 1].hasWays else { return try closeFrame() }
        let start = frame.start
        try closeFrame()
        nester.nest(start, in: document, knownPlace: knownPlace)
    }

    /// True for a container that was begun and isn't ended. Linear in the depth for one that was begun at all.
    package func isOpen(_ number: Int) -> Bool {
        let start = document.target(number)
        return start >= 0 && (0...frames.depth).contains { frames[$0].start == start }
    }

    /// Where the next value will stand, which can't be moved then.
    package mutating func nextPlace() -> Int {
        knownPlace = document.words.count
        return knownPlace
    }

    /// Begins a container that a reference leads to, behind the whole root. It stands so deep where the reference does.
    package mutating func beginBehind(depth: Int) throws(ModelError) {
        guard frame.state == .done, frames.depth == 0, !isFinished else { throw Self.misuse("Something is open.") }
        frame = Frame()
        outerDepth = depth
        // It was counted where the reference is.
        values &-= 1
    }

    package mutating func endBehind() throws(ModelError) {
        guard frame.state == .done, frames.depth == 0 else {
            throw Self.misuse("Something was begun that wasn't ended.")
        }
        outerDepth = 0
    }

    /// The way from the root to a value, or to the reference that stands there.
    package func path(to place: Int) -> ModelPath {
        ModelDocument.Value(document: ModelDocument(document), index: place).path ?? ModelPath()
    }

    /// Begins what has to become one value.
    ///
    /// - Returns: What ``endValue(_:)`` wants.
    package mutating func beginValue() throws(ModelError) -> Int {
        switch frame.state {
        case .root, .value, .keyed: break
        case .key, .done: throw missingKey()
        }
        frames.push(Frame())
        scopes += 1
        return frames.depth
    }

    /// Ends what was begun when so many containers were open.
    package mutating func endValue(_ level: Int) throws(ModelError) {
        guard frames.depth == level, level > 0, frame.tag == .null else {
            throw Self.misuse("Something was begun that wasn't ended.")
        }
        let isThere = frame.state == .done
        scopes -= 1
        frames.pop()
        guard isThere else { throw Self.misuse("No value was encoded.") }
        try takePlace()
    }
}
