#if Macros
    /// Keeps both ends of a relationship consistent: when the property changes, the related models refer back.
    ///
    /// ```swift
    /// @Model final class Author: BaseModel {
    ///     @Relationship(inverse: \Book.author) var books: [Book] = []
    /// }
    /// @Model final class Book: BaseModel {
    ///     @Relationship weak var author: Author?
    /// }
    /// ```
    ///
    /// A book that is added to an author's books leaves its previous author; a book that is removed has no author. This
    /// happens when the property is assigned, mutated, set by name, or read from a file that contains one end only. One
    /// of the two properties should be weak, because otherwise neither model is ever released. A change takes time
    /// linear in the number of models.
    ///
    /// A format that can't refer to a model twice gets only the tree from the root, without references back.
    ///
    /// - Parameter inverse: The property of the other class. It holds a model, an array of models, or an optional of
    ///   these. If setting the other property should change this one too, the other needs `@Relationship` as well.
    ///   The other property can't name this property with a key path, because the compiler can't resolve two
    ///   properties that name each other.
    @attached(accessor, names: named(didSet))
    public macro Relationship(inverse: AnyKeyPath) =
        #externalMacro(module: "ModelMacros", type: "RelationshipMacro")

    /// Marks a property as an end of a relationship. Without a name, either the other end names this property, or
    /// there is no inverse. With a name, both ends are kept consistent. Use the name for an inverse that a key path
    /// can't name: this property itself, as in a list of friends, or a property that names this property with a key
    /// path.
    ///
    /// - Parameter inverse: The name of the inverse, a saved property, as a literal. Nil: this property doesn't name
    ///   its inverse. If no property has the name, reading and writing the class throws `unknownRelationship`.
    @attached(accessor, names: named(didSet))
    public macro Relationship(inverse: String? = nil) =
        #externalMacro(module: "ModelMacros", type: "RelationshipMacro")
#endif
