import Documents
import FormatSupport
import ModelCore

extension BaseModel {
    /// Changes the model, and the models that it refers to, by a merge patch.
    ///
    /// The patch has the keys and values of a file of the format. A null makes a property nil. It removes an entry of
    /// a dictionary, and a key that the class doesn't know. A dictionary is merged into the model, the struct or the
    /// dictionary under its key. Models stay the same instances, whether the patch contains them or not. An array is
    /// replaced by a new array of new models. Only properties whose values change are set, so that only their
    /// observers are called. A null for a property that can't be nil is read as in a file: the property gets its
    /// initial value. A tag names the class, as in a file: a model that has another class afterwards is replaced by a
    /// new model.
    ///
    /// Models in structs and sets that change are new instances. Linear in the size of all models.
    ///
    /// - Parameters:
    ///   - patch: The patch.
    ///   - format: The format whose keys and values the patch has.
    ///   - limits: The limits on the values of all models that the model refers to.
    /// - Throws: `requisiteLibraryMissing` if the format isn't linked; the errors of writing the model, and of
    ///   reading a file with the new values, with their paths; `readOnlyProperty` for another value of a constant;
    ///   `classMismatch` if this model would have another class. Then nothing is changed.
    public func apply(
        _ patch: MergePatch, as format: FileFormat = .json, limits: DecodingLimits = .standard
    ) throws(ModelError) {
        try revise(by: patch, as: format, limits)
    }

    /// Changes the model, and the models that it refers to, by a JSON patch: by all of its operations, or by none.
    ///
    /// The method works like ``apply(_:as:limits:)-(MergePatch,_,_)``, with two differences. Operations can change
    /// models in arrays, which stay the same instances even if they are moved. A property whose value is removed
    /// becomes nil.
    ///
    /// - Throws: The errors of ``apply(_:as:limits:)-(MergePatch,_,_)``, and of
    ///   ``ModelDocument/apply(_:limits:)-(JSONPatch,_)``.
    public func apply(
        _ patch: JSONPatch, as format: FileFormat = .json, limits: DecodingLimits = .standard
    ) throws(ModelError) {
        try revise(by: patch, as: format, limits)
    }

    private func revise(by patch: some Patch, as format: FileFormat, _ limits: DecodingLimits) throws(ModelError) {
        do {
            let revision = try ModelRevision(self, as: format, limits: limits)
            let limits = limits.forFile(of: revision.document.byteCount + patch.byteCount)
            let tree = DocumentTree(revision.document, readsAll: true, limit: limits.nodes)
            let nils = NilKeys(revision)
            try patch.apply(to: tree, nils)
            nils.removeStale(from: tree)
            var origins: [Int: Int] = [:]
            let changed = try tree.document(limits: limits) { node, index in origins[index] = node.origin }
            try revision.take(changed, origins: origins)
        } catch {
            throw ModelError(wrapping: error)
        }
    }
}

extension MergePatch {
    /// Makes the patch that gives one model the values of another, as files of a format have them.
    ///
    /// - Throws: The errors of writing the models in the format, such as `cycle`.
    public init(from old: BaseModel, to new: BaseModel, as format: FileFormat = .json) throws(ModelError) {
        try self.init(ofModels: try old.content(as: format), to: try new.content(as: format))
    }
}

extension JSONPatch {
    /// Makes a patch that gives one model the values of another, as files of a format have them.
    ///
    /// Models in arrays are compared by their positions: see ``init(from:to:)-(ModelDocument,_)``. A model that a
    /// file contains several times gets operations for each occurrence. Such a patch is only for files: applied to a
    /// model, an operation in the arrays of such a model would happen twice. A merge patch doesn't have this limit.
    ///
    /// - Throws: The errors of writing the models in the format, such as `cycle`.
    public init(from old: BaseModel, to new: BaseModel, as format: FileFormat = .json) throws(ModelError) {
        try self.init(from: try old.content(as: format), to: try new.content(as: format))
    }
}

extension BaseModel {
    /// The document of a file with the model.
    fileprivate func content(as format: FileFormat) throws(ModelError) -> ModelDocument {
        do {
            let provider = try FormatRegistry.current.provider(for: format)
            return try provider.document(from: provider.encode(self, as: format), as: format)
        } catch {
            throw ModelError(wrapping: error)
        }
    }
}

/// Finds the keys of models and structs under which a null stays, because the null is the nil of a property.
final class NilKeys {
    private let revision: ModelRevision
    /// The nulls that were put under keys, and the slots of their objects at that time.
    private var nulls: [(key: String, slot: DocumentTree.Slot)] = []

    init(_ revision: ModelRevision) { self.revision = revision }

    var root: ModelRevision.Place { revision.place }

    /// Puts a null under a key, if the null is the nil of a property. Returns false if the key has to be removed
    /// instead.
    func putNull(
        _ key: String, in slot: DocumentTree.Slot, of place: ModelRevision.Place?, _ tree: DocumentTree
    ) -> Bool {
        guard let place, revision.isNil(key, in: place) else { return false }
        nulls.append((key, slot))
        return tree.set(.key(key), in: slot, to: tree.new(ModelDocument(.null).root))
    }

    /// Removes the nulls of objects that have got another class, if the class doesn't have the property.
    func removeStale(from tree: DocumentTree) {
        for (key, slot) in nulls {
            guard let now = named(slot, tree).map({ tagged(slot, $0, tree) }), !revision.isNil(key, in: now),
                tree.slot(.key(key), in: slot).map({ tree.isNull($0) }) == true
            else { continue }
            _ = tree.remove(.key(key), in: slot)
        }
    }

    /// The declaration of the value under a key. If a model is there, it is the model's class. Otherwise it is the
    /// declared type.
    ///
    /// - Parameter patch: The values that the patch gives to the object under the key.
    func place(
        of key: String, in place: ModelRevision.Place?, at slot: DocumentTree.Slot, _ tree: DocumentTree,
        patch: ModelDocument.Value
    ) -> ModelRevision.Place? {
        own(slot, place.flatMap { revision.place(of: key, in: $0) }, tree, patch)
    }

    /// The declaration of the value to which the tokens of a pointer refer.
    func place(at tokens: ArraySlice<String>, in tree: DocumentTree) -> ModelRevision.Place? {
        var (slot, place): (DocumentTree.Slot, ModelRevision.Place?) = (tree.root, root)
        for token in tokens {
            let isArray = tree.count(of: slot) != nil
            guard let next = tree.slot(isArray ? .index(JSONPointer.index(token) ?? -1) : .key(token), in: slot) else {
                return nil
            }
            slot = next
            let declared = place.flatMap {
                isArray ? revision.elementPlace(in: $0) : revision.place(of: token, in: $0)
            }
            place = own(slot, declared, tree)
        }
        return place
    }

    /// The declaration of the value in a slot. If a model is there, it is the model's class. If the object names its
    /// class, it is that class. Otherwise it is the declared type.
    private func own(
        _ slot: DocumentTree.Slot, _ declared: ModelRevision.Place?, _ tree: DocumentTree,
        _ patch: ModelDocument.Value? = nil
    ) -> ModelRevision.Place? {
        (named(slot, tree) ?? declared).map { tagged(slot, $0, tree, patch) }
    }

    private func tagged(
        _ slot: DocumentTree.Slot, _ place: ModelRevision.Place, _ tree: DocumentTree,
        _ patch: ModelDocument.Value? = nil
    ) -> ModelRevision.Place {
        guard tree.hasKeys(slot) else { return place }
        return revision.place(place) { key in
            patch?[key] ?? tree.slot(.key(key), in: slot).flatMap { tree.scalar(of: $0) }
        }
    }

    private func named(_ slot: DocumentTree.Slot, _ tree: DocumentTree) -> ModelRevision.Place? {
        if let model = tree.origin(of: slot).flatMap(revision.model) { return .type(Swift.type(of: model)) }
        return tree.className(of: slot).flatMap { try? ClassRegistry.current.type(named: $0) }.map { .type($0) }
    }
}
