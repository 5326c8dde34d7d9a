import Documents

/// A merge patch or a JSON patch.
protocol Patch {
    /// The size of the patch's values, in bytes of memory in documents.
    var byteCount: Int { get }

    /// Applies the patch to the nodes of a document.
    ///
    /// - Parameter nils: For the document of a model: finds the keys under which a null stays. Nil for any other
    ///   document.
    func apply(to tree: DocumentTree, _ nils: NilKeys?) throws(ModelError)
}

extension ModelDocument {
    mutating func revise(by patch: some Patch, _ limits: DecodingLimits) throws(ModelError) {
        let limits = limits.forFile(of: byteCount + patch.byteCount)
        let tree = DocumentTree(self, limit: limits.nodes)
        try patch.apply(to: tree, nil)
        self = try tree.document(limits: limits)
    }
}
