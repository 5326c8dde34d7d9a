// Relationships in formats that can't refer to a model twice: only the tree is written.

extension ModelEncoder {
    /// Encodes a property that relates a model to other models, which refer back.
    ///
    /// A format without identity gets only the tree. A related model that is being encoded around this model is
    /// omitted, because reading sets the reference from its inverse. In a many-to-many relationship, the whole list
    /// is then omitted. If another model of an omitted list doesn't refer to this model in the file, the encoding
    /// ends with the error `unrepresentableValue`.
    private func encodeRelationship<Value: ModelValue & RelationshipValue>(
        _ value: Value, named name: String, of model: BaseModel, isNilDefault: Bool
    ) throws {
        let modelClass = ModelClass.of(type(of: model))
        guard !capabilities.contains(.identity), models == .encoded,
            let relationship = relationship(named: name, of: modelClass),
            // A weak inverse isn't in the file, so reading couldn't set this end.
            let inverse = relationship.inverse, !inverse.isWeak
        else { return try encodeMember(value, isNilDefault: isNilDefault) }
        let all = Value._relatedModels(in: value)
        var left = all.filter { !(builder.isOpen(number(of: $0)) && leads(from: $0, to: model, inverse)) }
        let areMany = relationship.end.isToMany && inverse.isToMany
        guard left.count < all.count else {
            if areMany { lists.written.insert(RelationshipEndID(relationship.end, of: model)) }
            return try encodeMember(value, isNilDefault: isNilDefault)
        }
        if areMany, !left.isEmpty {
            let needed = left.map { RelationshipEndID(inverse, of: $0) }
            lists.omitted.append(RelatedLists.Omitted(needed: needed, key: name, modelClass: modelClass))
            left = []
        }
        if let value = Value._value(relating: left), !left.isEmpty {
            try encodeMember(value)
        } else {
            try encodeNil(isDefault: true)
        }
    }

    /// The relationship with a name, as the file's mapping or else the class defines it.
    private func relationship(named name: String, of modelClass: ModelClass) -> Relationship? {
        state.classes.conventions.mapped(modelClass)?.relationships.all[name] ?? modelClass.relationship(named: name)
    }

    /// Encodes the value of a property: as a relationship if its type holds models, else as a plain value.
    func encodeRelated<Value: ModelValue>(
        _ value: Value, named name: String, of model: BaseModel, isNilDefault: Bool
    ) throws {
        func relate<Related: ModelValue & RelationshipValue>(as type: Related.Type) throws {
            guard let related = value as? Related else { return }
            try encodeRelationship(related, named: name, of: model, isNilDefault: isNilDefault)
        }
        guard let type = Value.self as? any (ModelValue & RelationshipValue).Type else {
            return try encodeMember(value, isNilDefault: isNilDefault)
        }
        try relate(as: type)
    }

    /// True if a property of the model `owner` holds another model. Each property is read once, and its models are
    /// remembered.
    private func leads(from owner: BaseModel, to model: BaseModel, _ end: RelationshipEnd) -> Bool {
        let list = RelationshipEndID(end, of: owner)
        if let known = lists.related[list] { return known.contains(ObjectIdentifier(model)) }
        let models = Set(end.read(owner).map { ObjectIdentifier($0) })
        lists.related[list] = models
        return models.contains(ObjectIdentifier(model))
    }

    private var lists: RelatedLists { part(RelatedLists.self) }
}

/// The relationships that were written or omitted so far in an encoding.
private final class RelatedLists: EncodingPart {
    /// The models in the relationship ends that were searched.
    var related: [RelationshipEndID: Set<ObjectIdentifier>] = [:]
    /// For formats that can't refer back: the lists that were omitted.
    var omitted: [Omitted] = []
    /// For formats that can't refer back: the many-to-many lists that were written.
    var written: Set<RelationshipEndID> = []

    /// A list that was omitted.
    struct Omitted {
        /// The lists that must be in the file, because the omitted list's models refer back with them.
        let needed: [RelationshipEndID]
        let key: String
        let modelClass: ModelClass
    }

    /// Throws if a list was omitted, and the file doesn't contain all the lists that refer back.
    func finish(in encoder: ModelEncoder) throws(ModelError) {
        for list in omitted where !written.isSuperset(of: list.needed) {
            throw ModelError(
                .unrepresentableValue,
                """
                \(list.modelClass.name).\(list.key) leads back to where it was come from, and to models that don't \
                lead to it from elsewhere, which \(encoder.format.displayName) can't hold.
                """)
        }
    }
}
