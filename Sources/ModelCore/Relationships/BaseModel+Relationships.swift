// Access to relationships by name, and the code that keeps their two ends consistent.

extension BaseModel {
    /// The description of a relationship: a property that holds a model or an array of models.
    ///
    /// - Parameters:
    ///   - key: The property's name.
    ///   - mapping: A mapping that may define the inverse in place of the class; nil for no mapping.
    /// - Throws: `unknownRelationship` if the class has no such property.
    public class func relationship(
        forKey key: String, mapping: ModelMapping? = nil
    ) throws(ModelError) -> ModelRelationship {
        let found = try relationship(named: key, mapping)
        let inverse = found.inverse.flatMap { inverse in
            ModelClass.of(inverse.owner).properties.first { $0.keyPath == inverse.keyPath }
        }
        return ModelRelationship(
            name: found.name, destination: found.destination, isToMany: found.end.isToMany,
            inverseName: inverse?.name)
    }

    /// Adds a model to a property that holds an array of models, unless the array already contains the model. Sets
    /// the model's inverse.
    ///
    /// - Throws: The errors of ``add(_:to:mapping:)-([BaseModel],_,_)``.
    public func add(_ model: BaseModel, to key: String, mapping: ModelMapping? = nil) throws(ModelError) {
        try add([model], to: key, mapping: mapping)
    }

    /// Adds models to a property that holds an array, and sets their inverses. Models that the array already contains
    /// are skipped. Linear in the number of models.
    ///
    /// - Parameters:
    ///   - models: The models.
    ///   - key: The property's name.
    ///   - mapping: A mapping that may define the inverse in place of the class; nil for no mapping.
    /// - Throws: `unknownRelationship` if there is no such property; `typeMismatch` if the property holds only one
    ///   model, or models of another class.
    public func add(_ models: [BaseModel], to key: String, mapping: ModelMapping? = nil) throws(ModelError) {
        let relationship = try Self.relationship(named: key, mapping)
        guard relationship.end.isToMany else {
            throw ModelError(
                .typeMismatch, "\(type(of: self)).\(key) holds one model: it is set, and nothing added to it.")
        }
        let old = relationship.end.read(self)
        try relate(relationship, from: old, to: old.adding(models))
    }

    /// Removes a model from a property that holds models, and clears its inverse.
    ///
    /// - Throws: `unknownRelationship`; `typeMismatch` if the property can't be without the model.
    public func remove(_ model: BaseModel, from key: String, mapping: ModelMapping? = nil) throws(ModelError) {
        let relationship = try Self.relationship(named: key, mapping)
        let old = relationship.end.read(self)
        try relate(relationship, from: old, to: old.without([model]))
    }

    /// Sets a property that holds one model, and its inverse.
    ///
    /// - Throws: `unknownRelationship`; `typeMismatch` if the property holds an array or models of another class, or
    ///   can't be nil.
    public func set(_ model: BaseModel?, for key: String, mapping: ModelMapping? = nil) throws(ModelError) {
        let relationship = try Self.relationship(named: key, mapping)
        guard !relationship.end.isToMany else {
            throw ModelError(
                .typeMismatch, "\(type(of: self)).\(key) holds any number of models: they are added to it.")
        }
        try relate(relationship, from: relationship.end.read(self), to: model.map { [$0] } ?? [])
    }

    /// Updates the other ends of a relationship after a property has changed. `@Relationship` calls it. In a class
    /// without the macro, the property's observer calls it.
    ///
    /// ```swift
    /// var books: [Book] = [] { didSet { updateInverse(of: "books", from: oldValue, to: books) } }
    /// ```
    ///
    /// The method has no effect for a property without an inverse. Linear in the number of models.
    public func updateInverse<Value: RelationshipValue>(of key: String, from old: Value, to new: Value) {
        guard inverseUpkeep != .nothing, let relationship = ModelClass.of(type(of: self)).relationship(named: key)
        else {
            return
        }
        relationship.follow(self, from: Value._relatedModels(in: old), to: Value._relatedModels(in: new))
    }

    private class func relationship(
        named key: String, _ mapping: ModelMapping?
    ) throws(ModelError) -> Relationship {
        if let mapped = mapping?.mapped(ModelClass.of(self))?.relationships.all[key] { return mapped }
        try check(ModelClass.of(self))
        guard let found = ModelClass.of(self).relationship(named: key) else {
            throw ModelError(.unknownRelationship, "\(self) has no saved property named \(key) that holds models.")
        }
        return found
    }

    private func relate(
        _ relationship: Relationship, from old: [BaseModel], to new: [BaseModel]
    ) throws(ModelError) {
        guard relationship.end.set(self, to: new) else {
            let found = new.isEmpty ? "nil" : new.map { "\(type(of: $0))" }.joined(separator: ", ")
            throw ModelError.prefixing(
                .key(relationship.name),
                to: ModelError(.typeMismatch, expected: "\(relationship.destination)", found: found))
        }
        relationship.follow(self, from: old, to: new)
    }
}
