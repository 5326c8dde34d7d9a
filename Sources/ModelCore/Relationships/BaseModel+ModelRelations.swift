// Relationships in files, which may contain one end or both.

extension BaseModel: ModelRelations {
    static func haveInverses(_ modelClass: ModelClass) -> Bool { !modelClass.inverted.isEmpty }
    /// In a format without references, a model's reference to a model around it is omitted, so the result depends on
    /// the whole file. Weak references are never written to such a format.
    static func dependOnWhole(_ modelClass: ModelClass) -> Bool {
        modelClass.inverted.contains { !$0.end.isWeak && $0.inverse?.isWeak == false }
    }

    static func check(_ modelClass: ModelClass) throws(ModelError) {
        if let error = modelClass.relationships.error { throw error }
    }

    /// Sets the inverses of a model's relationships after it was read. Lists are changed at the end of the decoding:
    /// otherwise each list would be searched once for each of its models.
    static func link(_ object: BaseModel, in context: DecodingContext) {
        let pending = context.pendingLinks
        for relationship in context.inverted(object) {
            if let pending {
                pending.add(object, by: relationship)
            } else {
                relationship.link(object, to: relationship.end.read(object)[...])
            }
        }
    }

    /// Removes the inverse references to a model that is replaced by another model. Models that the replacement holds
    /// refer to the replacement instead.
    static func unlink(_ object: BaseModel, replacedBy other: BaseModel, in context: DecodingContext) {
        let pending = context.pendingLinks
        for relationship in context.inverted(object) {
            guard let inverse = relationship.inverse else { continue }
            pending?.discard(object)
            if inverse.isToMany, pending != nil { continue }
            let kept = Set(relationship.end.read(other).map { ObjectIdentifier($0) })
            for model in relationship.end.read(object) {
                if inverse.isToMany {
                    inverse.remove([object], from: model)
                } else if inverse.read(model).first === object {
                    inverse.set(model, to: kept.contains(ObjectIdentifier(model)) ? [other] : [])
                }
            }
        }
    }

    static func prepareForReplacement(in holder: BaseModel, _ context: DecodingContext) -> Bool {
        guard let pending = context.pendingLinks else { return true }
        guard !pending.isDiscarded(holder) else { return false }
        // Models that belong to another owner now leave the holder's lists before these are searched.
        if pending.hasTaken {
            for relationship in context.inverted(holder) {
                pending.removeTaken(from: holder, by: relationship)?.leave()
            }
        }
        return true
    }

    static func encode<Value: ModelValue>(
        _ value: Value, named name: String, of model: BaseModel, isNilDefault: Bool, to encoder: ModelEncoder
    ) throws {
        try encoder.encodeRelated(value, named: name, of: model, isNilDefault: isNilDefault)
    }
}

extension PendingLinks {
    /// Sets the inverse of a model's relationship. If the inverse is a list, only notes the change.
    fileprivate func add(_ object: BaseModel, by relationship: Relationship) {
        if relationship.inverse?.isToMany == true { return link(object, by: relationship) }
        // Models that have to leave the object's list leave it first, so that they aren't linked to it again.
        removeTaken(from: object, by: relationship)?.leave()
        for (owner, models) in relationship.take(relationship.end.read(object)[...], for: object) {
            if !relationship.end.isToMany {
                relationship.end.remove(models, from: owner)
            } else if hasTaken(from: owner, by: relationship) || !relationship.end.read(owner).isEmpty {
                // If the list of the owner is still empty, it may be read later with these models. They then belong to
                // it.
                take(models, from: owner, by: relationship)
            }
        }
    }
}

extension DecodingContext {
    /// The links that are set at the end of a decoding: of this decoding, or of the innermost decoding around it for
    /// which the caller calls `finish()`. Nil if there is no such decoding.
    fileprivate var pendingLinks: PendingLinks? {
        guard let context = sequence(first: self, next: \.outer).first(where: \.hasEnd) else { return nil }
        if let known = context.part(PendingLinks.self) { return known }
        let made = PendingLinks()
        context.keep(made)
        return made
    }

    fileprivate func inverted(_ object: BaseModel) -> [Relationship] {
        let modelClass = ModelClass.of(type(of: object))
        return conventions.mapped(modelClass)?.relationships.inverted ?? modelClass.inverted
    }
}
