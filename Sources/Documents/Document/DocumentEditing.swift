import FormatSupport

extension ModelDocument {
    /// Puts a scalar in the place of the value at a path, or under a key that isn't there yet.
    ///
    /// A container that is changed so is changed wherever references lead to it; what takes a container's place is in
    /// that place alone. Linear in the number of keys or elements beside it where it takes more or less room than
    /// before: very many are better made at once.
    ///
    /// Dictionaries on the way that are missing are made: at `["address", "street"]` the one at `address`.
    ///
    /// - Throws: `unknownProperty` if an array on the way has no such element; `typeMismatch` for a key in a value that
    ///   has none.
    public mutating func set(_ scalar: ModelScalar, at path: ModelPath) throws(ModelError) {
        try set(ModelDocument(scalar), at: path)
    }

    /// Puts another document in the place of the value at a path, or under a key that isn't there yet.
    ///
    /// - Throws: As ``set(_:at:)-(ModelScalar,_)``.
    public mutating func set(_ other: ModelDocument, at path: ModelPath) throws(ModelError) {
        guard let last = path.components.last else {
            let root = ownContent.append(copyOf: other)
            rootIndex = root
            return
        }
        dropReplaced()
        if self[path.parent] == nil { try makeParents(of: path) }
        let parent = try parent(of: path)
        if case .key = last, parent.word.tag.arrayKind != nil { throw Self.noTextKeys(in: parent, at: path) }
        let new = append(other)
        switch last {
        case .index(let index):
            guard parent.word.tag.arrayKind != nil, index >= 0, index < parent.count else {
                throw Self.nothing(at: path)
            }
            try replace(parent.place(ofElement: index), in: parent, path, by: new)
        case .key(let key):
            if let child = parent.child(key) {
                try replace(child, in: parent, path, by: new)
            } else {
                try rebuild(parent, at: path.parent, for: path) { $0.append((key: key, place: new)) }
            }
        }
    }

    /// Puts dictionaries under the keys that a path goes through and that aren't there.
    private mutating func makeParents(of path: ModelPath) throws(ModelError) {
        let steps = path.components
        var value: Value? = root
        let existing = steps.prefix { step in
            value = value?[step]
            return value != nil
        }
        let keys = steps[existing.count...].compactMap { if case .key(let key) = $0 { key } else { nil } }
        guard existing.count + keys.count == steps.count else { throw Self.nothing(at: path) }
        do throws(ModelError) {
            var builder = DocumentBuilder()
            for key in keys.dropFirst().dropLast() {
                try builder.beginDictionary()
                try builder.key(key)
            }
            try builder.beginDictionary()
            for _ in keys.dropFirst() { try builder.end() }
            try set(builder.finish(), at: ModelPath(Array(steps[...existing.count])))
        } catch {
            var error = error
            error.path = path
            throw error
        }
    }

    /// Appends the values of another document. Whoever reads the place that they get may expect another class there.
    private mutating func append(_ other: ModelDocument) -> Int {
        let new = ownContent.append(copyOf: other)
        if ownContent.word(at: new).tag == .object { ownContent.words[new] &= ~DocumentWord.mark }
        return new
    }

    private mutating func replace(_ child: Int, in parent: Value, _ path: ModelPath, by new: Int) throws(ModelError) {
        let place = ownContent.unmoved(child)
        // The class that was expected there still is.
        if ownContent.word(at: place).isMarked, ownContent.word(at: new).tag == .object,
            let old = ownContent.codedClass(at: ownContent.resolved(place))?.name,
            old == ownContent.codedClass(at: new)?.name
        {
            ownContent.words[new] |= DocumentWord.mark
        }
        if !ownContent.word(at: child).isShared, !ownContent.isOnlyAppended { return ownContent.move(child, to: new) }
        // It stays where it is: other places lead to it.
        try rebuild(parent, at: path.parent, for: path) { members in
            for index in members.indices where members[index].place == child { members[index].place = new }
        }
    }

    /// Inserts a document before an array's element at a path, or behind its last.
    ///
    /// - Throws: `unknownProperty` where there is no such place.
    public mutating func insert(_ other: ModelDocument, at path: ModelPath) throws(ModelError) {
        dropReplaced()
        let parent = try parent(of: path)
        guard case .index(let index)? = path.components.last, parent.word.tag.arrayKind != nil, index >= 0,
            index <= parent.count
        else {
            throw Self.nothing(at: path)
        }
        let new = append(other)
        try rebuild(parent, at: path.parent, for: path) { $0.insert((key: nil, place: new), at: index) }
    }

    /// Takes the value at a path out of its array, or with its key out of its object or dictionary.
    ///
    /// - Throws: `unknownProperty` where there is none.
    public mutating func removeValue(at path: ModelPath) throws(ModelError) {
        dropReplaced()
        let parent = try parent(of: path)
        switch path.components.last {
        case .index(let index)? where parent.word.tag.arrayKind != nil && index >= 0 && index < parent.count:
            try rebuild(parent, at: path.parent, for: path) { $0.remove(at: index) }
        case .key(let key)? where parent.child(key) != nil:
            try rebuild(parent, at: path.parent, for: path) { members in
                members.removeAll { $0.key?.utf8.elementsEqual(key.utf8) ?? false }
            }
        default: throw Self.nothing(at: path)
        }
    }

    /// Gives the value at a path another key, in the same place among the others.
    ///
    /// - Throws: `unknownProperty` where there is none, `duplicateKey` where there is one of that name already.
    public mutating func renameKey(at path: ModelPath, to name: String) throws(ModelError) {
        dropReplaced()
        let parent = try parent(of: path)
        guard case .key(let key)? = path.components.last, parent.child(key) != nil else { throw Self.nothing(at: path) }
        if name.utf8.elementsEqual(key.utf8) { return }
        try rebuild(parent, at: path.parent, for: path) { members in
            for index in members.indices where members[index].key?.utf8.elementsEqual(key.utf8) ?? false {
                members[index].key = name
            }
        }
    }

    /// Gives the object at a path another class, or makes a dictionary with text keys an object; nil makes it a
    /// dictionary.
    ///
    /// - Throws: `typeMismatch` for any other value, `unknownProperty` where there is none; `corruptData` for a class
    ///   with a name of more than 1024 bytes, which no file can have.
    public mutating func setClass(_ codedClass: CodedClass?, at path: ModelPath) throws(ModelError) {
        if let codedClass { try CodedClass.check(codedClass.name) }
        dropReplaced()
        guard let value = self[path] else { throw Self.nothing(at: path) }
        try rebuild(value, at: path, for: path, as: codedClass) { _ in }
    }

    /// Puts references to containers in the place of other values, wherever these stand: one after the other. Linear in
    /// their number, and a copy of the document where anybody else has it, or values of it.
    ///
    /// - Throws: `invalidCoding` for a value that isn't one of this document's, as it is now; `typeMismatch` for a
    ///   target that is no container, or is the value itself. What came before that is done.
    public mutating func setReferences(
        _ references: [(value: Value, target: Value)]
    ) throws(ModelError) {
        if references.isEmpty { return }
        let content = content
        let (limits, hasClassKey) = (content.limits, content.hasClassKey)
        let own = ownContent
        for (value, target) in references {
            guard value.content === content, target.content === content else {
                throw DocumentBuilder.misuse("A value of another document, or from before an edit, was given.")
            }
            let new = own.resolved(target.index)
            guard own.word(at: new).tag.isContainer, new != value.index else {
                throw ModelError(.typeMismatch, expected: "another container", found: target.kind.rawValue)
            }
            if value.index == rootIndex {
                rootIndex = new
            } else {
                let reference = own.appendReference(to: new, at: value.byteOffset)
                try replace(value.index, by: reference, in: own)
            }
        }
        // No value is new, nor any key.
        (own.limits, own.hasClassKey) = (limits, hasClassKey)
    }

    private mutating func replace(_ index: Int, by new: Int, in own: Content) throws(ModelError) {
        guard own.isOnlyAppended else { return own.move(index, to: new) }
        guard let path = Value(document: self, index: index).path else { return }
        try rebuild(try parent(of: path), at: path.parent, for: path) { members in
            for member in members.indices where own.resolved(members[member].place) == index {
                members[member].place = new
            }
        }
    }

    // MARK: Steps

    /// A property or an element: its key, and where its value stands.
    private typealias Member = (key: String?, place: Int)

    private func parent(of path: ModelPath) throws(ModelError) -> Value {
        guard let value = self[path.parent], !path.components.isEmpty else {
            throw Self.nothing(at: path)
        }
        return value
    }

    private static func noTextKeys(in value: Value, at path: ModelPath) -> ModelError {
        var error = ModelError(
            .typeMismatch, expected: "an object or a dictionary whose keys are text", found: value.kind.rawValue)
        error.path = path
        return error
    }

    private static func nothing(at path: ModelPath) -> ModelError {
        var error = ModelError(.unknownProperty, "The document has no such place.")
        error.path = path
        return error
    }

    /// Writes the container at a place anew behind all others, with other members.
    ///
    /// - Parameter path: What errors say.
    private mutating func rebuild(
        _ value: Value, at place: ModelPath, for path: ModelPath, as newClass: CodedClass?? = nil,
        _ change: (inout [Member]) -> Void
    ) throws(ModelError) {
        let isArray = value.word.tag.arrayKind != nil
        let hasTextKeys =
            value.word.tag == .object || (value.word.tag == .dictionary && value.count == value.properties.count)
        guard isArray ? newClass == nil : hasTextKeys else {
            throw Self.noTextKeys(in: value, at: path)
        }
        var members: [Member] =
            isArray ? value.children.map { (nil, $0) } : value.members.map { ($0.key, $0.place) }
        change(&members)
        let own = ownContent
        var shape = DocumentShapes.empty
        let terms = value.word.tag == .object ? value.content.shapes.terms(of: value.content.low(at: value.index)) : nil
        if let codedClass = newClass ?? terms { shape = own.shapes.shape(of: codedClass) }
        var known: Set<Int32>?
        for key in members.compactMap(\.key) {
            var text = key
            let shapes = text.withUTF8 { own.shapes.shape(shape, with: $0, &known) }
            guard let next = shapes else {
                var error = ModelError(.duplicateKey, "The key \(ErrorText.quoted(key)) is there twice.")
                error.path = path
                throw error
            }
            shape = next
        }
        let start = own.words.count
        let number = own.number(at: value.index)
        let tag = isArray ? value.word.tag : .object
        var flags = value.word.bits & (DocumentWord.mark | DocumentWord.shared)
        if let newClass, newClass?.name != value.className {
            // Readers expect the old one. In a migration, which changes nothing that stands there, references stay as
            // they are: a file's expect nothing.
            flags &= ~DocumentWord.mark
            if let number, value.word.isShared, !own.isOnlyAppended { own.unmarkReferences(to: number) }
        }
        own.words.append(DocumentWord(tag, flags: flags, at: value.byteOffset).bits)
        own.words.append(UInt64(isArray ? members.count : shape) | UInt64((number ?? -1) + 1) << 32)
        own.words.append(UInt64(3 + members.count))
        for member in members { own.appendMove(to: member.place) }
        if let number { own.redefine(number, at: start) }
        if rootIndex == value.index {
            rootIndex = start
        } else if own.isOnlyAppended {
            // What holds it is written anew as well.
            let parent = try parent(of: place)
            return try rebuild(parent, at: place.parent, for: path) { members in
                for index in members.indices where own.resolved(members[index].place) == value.index {
                    members[index].place = start
                }
            }
        }
        if !own.isOnlyAppended { own.move(value.index, to: start) }
    }
}

extension ModelPath {
    /// The way to the container that the last step is taken in.
    fileprivate var parent: ModelPath { ModelPath(components.dropLast()) }
}
