import FormatSupport

// Appending models, values of unknown types, and parts of other documents.

extension DocumentBuilder {
    /// The number that the next call of ``newNumber()`` returns.
    package var nextNumber: Int { document.targets.count }

    /// Returns a number that no container has yet. References identify a container by its number.
    package mutating func newNumber() -> Int { isFinished ? nextNumber : document.newNumber(at: -1) }

    /// True if the scalars that are appended from now on have declared types. Otherwise they get the flag
    /// ``DocumentWord/mark``.
    package var areDeclared: Bool {
        get { scalarFlags == 0 }
        set { scalarFlags = newValue ? 0 : DocumentWord.mark }
    }

    /// Appends a Swift value without converting it: a model, a collection that is converted when it is read, or a long
    /// scalar.
    package mutating func append(instance: Any) throws(ModelError) {
        try begin(.instance)
        document.words.removeLast()
        document.append(instance: instance)
    }

    /// Appends an object of the program that was already made from this file. Only a document of parts may contain it:
    /// such a document gets the values of a file that can't be read directly, see
    /// ``DirectReader/parse(valueAt:into:)``.
    ///
    /// - Throws: `invalidCoding` in any other document.
    public mutating func append(object: AnyObject) throws(ModelError) {
        guard isPart else { throw ModelError.misuse("An object isn't in a part of a file.") }
        try append(instance: object)
    }

    /// Appends another document's values. Its containers get new numbers. The time is linear in the number of values.
    /// It is constant if that document becomes the root, and has the same limits, source and conventions as this
    /// builder.
    public mutating func append(_ document: ModelDocument) throws(ModelError) {
        if frame.state == .root, isTaken(whole: document) {
            try take()
            whole = document
            return
        }
        var copy = DocumentCopy(document.content)
        try append(document.rootIndex, with: &copy)
    }

    /// Returns true if another document can become the whole result without a copy. Its limits, source and conventions
    /// must be the same as in this builder.
    private func isTaken(whole other: ModelDocument) -> Bool {
        let content = other.content
        return other.rootIndex == content.root && content.limits == limits && content.source === document.source
            && content.conventions.agree(with: document.conventions)
    }

    /// Appends a value of another document, with the values in it and all containers that its references refer to.
    /// `copy` knows the containers that were appended before.
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

    /// Begins a dictionary whose text keys a `Codable` type has chosen. If its first key is `$class`, the key isn't
    /// escaped, even in formats in which this key would name the class of a model.
    package mutating func beginOwnDictionary() throws(ModelError) {
        try open(.object, .key, number: nil, flags: DocumentWord.mark)
    }

    /// Begins an object whose class encodes its members with its own function. Only ``endModel(_:)`` ends the object.
    ///
    /// - Parameters:
    ///   - shape: The result of ``shape(ofTerms:)``.
    ///   - renaming: The entry of `renamings` that converts the object's keys, counted from 1. 0 if no keys are
    ///     converted.
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

    /// Returns the shape that a class's objects have before they get keys. Throws `corruptData` if the class's name is
    /// too long.
    @usableFromInline package func shape(ofTerms terms: CodedClass) throws(ModelError) -> Int {
        try CodedClass.check(terms.name)
        return document.shapes.shape(of: terms)
    }

    /// Declares that keys of the object that was begun last may encode key paths: see ``DocumentNesting/mark(of:)``.
    /// When the document is finished, the values of these keys move into nested dictionaries.
    package mutating func nestKeys() {
        if let terms = document.shapes.terms(of: frame.shape) { return nesting.add(terms) }
        // A dictionary of a struct has no class. It gets a class without a name, because the nesting is declared by
        // class.
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

    /// Ends an object or a struct. `level` is the result of the function that began it.
    @inlinable
    @inline(__always)
    package mutating func endModel(_ level: Int) throws(ModelError) {
        guard frames.depth == level, frame.isModel else {
            throw ModelError.misuse("Something was begun that wasn't ended.")
        }
        try closeFrame()
    }

    /// Returns true if the container with a number was begun, and isn't ended yet. The time is linear in the depth of
    /// the open containers, or constant if the container wasn't begun.
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

    /// Ends the scope that ``beginValue()`` began. `level` is its result.
    ///
    /// - Throws: `invalidCoding` if no value was appended in the scope, or if a container in it is still open.
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
