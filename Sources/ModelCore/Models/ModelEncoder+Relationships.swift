// Relationships in formats that can't refer to a model twice: the tree alone is written.

extension ModelEncoder {
    /// Encodes a property that relates a model to others, which lead back to it.
    ///
    /// A format without identity gets the tree alone: what leads back to a model that is being encoded, and leads here,
    /// is left out, because reading sets the inverse. Of many that many lead back to, the whole list is; where nothing
    /// else leads to one of them, that is an error in the end: `unrepresentableValue`.
    public func encodeRelationship<Value: ModelValue & RelationshipValue>(
        _ value: Value, forKey key: ModelKey, of model: BaseModel, isNilDefault: Bool = true
    ) throws {
        let modelClass = ModelClass.of(type(of: model))
        guard !capabilities.contains(.identity), models == .encoded,
            let relationship = relationship(named: key.stringValue, of: modelClass),
            let inverse = relationship.inverse
        else { return try encode(value, forKey: key, isNilDefault: isNilDefault) }
        let all = Value.relatedModels(in: value)
        var left = all.filter { !(builder.isOpen(number(of: $0)) && leads(from: $0, to: model, inverse)) }
        guard left.count < all.count else { return try encode(value, forKey: key, isNilDefault: isNilDefault) }
        if relationship.end.isToMany, inverse.isToMany, !left.isEmpty {
            state.leftOut.append(LeftOut(numbers: left.map(number), key: key.stringValue, modelClass: modelClass))
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
        let list = RelatedList(owner: ObjectIdentifier(owner), keyPath: end.keyPath)
        if let known = state.related[list] { return known.contains(ObjectIdentifier(model)) }
        let models = Set(end.read(owner).map { ObjectIdentifier($0) })
        state.related[list] = models
        return models.contains(ObjectIdentifier(model))
    }

    /// A property of a model that is being encoded.
    struct RelatedList: Hashable {
        let owner: ObjectIdentifier
        let keyPath: AnyKeyPath
    }

    /// Models that a list would lead to which was left out.
    struct LeftOut {
        let numbers: [Int]
        let key: String
        let modelClass: ModelClass
    }

    /// Throws where a model was left out that is nowhere else.
    func checkLeftOut() throws(ModelError) {
        for list in state.leftOut {
            guard list.numbers.contains(where: { !builder.hasContainer($0) }) else { continue }
            throw ModelError(
                .unrepresentableValue,
                """
                \(list.modelClass.name).\(list.key) leads back to where it was come from, and to models that nothing \
                else leads to, which \(format.displayName) can't hold: write a model that leads to all of them.
                """)
        }
    }
}
