import FormatSupport

// The keys of objects and dictionaries.

extension DocumentBuilder {
    /// Sets the key of the next value in an object, or in a dictionary with text keys.
    ///
    /// In a format without classes, a dictionary that begins with the key `$class` and a text is an object of that
    /// class.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isEscaped: True if the file marks the key as one that doesn't name a class.
    /// - Throws: `duplicateKey`.
    public mutating func key(_ key: String, isEscaped: Bool = false) throws(ModelError) {
        var text = key
        let isNew = text.withUTF8 { nextKey($0) || addKey($0, isEscaped) }
        guard isNew else { throw keyError(key) }
    }

    /// Sets the key of the next value by the key's UTF-8 bytes, which must be valid. If the key is the expected one,
    /// ``repeatKey(in:ending:)`` is faster.
    @safe
    public mutating func key(utf8 bytes: UnsafeBufferPointer<UInt8>, isEscaped: Bool = false) throws(ModelError) {
        guard nextKey(bytes) || addKey(bytes, isEscaped) else {
            throw keyError(bytes.text)
        }
    }

    /// A prepared key, for readers that read the same keys very often. It is valid only for the builder that made it.
    public struct Key: BitwiseCopyable, Sendable {
        fileprivate let number: Int32
        fileprivate let isEscaped: Bool
        /// False for a key that may name a class, and for a long key, which counts as one value or more. Such keys are
        /// handled as text.
        fileprivate let isPlain: Bool
    }

    /// Prepares a key. The parameters are those of `key(_:isEscaped:)`.
    public mutating func makeKey(_ key: String, isEscaped: Bool = false) -> Key {
        let mayNameClass = classKeys != .none && ClassKey.mayBeMark(key)
        return Key(
            number: isFinished ? -1 : document.shapes.number(of: key), isEscaped: isEscaped,
            isPlain: !mayNameClass && key.utf8.count < DocumentShapes.longKey)
    }

    /// Sets the key of the next value to a prepared key: faster than by its text.
    ///
    /// - Throws: `duplicateKey`.
    public mutating func key(_ key: Key) throws(ModelError) {
        if key.isPlain, frame.state == .key, !frame.hasManyKeys, frame.first == .nothing,
            let next = document.shapes.nextShape(frame.shape, number: key.number)
        {
            frame.shape = next
            frame.state = .keyed
            return
        }
        guard document.shapes.keys.indices.contains(Int(key.number)) else {
            throw ModelError.misuse("The key is another builder's.")
        }
        try self.key(document.shapes.keys[Int(key.number)], isEscaped: key.isEscaped)
    }

    /// Sets the key of the next value to a key of another document. `number` is the index of the key in that
    /// document's shapes.
    package mutating func key(number: Int32, of shapes: DocumentShapes) throws(ModelError) {
        let isNew = shapes.withKey(Int(number)) { nextKey($0) || addKey($0, false) }
        guard isNew else { throw keyError(shapes.keys[Int(number)]) }
    }

    /// Sets the key of the next value to the expected key, if that comes next in the file. The expected key is the
    /// key that last followed the same keys. Most objects have the keys of the object before, and comparing a key is
    /// faster than reading it.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file from the beginning of the key.
    ///   - ending: The ASCII text after a key, one to eight bytes: such as the closing quote.
    /// - Returns: The number of bytes of the key. Nil if the key may be another key, or contains more than letters,
    ///   digits, `_`, `-` and `.`: then no key is set.
    @safe
    @inlinable
    @inline(__always)
    public mutating func repeatKey(in bytes: UnsafeBufferPointer<UInt8>, ending: StaticString) -> Int? {
        repeatKey(in: bytes, DocumentShapes.KeyEnding(ending))
    }

    @safe
    @usableFromInline
    mutating func repeatKey(in bytes: UnsafeBufferPointer<UInt8>, _ ending: DocumentShapes.KeyEnding) -> Int? {
        guard frame.state == .key, frame.first == .nothing, !frame.hasManyKeys,
            let next = document.shapes.nextShape(frame.shape, in: bytes, ending: ending)
        else { return nil }
        frame.shape = next.shape
        frame.state = .keyed
        return next.length
    }

    /// Sets the key of the next value if it is the expected key: the key that last followed the same keys. Returns
    /// false for any other key. Also returns false for the first key of a dictionary, which may name a class, and for
    /// a long key, which counts as one value or more.
    @safe
    @inlinable
    @inline(__always)
    mutating func nextKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard frame.shape != DocumentShapes.empty, bytes.count < DocumentShapes.longKey, frame.state == .key,
            !frame.hasManyKeys, frame.first == .nothing,
            let next = document.shapes.nextShape(frame.shape, bytes)
        else { return false }
        frame.shape = next
        frame.state = .keyed
        return true
    }

    /// Sets the key of the next value to a key that the program uses. The file may store it under another name.
    @inlinable
    @inline(__always)
    package mutating func key(_ key: ModelKey) throws(ModelError) {
        guard let literal = key.literal else { return try self.key(renamed(key.stringValue)) }
        if frame.state == .key, !frame.hasManyKeys,
            let shape = document.shapes.nextShape(frame.shape, literal.address)
        {
            frame.shape = shape
            frame.state = .keyed
            return
        }
        try addLiteral(literal)
    }

    /// Sets the key of the next value to the key of a literal, and renames it for the file if necessary. This is
    /// called once for each key of a shape.
    @inline(never)
    @usableFromInline mutating func addLiteral(_ literal: ModelKey.Literal) throws(ModelError) {
        if frame.ignoresKeys { return }
        if frame.renaming == 0 {
            try key(utf8: literal.bytes)
        } else {
            try key(renamed(literal.text))
        }
        document.shapes.noteLiteral(frame.shape, literal.address)
    }

    @usableFromInline package func renamed(_ key: String) -> String {
        frame.renaming == 0 ? key : renamings[Int(frame.renaming) - 1](key)
    }

    @safe
    @inline(never)
    private mutating func addKey(_ bytes: UnsafeBufferPointer<UInt8>, _ isEscaped: Bool) -> Bool {
        if classKeys != .none, bytes.has("$", at: 0) {
            return addDollarKey(bytes.text, isEscaped)
        }
        return addKey(bytes)
    }

    @inline(never)
    private mutating func addDollarKey(_ key: String, _ isEscaped: Bool) -> Bool {
        var own = key
        if frame.shape == DocumentShapes.empty {
            if key == ClassKey.text {
                frame.first = isEscaped ? .nothing : .nameClass
            } else if classKeys == .escapable {
                own = ClassKey.unescaped(key)
                frame.first = own == key ? .nothing : .escapeClassKey
            }
        } else if frame.first == .escapeClassKey {
            own = ClassKey.unescaped(key)
        } else if classKeys == .reserved, key == ClassKey.text, document.shapes.classNumber(of: frame.shape) >= 0 {
            // The first `$class` has named the object's class.
            return false
        } else if key == ClassKey.text {
            document.namesLateClasses = true
        }
        if frame.first != .nameClass, own == ClassKey.text { document.hasClassKey = true }
        return own.withUTF8 { addKey($0) }
    }

    @safe
    private mutating func addKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !bytes.hasManyMarks else { return false }
        // A file may use one long key very often, and each time it is compared: so it counts as several values.
        values &+= bytes.count / DocumentShapes.longKey
        guard frame.state == .key else { return false }
        if !frame.hasManyKeys, let next = document.shapes.nextShape(frame.shape, bytes) {
            frame.shape = next
        } else {
            var known = frame.hasManyKeys ? manyKeys.popLast() : nil
            let shape = document.shapes.shape(frame.shape, with: bytes, &known)
            frame.hasManyKeys = known != nil
            if let known { manyKeys.append(known) }
            guard let shape else { return false }
            frame.shape = shape
        }
        frame.state = .keyed
        return true
    }

    private func keyError(_ key: String) -> ModelError {
        switch frame.state {
        case .key: key.hasManyMarks ? ModelError.tooManyMarks : ModelError.duplicateKey(key)
        case .keyed: ModelError.misuse("Two keys were given without a value between them.")
        case .root, .value, .done: ModelError.misuse("The key \(ErrorText.quoted(key)) was given outside of an object.")
        }
    }
}

// Objects whose keys a file lists once.

extension DocumentBuilder {
    /// The list of an object's keys, in their order: for formats that store this list once for many objects. It is
    /// valid only for the builder that made it.
    public struct ObjectKeys: Sendable {
        fileprivate let shape: Int
        /// The number of values that the keys count as, beyond one value each: long keys take memory.
        fileprivate let weight: Int
    }

    /// Makes the list of keys that ``beginObject(_:number:)`` takes. The time is linear in the number of keys.
    ///
    /// - Throws: `duplicateKey`; `invalidCoding` if the document is finished; `corruptData` for a key with too many
    ///   combining marks.
    public mutating func objectKeys(_ keys: [String], of codedClass: CodedClass) throws(ModelError) -> ObjectKeys {
        // The readers of a finished document share its shapes.
        guard !isFinished else { throw ModelError.misuse("The document is finished.") }
        var shape = try shape(of: codedClass)
        var known: Set<Int32>?
        var weight = 0
        for key in keys {
            guard !key.hasManyMarks else { throw ModelError.tooManyMarks }
            var text = key
            let next = text.withUTF8 { document.shapes.shape(shape, with: $0, &known) }
            guard let next else { throw ModelError.duplicateKey(key) }
            shape = next
            weight += key.utf8.count / DocumentShapes.longKey
        }
        return ObjectKeys(shape: shape, weight: weight)
    }

    /// Begins an object whose values follow without keys, one for each of the given keys.
    public mutating func beginObject(_ keys: ObjectKeys, number: Int? = nil) throws(ModelError) {
        guard keys.shape < document.shapes.nodes.count else {
            throw ModelError.misuse("The keys are another builder's.")
        }
        try open(.object, .value, number: number)
        values &+= keys.weight
        frame.shape = keys.shape
        frame.hasAllKeys = true
    }
}
