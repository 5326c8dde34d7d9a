import FormatSupport

// Appending models, values of unknown types, and parts of other documents.

extension DocumentBuilder {
    /// The number that ``newNumber()`` will return.
    package var nextNumber: Int { document.targets.count }

    /// Returns a number that no container has yet.
    package mutating func newNumber() -> Int { isFinished ? nextNumber : document.newNumber(at: -1) }

    /// True if the scalars that are appended from now on have declared types. Otherwise the scalars are marked.
    package var areDeclared: Bool {
        get { scalarFlags == 0 }
        set { scalarFlags = newValue ? 0 : DocumentWord.mark }
    }

    /// Appends a Swift value as itself: a model, a collection that isn't converted until it is read, or a long scalar.
    package mutating func append(instance: Any) throws(ModelError) {
        try begin(.instance)
        document.words.removeLast()
        document.append(instance: instance)
    }

    /// Appends an object that the reader of a part has made before: see ``DirectReader/parse(valueAt:into:)``.
    ///
    /// - Throws: `invalidCoding` in a document that isn't made of parts.
    public mutating func append(object: AnyObject) throws(ModelError) {
        guard isPart else { throw ModelError.misuse("An object isn't in a part of a file.") }
        try append(instance: object)
    }

    /// Appends another document's values. The containers of the document get new numbers. If the document becomes the
    /// root and has the same limits, source and conventions, the time is constant. Otherwise it is linear in the
    /// number of values.
    public mutating func append(_ document: ModelDocument) throws(ModelError) {
        if frame.state == .root, isTaken(whole: document) {
            try take()
            whole = document
            return
        }
        var copy = DocumentCopy(document.content)
        try append(document.rootIndex, with: &copy)
    }

    /// Returns true if a whole document can be used without a copy. Its limits, source and conventions must be the
    /// same as in this builder.
    private func isTaken(whole other: ModelDocument) -> Bool {
        let content = other.content
        return other.rootIndex == content.root && content.limits == limits && content.source === document.source
            && content.conventions.agree(with: document.conventions)
    }

    /// Appends a value of another document, with everything in it and everything that its references refer to. `copy`
    /// knows which containers were appended before.
    package mutating func append(_ index: Int, with copy: inout DocumentCopy) throws(ModelError) {
        try begin(.null)
        document.words.removeLast()
        let (valueCount, start) = (copy.valueCount, document.words.count)
        copy.append(index, to: document)
        if copy.hasReferences { hasReferences = true }
        // Very many parts may each contain the same text.
        byteCount &+= (document.words.count - start) * 8
        try checkBytes()
        values &+= copy.valueCount - valueCount - 1
        if values > valueLimit { try passCheckpoint(values) }
        guard depth + copy.depth <= limits.depth else { throw ModelError.tooDeep(limits, at: depth) }
    }

    /// Begins a dictionary whose text keys are a `Codable` type's own. A first key `$class` isn't escaped in such a
    /// dictionary, not even in formats in which the key would name a model's class.
    package mutating func beginOwnDictionary() throws(ModelError) {
        try open(.object, .key, number: nil, flags: DocumentWord.mark)
    }

    /// Begins an object that a class's own code encodes: only ``endModel(_:)`` ends it.
    ///
    /// - Parameters:
    ///   - shape: The result of ``shape(ofTerms:)``.
    ///   - renaming: The entry of `renamings` that converts its keys, counted from 1; 0 for none.
    /// - Returns: The argument for ``endModel(_:)``.
    @inlinable
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

    /// Returns the shape of a class's objects before they have keys. Throws `corruptData` if the class's name is too
    /// long.
    @usableFromInline package func shape(ofTerms terms: CodedClass) throws(ModelError) -> Int {
        try CodedClass.check(terms.name)
        return document.shapes.shape(of: terms)
    }

    /// Declares that the marks among the keys of the object that was begun last represent key paths.
    package mutating func nestKeys() {
        if let terms = document.shapes.terms(of: frame.shape) { return nesting.add(terms) }
        // A dictionary without a class, as of a struct.
        let terms = CodedClass(name: "")
        frame.shape = document.shapes.shape(of: terms, keys: document.shapes.keys(of: frame.shape))
        nesting.add(terms)
    }

    /// Begins a value of a struct: a dictionary, or an array of its properties.
    ///
    /// - Parameters:
    ///   - shape: The result of ``shape(ofTerms:)``. Nil for an array.
    ///   - renaming: As in ``beginModel(shape:number:isExpected:renaming:)``.
    /// - Returns: The argument for ``endModel(_:)``.
    @inlinable
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

    /// Ends an object or a struct. `level` is the number of containers that were open when it had been begun.
    @inlinable
    @inline(__always)
    package mutating func endModel(_ level: Int) throws(ModelError) {
        guard frames.depth == level, frame.isModel else {
            throw ModelError.misuse("Something was begun that wasn't ended.")
        }
        try closeFrame()
    }

    /// Returns true if the container with a number was begun and isn't ended yet. The time is linear in the depth if
    /// the container was begun, otherwise constant.
    package func isOpen(_ number: Int) -> Bool {
        let start = document.target(number)
        return start >= 0 && (0...frames.depth).contains { frames[$0].start == start }
    }

    /// The index of the next value.
    package var nextPlace: Int { document.words.count }

    /// Begins a container after the whole root. A reference inside the root refers to the container. `depth` is the
    /// depth of that reference.
    package mutating func beginDeferred(depth: Int) throws(ModelError) {
        guard frame.state == .done, frames.depth == 0, !isFinished else {
            throw ModelError.misuse("Something is open.")
        }
        frame = Frame()
        outerDepth = depth
        // The reference to it was counted already.
        values &-= 1
    }

    package mutating func endDeferred() throws(ModelError) {
        guard frame.state == .done, frames.depth == 0 else {
            throw ModelError.misuse("Something was begun that wasn't ended.")
        }
        outerDepth = 0
    }

    /// Returns the path from the root to the value at an index. If the value is a reference, the path is that of its
    /// container.
    package func path(to place: Int) -> ModelPath {
        ModelDocument.Value(document: ModelDocument(document), index: place).path ?? ModelPath()
    }

    /// Begins a scope in which one value has to be appended.
    ///
    /// - Returns: The argument for ``endValue(_:)``.
    package mutating func beginValue() throws(ModelError) -> Int {
        switch frame.state {
        case .root, .value, .keyed: break
        case .key, .done: throw missingKey()
        }
        frames.push(Frame())
        scopes += 1
        return frames.depth
    }

    /// Ends a scope. `level` is the number of containers and scopes that were open when it had been begun.
    package mutating func endValue(_ level: Int) throws(ModelError) {
        guard frames.depth == level, level > 0, frame.tag == .null else {
            throw ModelError.misuse("Something was begun that wasn't ended.")
        }
        let isThere = frame.state == .done
        scopes -= 1
        frames.pop()
        guard isThere else { throw ModelError.misuse("No value was encoded.") }
        try takePlace()
    }
}
