import Documents

// The operations of JSON patches: as documents, and carried out.

extension JSONPatch.Operation {
    private enum Key {
        static let (operation, path, from, value) = ("op", "path", "from", "value")
    }

    init(_ document: ModelDocument.Value) throws(ModelError) {
        func member(_ key: String) throws(ModelError) -> ModelDocument.Value {
            guard document.kind == .dictionary else {
                throw ModelError(.typeMismatch, expected: "an operation", found: document.kind.rawValue)
            }
            guard let value = document[key] else { throw ModelError(.missingValue, "An operation has no \(key).") }
            return value
        }
        func text(_ key: String) throws(ModelError) -> String {
            guard let text = try member(key).stringValue else {
                throw ModelError(.typeMismatch, expected: "a text", found: try member(key).kind.rawValue).at(key)
            }
            return text
        }
        func pointer(_ key: String) throws(ModelError) -> JSONPointer {
            guard let pointer = JSONPointer(try text(key)) else {
                throw ModelError(.invalidKey, "It is no JSON pointer: it begins with a slash, or is empty.").at(key)
            }
            return pointer
        }
        func value() throws(ModelError) -> ModelDocument { ModelDocument(try member(Key.value)) }
        switch try text(Key.operation) {
        case "add": self = .add(try pointer(Key.path), try value())
        case "remove": self = .remove(try pointer(Key.path))
        case "replace": self = .replace(try pointer(Key.path), try value())
        case "move": self = .move(from: try pointer(Key.from), to: try pointer(Key.path))
        case "copy": self = .copy(from: try pointer(Key.from), to: try pointer(Key.path))
        case "test": self = .test(try pointer(Key.path), try value())
        case let other:
            throw ModelError(
                .typeMismatch, expected: "add, remove, replace, move, copy or test", found: other.debugDescription
            ).at(Key.operation)
        }
    }

    var document: ModelDocument {
        func operation(_ name: String, _ members: KeyValuePairs<String, ModelDocument.Value>) -> ModelDocument {
            ModelDocument(members: [(Key.operation, "\(name)")] + members.map { ($0.key, $0.value) })
        }
        func text(_ pointer: JSONPointer) -> ModelDocument.Value { "\(pointer)" }
        return switch self {
        case .add(let pointer, let value): operation("add", [Key.path: text(pointer), Key.value: value.root])
        case .remove(let pointer): operation("remove", [Key.path: text(pointer)])
        case .replace(let pointer, let value): operation("replace", [Key.path: text(pointer), Key.value: value.root])
        case .move(let from, let pointer): operation("move", [Key.from: text(from), Key.path: text(pointer)])
        case .copy(let from, let pointer): operation("copy", [Key.from: text(from), Key.path: text(pointer)])
        case .test(let pointer, let value): operation("test", [Key.path: text(pointer), Key.value: value.root])
        }
    }

    func apply(to tree: DocumentTree, _ nils: NilKeys?) throws(ModelError) {
        switch self {
        case .add(let pointer, let value): try pointer.add(tree.new(value.root), to: tree)
        case .remove(let pointer): try pointer.remove(from: tree, nils)
        case .replace(let pointer, let value): try pointer.replace(in: tree, by: tree.new(value.root))
        case .test(let pointer, let value):
            guard try tree.isEqual(try pointer.find(in: tree), value.root) else {
                throw ModelError(.patchTestFailed, "There is another value at \(pointer.quoted).")
            }
        case .copy(let from, let pointer): try pointer.add(try tree.copy(try from.find(in: tree)), to: tree)
        case .move(let from, let pointer):
            let slot = try from.find(in: tree)
            if from == pointer { return }
            guard !pointer.starts(with: from) else {
                throw ModelError(.invalidCoding, "What is at \(from.quoted) can't be moved into itself.")
            }
            try from.remove(from: tree, nils)
            try pointer.add(DocumentTree.Slot(slot.node), to: tree)
        }
    }
}

extension JSONPointer {
    fileprivate var quoted: String { description.debugDescription }

    private func nothing(_ count: Int) -> ModelError {
        ModelError(.unknownProperty, "There is nothing at \(JSONPointer(Array(tokens.prefix(count))).quoted).")
    }

    /// The path component that a token represents in a container. Returns nil for a token of an array that isn't an
    /// index.
    private static func step(_ token: String, in slot: DocumentTree.Slot, _ tree: DocumentTree) -> ModelPath.Component?
    {
        guard tree.count(of: slot) != nil else { return .key(token) }
        return index(token).map { .index($0) }
    }

    /// The slot that the first tokens refer to.
    private func find(in tree: DocumentTree, _ count: Int) throws(ModelError) -> DocumentTree.Slot {
        var slot = tree.root
        for (position, token) in tokens.prefix(count).enumerated() {
            guard let step = Self.step(token, in: slot, tree), let next = tree.slot(step, in: slot) else {
                throw nothing(position + 1)
            }
            slot = next
        }
        return slot
    }

    fileprivate func find(in tree: DocumentTree) throws(ModelError) -> DocumentTree.Slot {
        try find(in: tree, tokens.count)
    }

    /// Adds a node at the pointer: before an element, after the last element, or under a key.
    fileprivate func add(_ new: DocumentTree.Slot, to tree: DocumentTree) throws(ModelError) {
        guard let last = tokens.last else {
            tree.root = new
            return
        }
        let parent = try find(in: tree, tokens.count - 1)
        let isDone =
            if let count = tree.count(of: parent) {
                (last == "-" ? count : Self.index(last)).map { tree.insert(new, at: $0, in: parent) } ?? false
            } else {
                tree.set(.key(last), in: parent, to: new)
            }
        guard isDone else { throw nothing(tokens.count) }
    }

    fileprivate func replace(in tree: DocumentTree, by new: DocumentTree.Slot) throws(ModelError) {
        _ = try find(in: tree)
        guard let last = tokens.last else {
            tree.root = new
            return
        }
        let parent = try find(in: tree, tokens.count - 1)
        guard let step = Self.step(last, in: parent, tree), tree.set(step, in: parent, to: new) else {
            throw nothing(tokens.count)
        }
    }

    /// Removes the value at this pointer. In a model, an optional property becomes nil instead.
    fileprivate func remove(from tree: DocumentTree, _ nils: NilKeys?) throws(ModelError) {
        _ = try find(in: tree)
        guard let last = tokens.last else { throw ModelError(.invalidCoding, "The whole document can't be removed.") }
        let parent = try find(in: tree, tokens.count - 1)
        if let nils, nils.putNull(last, in: parent, of: nils.place(at: tokens.dropLast(), in: tree), tree) { return }
        guard let step = Self.step(last, in: parent, tree), tree.remove(step, in: parent) else {
            throw nothing(tokens.count)
        }
    }
}

extension ModelError {
    /// The error with the key of an operation before its path.
    fileprivate func at(_ key: String) -> ModelError {
        var error = self
        error.path = [.key(key)]
        return error
    }
}
