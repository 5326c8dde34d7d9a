// Relationships in formats that can't refer to a model twice: the tree alone is written.

extension ModelEncoder {
    /// Encodes a property that relates a model to others, which lead back to it.
    ///
    /// A format without identity gets the tree alone: what leads back to a model that is being encoded, and leads here,
    /// is left out, because reading sets the inverse. Of many that many lead back to, the whole list is; where one of
    /// them doesn't lead here in the file, that is an error in the end: `unrepresentableValue`.
    public func encodeRelationship<Value: ModelValue & RelationshipValue>(
        _ value: Value, forKey key: ModelKey, of model: BaseModel, isNilDefault: Bool = true
    ) throws {
        let modelClass = ModelClass.of(type(of: model))
        guard !capabilities.contains(.identity), models == .encoded,
            let relationship = relationship(named: key.stringValue, of: modelClass),
            // A weak way here isn't in the file.
            let inverse = relationship.inverse, !inverse.isWeak
        else { return try encode(value, forKey: key, isNilDefault: isNilDefault) }
        let all = Value.relatedModels(in: value)
        var left = all.filter { !(builder.isOpen(number(of: $0)) && leads(from: $0, to: model, inverse)) }
        let areMany = relationship.end.isToMany && inverse.isToMany
        guard left.count < all.count else {
            if areMany { state.writtenLists.insert(RelatedList(relationship.end, of: model)) }
            return try encode(value, forKey: key, isNilDefault: isNilDefault)
        }
        if areMany, !left.isEmpty {
            let needed = left.map { RelatedList(inverse, of: $0) }
            state.leftOut.append(LeftOut(needed: needed, key: key.stringValue, modelClass: modelClass))
            left = []
        }
        if let value = Value.value(relating: left), !left.isEmpty {
            try encode(value, forKey: key)
        } else {
            try encodeNil(forKey: key)
        }
    }

    /// Encodes a property by its type: one that holds models as what relates them, any other as what it is.
    func encodeRelated<Value: ModelValue>(
        _ value: Value, forKey key: ModelKey, of model: BaseModel, isNilDefault: Bool = true
    ) throws {
        func relate<Related: ModelValue & RelationshipValue>(as type: Related.Type) throws {
            guard let related = value as? Related else { return }
            try encodeRelationship(related, forKey: key, of: model, isNilDefault: isNilDefault)
        }
        guard let type = Value.self as? any (ModelValue & RelationshipValue).Type else {
            return try encode(value, forKey: key, isNilDefault: isNilDefault)
        }
        try relate(as: type)
    }

    /// True where a model's property holds another. Each list is gone through once.
    private func leads(from owner: BaseModel, to model: BaseModel, _ end: RelationshipEnd) -> Bool {
        let list = RelatedList(end, of: owner)
        if let known = state.related[list] { return known.contains(ObjectIdentifier(model)) }
        let models = Set(end.read(owner).map { ObjectIdentifier($0) })
        state.related[list] = models
        return models.contains(ObjectIdentifier(model))
    }

    /// A list that was left out.
    struct LeftOut {
        /// The lists by which its models have to lead back.
        let needed: [RelatedList]
        let key: String
        let modelClass: ModelClass
    }

    /// Throws where a list was left out, and nothing in the file tells what is in it.
    func checkLeftOut() throws(ModelError) {
        for list in state.leftOut {
            guard !state.writtenLists.isSuperset(of: list.needed) else { continue }
            throw ModelError(
                .unrepresentableValue,
                """
                \(list.modelClass.name).\(list.key) leads back to where it was come from, and to models that don't \
                lead to it from elsewhere, which \(format.displayName) can't hold.
                """)
        }
    }
}
