import Documents
import Foundation
import ModelCore

extension BaseModel {
    /// Changes the model, and the models that it leads to, by a merge patch.
    ///
    /// The patch has the keys and values of a file of the format. A null makes a property nil; it removes the entry of a
    /// dictionary, and a key that the class doesn't know. A dictionary is merged into the model, the struct or the dictionary that
    /// is there. Instances stay what they are, and so do the models that aren't in the patch; an array is a new one, of new models.
    /// Only properties whose values change are set, so that only their observers are called.
    ///
    /// Models in structs and sets are new ones. Linear in the size of all models.
    ///
    /// - Parameters:
    ///   - patch: The patch.
    ///   - format: The format whose keys and values the patch has.
    ///   - limits: The limits on the values that the model leads to.
    /// - Throws: The errors of reading a file with these values, with their paths; `readOnlyProperty` for another value of a constant.
    ///   Then nothing is changed.
    public func apply(
        _ patch: MergePatch, as format: FileFormat = .json, limits: DecodingLimits = .standard
    ) throws(ModelError) {
        try revise(as: format, limits) { (tree, nils) throws(ModelError) in try patch.apply(to: tree, nils) }
    }

    /// Changes the model, and the models that it leads to, by a JSON patch: by all of its operations, or by none.
    ///
    /// It is as ``apply(_:as:limits:)-(MergePatch,_,_)``. Operations reach models in arrays, which stay the same instances,
    /// wherever they are moved. What is removed from a property becomes nil.
    ///
    /// - Throws: As that, and as ``ModelDocument/apply(_:limits:)-(JSONPatch,_)``.
    public func apply(
        _ patch: JSONPatch, as format: FileFormat = .json, limits: DecodingLimits = .standard
    ) throws(ModelError) {
        try revise(as: format, limits) { (tree, nils) throws(ModelError) in try patch.apply(to: tree, nils) }
    }

    private func revise(
        as format: FileFormat, _ limits: DecodingLimits,
        _ change: (DocumentTree, NilKeys) throws(ModelError) -> Void
    ) throws(ModelError) {
        do {
            let conventions =
                (try? FormatRegistry.current.provider(for: format))?.conventions(ofFileIn: format, limits: limits)
                ?? FileConventions().read(as: .init(format: format))
            let revision = try ModelRevision(self, as: conventions, limits: limits)
            let tree = DocumentTree(revision.document, limit: limits.nodes, styledAs: conventions)
            try change(tree, NilKeys(revision, Swift.type(of: self)))
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
    /// Models in arrays are compared by their positions: see ``init(from:to:)-(ModelDocument,_)``.
    ///
    /// - Throws: The errors of writing the models in the format, such as `cycle`.
    public init(from old: BaseModel, to new: BaseModel, as format: FileFormat = .json) throws(ModelError) {
        self.init(from: try old.content(as: format), to: try new.content(as: format))
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

/// The keys of models and structs under which a null stays, because it is the nil of a property.
struct NilKeys {
    let rootType: Any.Type
    private let revision: ModelRevision

    init(_ revision: ModelRevision, _ rootType: BaseModel.Type) {
        (self.revision, self.rootType) = (revision, rootType)
    }

    /// True if a null stays under a key.
    func nullStays(for key: String, in type: Any.Type?) -> Bool { type.map { revision.isNil(key, in: $0) } ?? false }

    /// The type of the value under a key: the class of the model that is there, or else the declared one.
    func type(of key: String, in type: Any.Type?, at node: DocumentTree.Node) -> Any.Type? {
        if let model = node.origin.flatMap(revision.model) { return Swift.type(of: model) }
        return type.flatMap { revision.type(of: key, in: $0) }
    }

    /// The type of the value to which tokens lead.
    func type(at tokens: ArraySlice<String>, in tree: DocumentTree) -> Any.Type? {
        var (slot, type): (DocumentTree.Slot, Any.Type?) = (tree.root, rootType)
        for token in tokens {
            let isArray = tree.count(of: slot) != nil
            guard let next = tree.slot(isArray ? .index(JSONPointer.index(token) ?? -1) : .key(token), in: slot) else {
                return nil
            }
            slot = next
            if let model = next.node.origin.flatMap(revision.model) {
                type = Swift.type(of: model)
            } else {
                type = type.flatMap { isArray ? revision.elementType(of: $0) : revision.type(of: token, in: $0) }
            }
        }
        return type
    }
}
