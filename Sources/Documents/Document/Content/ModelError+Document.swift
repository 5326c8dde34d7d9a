// Errors in a part of a document.

extension ModelError {
    /// Returns the error of a value in a part of a document. Its path begins at the root of the whole document.
    package func inPart(_ part: ModelDocument) -> ModelError {
        guard part.rootIndex != part.content.root,
            let way = ModelDocument.Value(document: ModelDocument(part.content), index: part.rootIndex).path,
            !way.components.isEmpty
        else { return self }
        var copy = self
        copy.path.components.insert(contentsOf: way.components, at: 0)
        copy.wholePath = WholePath(content: part.content.origin)
        return copy
    }

    /// Returns true if the error's path starts at the root of a document already, so that no outer key may be put in
    /// front of the path.
    package func hasWholePath(in content: ModelDocument.Content) -> Bool { wholePath?.content == content.origin }
}
