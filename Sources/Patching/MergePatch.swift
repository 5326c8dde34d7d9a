import Documents
import FormatSupport

/// A change of a document, as a document with the same nesting of keys: a JSON Merge Patch, RFC 7396.
///
/// ```swift
/// let patch: MergePatch = ["title": "Groceries", "owner": ["phone": .null]]
/// try document.apply(patch)
/// ```
///
/// A value of the patch replaces the value under the same key. A dictionary is merged into the object or the
/// dictionary under its key, and a null removes the key. An array is replaced as a whole, and no null can be set.
/// ``JSONPatch`` can change elements and set nulls.
public struct MergePatch: Patch, Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The patch as a document.
    public let document: ModelDocument

    /// Creates a patch from its document. If the document's root isn't a dictionary, it replaces everything.
    public init(_ document: ModelDocument) { self.document = document }

    public init(dictionaryLiteral members: (String, ModelDocument.Value)...) {
        self.init(ModelDocument(members: members))
    }

    /// Reads a patch from the content of a file, or of a request.
    ///
    /// - Throws: The errors of the format.
    public init(from content: Data, as format: FileFormat = .json, limits: DecodingLimits = .standard) throws {
        self.init(try FormatRegistry.current.document(from: content, as: format, limits: limits))
    }

    /// Makes the patch that turns one document into another. Linear in their sizes, for each level of arrays.
    ///
    /// - Throws: `unrepresentableValue`, with the path, if the new document has a null that the old document lacks,
    ///   or if an object of the old document is a dictionary in the new document: a patch can't express that. `cycle`
    ///   if the new document contains itself.
    public init(from old: ModelDocument, to new: ModelDocument) throws(ModelError) {
        self.init(try MergeDifference.document(from: old, to: new, setsNulls: false))
    }

    /// Makes the patch from the document of one model to the document of another. In both, a null is the nil of a
    /// property.
    init(ofModels old: ModelDocument, to new: ModelDocument) throws(ModelError) {
        self.init(try MergeDifference.document(from: old, to: new, setsNulls: true))
    }

    var byteCount: Int { document.root.byteCount }

    func apply(to tree: DocumentTree, _ nils: NilKeys?) throws(ModelError) {
        guard document.root.hasTextKeys else {
            tree.root = tree.new(document.root)
            return
        }
        let name = document.root.className
        if !tree.hasKeys(tree.root) || name != nil && name != tree.className(of: tree.root) {
            tree.root = tree.newDictionary(document.root.codedClass)
        }
        var pending = [(slot: tree.root, patch: document.root, place: nils?.root)]
        while let (slot, patch, place) = pending.popLast() {
            // A patch that contains itself has no end.
            try tree.spend(1 + patch.count)
            for (key, value) in patch.properties {
                if value.isNull {
                    if nils?.putNull(key, in: slot, of: place, tree) != true { _ = tree.remove(.key(key), in: slot) }
                    continue
                }
                guard value.hasTextKeys else {
                    _ = tree.set(.key(key), in: slot, to: tree.new(value))
                    continue
                }
                var inner = tree.slot(.key(key), in: slot).flatMap { tree.hasKeys($0) ? $0 : nil }
                // An object of another class replaces the present value.
                if let own = inner, let name = value.className, name != tree.className(of: own) { inner = nil }
                if inner == nil {
                    let made = tree.newDictionary(value.codedClass)
                    _ = tree.set(.key(key), in: slot, to: made)
                    inner = made
                }
                guard let inner else { continue }
                pending.append((inner, value, nils?.place(of: key, in: place, at: inner, tree, patch: value)))
            }
        }
    }
}

/// Makes merge patches.
private struct MergeDifference: ~Copyable {
    /// True if the patch may set nulls, because a null in the document of a model is the nil of a property.
    let setsNulls: Bool

    private var builder = DocumentBuilder()
    /// The containers of the new document that are being visited, if references point to them.
    private var open: Set<Int> = []
    /// The number of values that may still be visited: each reference counts.
    private var left = 0

    private init(setsNulls: Bool) { self.setsNulls = setsNulls }

    static func document(
        from old: ModelDocument, to new: ModelDocument, setsNulls: Bool
    ) throws(ModelError) -> ModelDocument {
        var difference = MergeDifference(setsNulls: setsNulls)
        difference.left = DecodingLimits.standard.forFile(of: old.byteCount + new.byteCount).nodes
        try difference.append(old.root, new.root, ModelPath())
        return try difference.builder.finish()
    }

    private mutating func append(
        _ old: ModelDocument.Value?, _ new: ModelDocument.Value, _ path: ModelPath
    ) throws(ModelError) {
        guard new.hasTextKeys else {
            if new.isNull, !setsNulls, !path.components.isEmpty { throw Self.error("set a null", at: path) }
            return try builder.append(ModelDocument(new))
        }
        if let number = new.identity {
            guard open.insert(number).inserted else { throw ModelError(.cycle, "A merge patch can't contain itself.") }
        }
        defer { if let number = new.identity { open.remove(number) } }
        left -= new.count + 1
        guard left > 0 else { throw ModelError(.nodesExceeded, "The documents repeat too much.") }
        if old?.className != nil, new.className == nil {
            throw Self.error("take the class of an object away", at: path)
        }
        let old = old.flatMap { $0.hasTextKeys && $0.className == new.className ? $0 : nil }
        if let codedClass = new.codedClass {
            try builder.beginObject(codedClass)
        } else {
            try builder.beginDictionary()
        }
        for (key, _) in old?.properties ?? [] where new[key] == nil {
            try builder.key(key)
            try builder.appendNull()
        }
        for (key, value) in new.properties {
            let before = old?[key]
            if let before, try before.isSame(as: value, &left) { continue }
            try builder.key(key)
            try append(before, value, ModelPath(path.components + [.key(key)]))
        }
        try builder.end()
    }

    private static func error(_ change: String, at path: ModelPath) -> ModelError {
        var error = ModelError(.unrepresentableValue, "A merge patch can't \(change).")
        error.path = path
        return error
    }
}

extension ModelDocument.Value {
    /// True if two values are equal in JSON. Facts that only documents have, such as classes, are ignored.
    ///
    /// - Parameter steps: The number of values that may still be compared.
    /// - Throws: `nodesExceeded`.
    func isSame(as other: ModelDocument.Value, _ steps: inout Int) throws(ModelError) -> Bool {
        var pending = [(self, other)]
        /// For each container of this document to which several references point: the container of the second document
        /// with which it was compared.
        var partners: [Int: Int] = [:]
        while let (left, right) = pending.popLast() {
            steps -= 1
            guard steps > 0 else { throw ModelError(.nodesExceeded, "The documents repeat too much.") }
            if let number = left.identity {
                if partners[number] == right.id { continue }
                partners[number] = right.id
            }
            if left.kind.isContainer != right.kind.isContainer { return false }
            if !left.kind.isContainer {
                guard DocumentTree.areEqual(left, right) else { return false }
                continue
            }
            guard left.hasTextKeys == right.hasTextKeys, left.count == right.count, left.className == right.className
            else {
                return false
            }
            if left.hasTextKeys {
                for (key, value) in left.properties {
                    guard let other = right[key] else { return false }
                    pending.append((value, other))
                }
            } else if left.kind == .dictionary {
                guard left == right else { return false }
            } else {
                pending += zip(left.elements, right.elements)
            }
        }
        return true
    }
}

extension ModelDocument {
    /// Changes the document by a merge patch. It takes time linear in the sizes of the patch and of the document.
    ///
    /// Objects keep their classes. A container that several references point to is changed for all of them.
    ///
    /// - Throws: `depthExceeded`, `nodesExceeded`, `bytesExceeded`. Then nothing is changed.
    public mutating func apply(_ patch: MergePatch, limits: DecodingLimits = .standard) throws(ModelError) {
        try revise(by: patch, limits)
    }
}
