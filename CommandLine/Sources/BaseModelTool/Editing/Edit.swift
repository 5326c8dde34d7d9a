import ModelCore

/// One change that a user wants in a document.
struct Edit {
    /// The change at the path.
    enum Action {
        case set(NewValue)
        case insert(NewValue)
        case delete
    }

    let path: PathArgument
    let action: Action

    /// Makes the change, at each value that the path leads to.
    ///
    /// - Returns: False if the document has the new value already.
    func apply(to document: inout ModelDocument) throws -> Bool {
        var isChanged = false
        var isDeleting = false
        if case .delete = action { isDeleting = true }
        var paths = try path.paths(in: document, omittingMissing: isDeleting)
        if isDeleting, path.isPattern {
            // An element without the value is as it should be.
            let present = paths.filter { document[$0] != nil }
            if !present.isEmpty { paths = present }
        }
        // From the last one to the first, so that no index is another one when its turn comes.
        for (number, place) in paths.reversed().enumerated() {
            // Another reference to the same object led there already.
            if isDeleting, number > 0, document[place] == nil { continue }
            do {
                if try apply(to: &document, at: place) { isChanged = true }
            } catch {
                var error = ModelError(wrapping: error)
                error.path = place
                error.format = nil
                error.location = nil
                throw path.withHint(error, in: document)
            }
        }
        return isChanged
    }

    private func apply(to document: inout ModelDocument, at place: ModelPath) throws -> Bool {
        switch action {
        case .delete: try document.removeValue(at: place)
        case .insert(let value): try document.insert(value.document(replacing: nil), at: place)
        case .set(let value):
            let old = document[place]
            let new = try value.document(replacing: old)
            if let old, new.root == old { return false }
            if old == nil, case .index? = place.components.last {
                try document.insert(new, at: place)
            } else if document[ModelPath(place.components.dropLast())] == nil {
                // A document would make missing parents. Here the path may be misspelt.
                throw ModelError(.unknownProperty, "The document has no such place.")
            } else {
                try document.set(new, at: place)
            }
        }
        return true
    }
}
