import FormatSupport

extension ModelDocument {
    /// Replaces the value at a path by a scalar, or adds the scalar under a new key.
    ///
    /// If several references refer to the changed container, it is changed for all of them. If several references
    /// refer to the replaced value itself, it is replaced only at this path. The time is linear in the number of keys
    /// or elements of the container. To change very many of them, make a new container.
    ///
    /// Missing dictionaries and arrays on the path are created: for `["items", 0, "title"]`, the array at `items` and
    /// the dictionary in it. The index after the last element of an array on the path adds an element.
    ///
    /// - Throws: `unknownProperty` if an index on the path is greater than the number of the array's elements;
    ///   `typeMismatch` if the path has a key for a value without text keys.
    public mutating func set(_ scalar: ModelScalar, at path: ModelPath) throws(ModelError) {
        try set(ModelDocument(scalar), at: path)
    }

    /// Replaces the value at a path by a copy of another document, or adds the copy under a new key.
    ///
    /// - Throws: The errors of ``set(_:at:)-(ModelScalar,_)``.
    public mutating func set(_ other: ModelDocument, at path: ModelPath) throws(ModelError) {
        guard let last = path.components.last else {
            let root = ownContent.append(copyOf: other)
            rootIndex = root
            return
        }
        dropReplaced()
        if self[path.parent] == nil { try makeParents(of: path) }
        let parent = try parent(of: path)
        if case .key = last, isArray(parent) { throw noTextKeys(in: parent, at: path) }
        if case .index(let index) = last, !isArray(parent) || !(0...value(parent).count ~= index) {
            throw Self.nothing(at: path)
        }
        let child = value(parent).place(of: last)
        let new = append(other)
        if let child { return try replace(child, in: parent, path, by: new) }
        var key: String?
        if case .key(let text) = last { key = text }
        try rebuild(parent, at: path.parent, for: path) { $0.append((key: key, place: new)) }
    }

    /// Creates the dictionaries and arrays that are missing on a path.
    private mutating func makeParents(of path: ModelPath) throws(ModelError) {
        let steps = path.components
        let existing = stepCount(along: path)
        // Each of these steps needs a container that doesn't exist. The caller makes the last value.
        let missing = steps[(existing + 1)...]
        do throws(ModelError) {
            var builder = DocumentBuilder()
            for (position, step) in missing.enumerated() {
                switch step {
                case .key(let key):
                    try builder.beginDictionary()
                    if position < missing.count - 1 { try builder.key(key) }
                case .index(0): try builder.beginArray()
                case .index: throw Self.nothing(at: path)
                }
            }
            for _ in missing { try builder.end() }
            try set(builder.finish(), at: ModelPath(Array(steps[...existing])))
        } catch {
            var error = error
            error.path = path
            throw error
        }
    }

    /// Counts the steps of a path for which the document has a value, from the first step on.
    private func stepCount(along path: ModelPath) -> Int {
        var value = root
        for (count, step) in path.components.enumerated() {
            guard let next = value[step] else { return count }
            value = next
        }
        return path.components.count
    }

    /// Appends a copy of another document and returns the index of its root. If the root is an object, its
    /// `DocumentWord.mark` is removed, because readers may expect another class at the new path.
    private mutating func append(_ other: ModelDocument) -> Int {
        let new = ownContent.append(copyOf: other)
        if ownContent.word(at: new).tag == .object { ownContent.words[new] &= ~DocumentWord.mark }
        return new
    }

    private mutating func replace(_ child: Int, in parent: Int, _ path: ModelPath, by new: Int) throws(ModelError) {
        let place = ownContent.unmoved(child)
        // If the old object had the expected class, and the new object has the same class, the new object has the
        // expected class, too.
        if ownContent.word(at: place).isMarked, ownContent.word(at: new).tag == .object,
            let old = ownContent.codedClass(at: ownContent.resolved(place))?.name,
            ownContent.codedClass(at: new).map({ ExactText($0.name) }) == ExactText(old)
        {
            ownContent.words[new] |= DocumentWord.mark
        }
        if !ownContent.word(at: child).isShared, !ownContent.isEditedWhileShared {
            return ownContent.move(child, to: new)
        }
        // The old value isn't moved, because other references and links refer to it.
        try rebuild(parent, at: path.parent, for: path) { members in
            for index in members.indices where members[index].place == child { members[index].place = new }
        }
    }

    /// Inserts a copy of a document before the array element at a path, or after the last element.
    ///
    /// - Throws: `unknownProperty` if there is no such array, or no such position in it.
    public mutating func insert(_ other: ModelDocument, at path: ModelPath) throws(ModelError) {
        dropReplaced()
        let parent = try parent(of: path)
        guard case .index(let index)? = path.components.last, isArray(parent), 0...value(parent).count ~= index else {
            throw Self.nothing(at: path)
        }
        let new = append(other)
        try rebuild(parent, at: path.parent, for: path) { $0.insert((key: nil, place: new), at: index) }
    }

    /// Copies the value at a path to another path, as ``set(_:at:)-(ModelDocument,_)`` does.
    ///
    /// - Throws: `unknownProperty` if there is no value at the path; the errors of ``set(_:at:)-(ModelDocument,_)``.
    public mutating func copyValue(at path: ModelPath, to other: ModelPath) throws(ModelError) {
        guard let value = self[path] else { throw Self.nothing(at: path) }
        try set(ModelDocument(value), at: other)
    }

    /// Moves the value at a path to another path: before an element of an array, after the last element, or under a
    /// key, where it replaces the value. `other` is a path in the document without the moved value. Other references
    /// to the value are kept.
    ///
    /// - Throws: `unknownProperty` if there is no value at `path`, or nothing can be put at `other`; `invalidCoding`
    ///   if `other` is inside the value. After an error, nothing is changed.
    public mutating func moveValue(at path: ModelPath, to other: ModelPath) throws(ModelError) {
        dropReplaced()
        let source = try parent(of: path)
        guard let step = path.components.last, let child = value(source).place(of: step) else {
            throw Self.nothing(at: path)
        }
        if path.isSame(as: other) { return }
        guard !other.begins(with: path) else {
            var error = ModelError(.invalidCoding, "A value can't be moved into itself.")
            error.path = other
            throw error
        }
        guard let last = other.components.last, let target = container(of: other, without: step, in: source),
            value(target).mayHave(last, less: target == source ? 1 : 0)
        else { throw Self.nothing(at: other) }
        let place = content.unmoved(child)
        try removeValue(at: path)
        let parent = try parent(of: other)
        try rebuild(parent, at: other.parent, for: other) { members in
            switch last {
            case .index(let index): members.insert((nil, place), at: index)
            case .key(let key):
                let known = members.firstIndex { $0.key.map { ExactText($0) == ExactText(key) } ?? false }
                if let known { members[known].place = place } else { members.append((key, place)) }
            }
        }
    }

    /// Returns the index of the container at the end of a path, which may not pass through the value that the edit
    /// removes. Returns nil if every path to the container passes through that value: the container is then removed,
    /// too.
    ///
    /// - Parameters:
    ///   - step: The step to the value that is removed.
    ///   - source: The container of the value that is removed. References from anywhere in the document may refer to
    ///     it.
    private func container(of path: ModelPath, without step: ModelPath.Component, in source: Int) -> Int? {
        var value = root
        for component in path.components.dropLast() {
            var next = component
            if value.index == source {
                switch (step, component) {
                // The elements after the removed one move.
                case (.index(let removed), .index(let index)) where index >= removed: next = .index(index + 1)
                case (.key, .key) where step.isSame(as: component): return nil
                default: break
                }
            }
            guard let found = value[next] else { return nil }
            value = found
        }
        return value.index
    }

    /// Removes the value at a path from its array, or removes it and its key from its object or dictionary. Nothing
    /// happens if the key doesn't exist: files omit properties that are nil.
    ///
    /// - Throws: `unknownProperty` if the path ends with an index, and the array has no element with it.
    public mutating func removeValue(at path: ModelPath) throws(ModelError) {
        if lacksKey(path) { return }
        dropReplaced()
        let parent = try parent(of: path)
        guard let last = path.components.last, value(parent).place(of: last) != nil else {
            throw Self.nothing(at: path)
        }
        try rebuild(parent, at: path.parent, for: path) { members in
            switch last {
            case .index(let index): members.remove(at: index)
            case .key(let key): members.removeAll { $0.key?.utf8.elementsEqual(key.utf8) ?? false }
            }
        }
    }

    /// Removes all elements of the array or the set at a path. This takes no longer than removing one element. If
    /// several references refer to the array, it is empty for all of them.
    ///
    /// - Throws: `unknownProperty` if there is neither an array nor a set at the path.
    public mutating func removeAllElements(at path: ModelPath) throws(ModelError) {
        dropReplaced()
        guard let array = self[path]?.index, isArray(array) else { throw Self.nothing(at: path) }
        try rebuild(array, at: path, for: path) { $0.removeAll() }
    }

    /// Renames the key of the value at a path. Its position among the other keys stays the same. Nothing happens if
    /// the key doesn't exist: files omit properties that are nil.
    ///
    /// - Throws: `unknownProperty` if the path ends with no key; `duplicateKey` if the new key exists already.
    public mutating func renameKey(at path: ModelPath, to name: String) throws(ModelError) {
        if lacksKey(path) { return }
        dropReplaced()
        let parent = try parent(of: path)
        guard case .key(let key)? = path.components.last, value(parent).child(key) != nil else {
            throw Self.nothing(at: path)
        }
        if name.utf8.elementsEqual(key.utf8) { return }
        try rebuild(parent, at: path.parent, for: path) { members in
            for index in members.indices where members[index].key?.utf8.elementsEqual(key.utf8) ?? false {
                members[index].key = name
            }
        }
    }

    /// Changes the class of the object at a path, or makes a dictionary with text keys an object. If the class is
    /// nil, makes the object a dictionary.
    ///
    /// - Throws: `typeMismatch` for any other value; `unknownProperty` if there is no such value; `corruptData` if the
    ///   name of the class has more than 1024 bytes, which no file can contain.
    public mutating func setClass(_ codedClass: CodedClass?, at path: ModelPath) throws(ModelError) {
        if let codedClass { try CodedClass.check(codedClass.name) }
        dropReplaced()
        guard let index = self[path]?.index else { throw Self.nothing(at: path) }
        try rebuild(index, at: path, for: path, as: codedClass) { _ in }
    }

    /// Replaces values by references to containers, in the order of the array. The values may be anywhere in the
    /// document. The time is linear in the number of references. If another document or a value shares the memory of
    /// this document, the document is copied first.
    ///
    /// - Throws: `invalidCoding` if a value doesn't belong to this document in its current state; `typeMismatch` if a
    ///   target is no container, or is the value itself. The references that come before the failing one in the array
    ///   stay set.
    public mutating func setReferences(
        _ references: [(value: Value, target: Value)]
    ) throws(ModelError) {
        if references.isEmpty { return }
        let content = content
        let (limits, hasClassKey) = (content.limits, content.hasClassKey)
        let own = ownContent
        for (value, target) in references {
            guard value.content === content, target.content === content else {
                throw ModelError.misuse("A value of another document, or from before an edit, was given.")
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
        // No value was added, nor any key.
        (own.limits, own.hasClassKey) = (limits, hasClassKey)
    }

    private mutating func replace(_ index: Int, by new: Int, in own: Content) throws(ModelError) {
        guard own.isEditedWhileShared else { return own.move(index, to: new) }
        guard let path = Value(document: self, index: index).path else { return }
        try rebuild(try parent(of: path), at: path.parent, for: path) { members in
            for member in members.indices where own.resolved(members[member].place) == index {
                members[member].place = new
            }
        }
    }

    // MARK: Steps

    /// A property or an element: its key (nil for an element), and the index of its value.
    private typealias Member = (key: String?, place: Int)

    // A container is passed as its index: a `Value` would share the content, so that each edit would copy all values.

    private func value(_ index: Int) -> Value { Value(document: self, index: index) }

    private func isArray(_ index: Int) -> Bool { content.word(at: index).tag.arrayKind != nil }

    /// Returns the index of the container that contains the value at a path.
    private func parent(of path: ModelPath) throws(ModelError) -> Int {
        guard let value = self[path.parent], !path.components.isEmpty else { throw Self.nothing(at: path) }
        return value.index
    }

    private func noTextKeys(in container: Int, at path: ModelPath) -> ModelError {
        var error = ModelError(
            .typeMismatch, expected: "an object or a dictionary whose keys are text",
            found: content.kind(at: container).rawValue)
        error.path = path
        return error
    }

    /// Returns true if a path ends with a key that the document doesn't have.
    private func lacksKey(_ path: ModelPath) -> Bool {
        if case .key? = path.components.last { self[path] == nil } else { false }
    }

    private static func nothing(at path: ModelPath) -> ModelError {
        var error = ModelError(.unknownProperty, "The document has no such place.")
        error.path = path
        return error
    }

    /// Appends a copy of a container with changed members, and replaces the container by the copy.
    ///
    /// - Parameter path: The path that errors contain.
    private mutating func rebuild(
        _ container: Int, at place: ModelPath, for path: ModelPath, as newClass: CodedClass?? = nil,
        _ change: (inout [Member]) -> Void
    ) throws(ModelError) {
        let isArray = isArray(container)
        guard isArray ? newClass == nil : value(container).hasTextKeys else {
            throw noTextKeys(in: container, at: path)
        }
        var members: [Member] =
            isArray
            ? value(container).children.map { (nil, $0) } : value(container).members.map { ($0.key, $0.place) }
        change(&members)
        try replaceMembers(of: container, by: members, at: place, for: path, as: newClass)
    }

    /// Appends a copy of a container that has these members, and replaces the container by the copy.
    @inline(never)
    private mutating func replaceMembers(
        of container: Int, by members: [Member], at place: ModelPath, for path: ModelPath, as newClass: CodedClass??
    ) throws(ModelError) {
        let own = ownContent
        let word = own.word(at: container)
        let isArray = word.tag.arrayKind != nil
        let className = own.codedClass(at: container)?.name
        var shape = DocumentShapes.empty
        let terms = word.tag == .object ? own.shapes.terms(of: own.low(at: container)) : nil
        if let codedClass = newClass ?? terms { shape = own.shapes.shape(of: codedClass) }
        var known: Set<Int32>?
        for key in members.compactMap(\.key) {
            var text = key
            let shapes = text.withUTF8 { own.shapes.shape(shape, with: $0, &known) }
            guard let next = shapes else {
                var error = ModelError.duplicateKey(key)
                error.path = path
                throw error
            }
            shape = next
        }
        let start = own.words.count
        let number = own.number(at: container)
        let tag = isArray ? word.tag : .object
        var flags = word.bits & (DocumentWord.mark | DocumentWord.shared)
        if let newClass, newClass?.name != className {
            // Readers expect the old class and not the new class. A migration changes no existing words: references
            // stay unchanged, because the references of a file don't have the flag.
            flags &= ~DocumentWord.mark
            if let number, word.isShared, !own.isEditedWhileShared { own.unmarkReferences(to: number) }
        }
        own.words.append(DocumentWord(tag, flags: flags, at: word.offset).bits)
        own.words.append(UInt64(isArray ? members.count : shape) | UInt64((number ?? -1) + 1) << 32)
        own.words.append(UInt64(3 + members.count))
        for member in members { own.appendMove(to: member.place) }
        if let number { own.redefine(number, at: start) }
        if rootIndex == container {
            rootIndex = start
        } else if own.isEditedWhileShared {
            // The container around it is written again as well.
            let parent = try parent(of: place)
            return try rebuild(parent, at: place.parent, for: path) { members in
                for index in members.indices where own.resolved(members[index].place) == container {
                    members[index].place = start
                }
            }
        }
        if !own.isEditedWhileShared { own.move(container, to: start) }
    }
}

extension ModelDocument.Value {
    /// Returns the index of the value at a step. Returns nil if there is no such value.
    fileprivate func place(of step: ModelPath.Component) -> Int? {
        switch step {
        case .key(let key): child(key)
        case .index(let index): word.tag.arrayKind != nil && index >= 0 && index < count ? place(ofElement: index) : nil
        }
    }

    /// Returns true if a value may be inserted before an element, or set under a key.
    ///
    /// - Parameter less: The number of elements that will be removed before that.
    fileprivate func mayHave(_ step: ModelPath.Component, less: Int) -> Bool {
        switch step {
        case .index(let index): word.tag.arrayKind != nil && 0...(count - less) ~= index
        case .key: hasTextKeys
        }
    }
}

// Keys are compared by bytes.
extension ModelPath {
    /// The path of the container that contains the value at this path.
    fileprivate var parent: ModelPath { ModelPath(components.dropLast()) }

    fileprivate func isSame(as other: ModelPath) -> Bool {
        components.count == other.components.count && begins(with: other)
    }

    /// Returns true if the path is equal to another path, or continues it.
    fileprivate func begins(with other: ModelPath) -> Bool {
        components.starts(with: other.components) { $0.isSame(as: $1) }
    }
}

extension ModelPath.Component {
    fileprivate func isSame(as other: ModelPath.Component) -> Bool {
        switch (self, other) {
        case (.key(let one), .key(let other)): ExactText(one) == ExactText(other)
        case (.index(let one), .index(let other)): one == other
        default: false
        }
    }
}
