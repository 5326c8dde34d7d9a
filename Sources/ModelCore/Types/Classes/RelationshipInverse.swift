/// The inverse of a relationship: the property of the related models that refers back.
public struct RelationshipInverse: Sendable {
    /// The property. Only the code of relationships knows the type of this value.
    let content: any Sendable

    init(content: some Sendable) { self.content = content }
}
