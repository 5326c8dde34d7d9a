/// The inverse of a relationship: the property of the related models that refers back.
public struct RelationshipInverse: Sendable {
    /// The property. Only relationships know what it is.
    let content: any Sendable

    init(content: some Sendable) { self.content = content }
}
