// Relationships in formats that can't refer to a model twice: only the tree is written.

extension ModelEncoder {
    /// Encodes a property that relates a model to others that refer back.
    ///
    /// A format without identity gets only the tree. A model that is being encoded, and whose inverse refers to this
    /// one, is omitted, because reading sets the reference. Of a many-to-many relationship the whole list is omitted
    /// then. If another of its models doesn't refer to this one in the file, the encoding ends with an error:
    /// `unrepresentableValue`.
    private func encodeRelationship<Value: ModelValue & RelationshipValue>(
        _ value: Value, named name: String, of model: BaseModel, isNilDefault: Bool
    ) throws {
        let modelClass = ModelClass.of(type(of: model))
        guard !capabilities.contains(.identity), models == .encoded,
            let relationship = relationship(named: name, of: modelClass),
            // A weak inverse isn't in the file, so reading couldn't set this end.
            let inverse = relationship.inverse, !inverse.isWeak
        else { return try encodeMember(value, isNilDefault: isNilDefault) }
        let all = Value.relatedModels(in: value)
        var left = all.filter { !(builder.isOpen(number(of: $0)) && leads(from: $0, to: model, inverse)) }
        let areMany = relationship.end.isToMany && inverse.isToMany
        guard left.count < all.count else {
            if areMany { state.listsAlreadyWritten.insert(RelationshipEndID(relationship.end, of: model)) }
            return try encodeMember(value, isNilDefault: isNilDefault)
        }
        if areMany, !left.isEmpty {
            let needed = left.map { RelationshipEndID(inverse, of: $0) }
            state.omittedLists.append(OmittedList(needed: needed, key: name, modelClass: modelClass))
            left = []
        }
        if let value = Value.value(relating: left), !left.isEmpty {
            try encodeMember(value)
        } else {
            try encodeNil(isDefault: true)
        }
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

    /// True if a model's property holds another model. Each property is read once, and its models are kept.
    private func leads(from owner: BaseModel, to model: BaseModel, _ end: RelationshipEnd) -> Bool {
        let list = RelationshipEndID(end, of: owner)
        if let known = state.related[list] { return known.contains(ObjectIdentifier(model)) }
        let models = Set(end.read(owner).map { ObjectIdentifier($0) })
        state.related[list] = models
        return models.contains(ObjectIdentifier(model))
    }

    /// A list that was omitted.
    struct OmittedList {
        /// The lists in which its models have to refer back.
        let needed: [RelationshipEndID]
        let key: String
        let modelClass: ModelClass
    }

    /// Throws if a list was omitted, and the file doesn't contain all the lists that refer back.
    func checkLeftOut() throws(ModelError) {
        for list in state.omittedLists {
            guard !state.listsAlreadyWritten.isSuperset(of: list.needed) else { continue }
            throw ModelError(
                .unrepresentableValue,
                """
                \(list.modelClass.name).\(list.key) leads back to where it was come from, and to models that don't \
                lead to it from elsewhere, which \(format.displayName) can't hold.
                """)
        }
    }
}
