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
    /// True to create the dictionaries on the path that don't exist.
    var makesParents = false

    /// Makes the change at each value that the path finds.
    ///
    /// - Returns: False if the document has the new value already.
    func apply(to document: inout ModelDocument) throws -> Bool {
        var isChanged = false
        var isDeleting = false
        if case .delete = action { isDeleting = true }
        var paths = try path.paths(
            in: document, omittingMissing: isDeleting, makingParents: makesParents)
        if isDeleting, path.isPattern {
            // An element without the value is as it should be.
            let present = paths.filter { document[$0] != nil }
            if !present.isEmpty { paths = present }
        }
        if isDeleting, path.steps.last == .every { return try removeAll(at: paths, from: &document) }
        // From the last one to the first, so that no index is another one when its turn comes.
        for (number, place) in paths.reversed().enumerated() {
            // The value was deleted already, through another reference to the same object.
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

    /// Removes elements that are all the elements of their arrays. Removing them one after the other would take time
    /// for each remaining element.
    private func removeAll(at paths: [ModelPath], from document: inout ModelDocument) throws -> Bool {
        var last: ModelPath?
        for array in paths.reversed().map(Self.parent) where array != last {
            last = array
            // The array may be empty or missing already, if an earlier path reached it through a reference.
            if document[array]?.count ?? 0 > 0 { try document.removeAllElements(at: array) }
        }
        return !paths.isEmpty
    }

    private static var noPlace: ModelError { ModelError(.unknownProperty, "The document has no such place.") }

    private func apply(to document: inout ModelDocument, at place: ModelPath) throws -> Bool {
        switch action {
        case .delete:
            guard document[place] != nil else { throw Self.noPlace }
            try document.removeValue(at: place)
        case .insert(let value): try document.insert(value.document(replacing: nil), at: place)
        case .set(let value):
            guard let new = try new(value, at: place, in: document) else { return false }
            if case .index? = place.components.last, document[place] == nil {
                try document.insert(new, at: place)
            } else if !makesParents, document[Self.parent(of: place)] == nil {
                // A document would make missing parents. Here the path may be misspelt.
                var error = Self.noPlace
                error.reason += " --parents makes it."
                throw error
            } else {
                try document.set(new, at: place)
            }
        }
        return true
    }

    /// Returns the document of a new value. Returns nil if the document already has the value at the path. The old
    /// value exists only in this function, because the document would be copied if it were changed while one of its
    /// values exists.
    private func new(_ value: NewValue, at place: ModelPath, in document: ModelDocument) throws -> ModelDocument? {
        let old = document[place]
        let new = try value.document(replacing: old)
        return new.root == old ? nil : new
    }

    private static func parent(of path: ModelPath) -> ModelPath { ModelPath(path.components.dropLast()) }
}
