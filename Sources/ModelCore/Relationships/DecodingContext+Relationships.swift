// Relationships. A file may contain one end or both.

extension DecodingContext {
    /// Sets the inverses of a model's relationships after it was read. Changes of lists wait for the end: otherwise
    /// each list would be searched once for each of its models.
    func link(_ object: BaseModel) {
        let linker = linker
        for relationship in inverted(object) {
            guard let linker else {
                relationship.link(object, to: relationship.end.read(object)[...])
                continue
            }
            linker.link(object, by: relationship)
        }
    }

    private func link(_ object: BaseModel, by relationship: Relationship) {
        if relationship.inverse?.isToMany == true {
            pendingLinks?.link(object, by: relationship)
            return
        }
        // Models that others took from its list leave it first, so that they aren't linked to it again.
        pendingLinks?.removeTaken(from: object, by: relationship)?.leave()
        for (owner, models) in relationship.take(relationship.end.read(object)[...], for: object) {
            if !relationship.end.isToMany {
                relationship.end.remove(models, from: owner)
            } else if pendingLinks?.hasTaken(from: owner, by: relationship) == true
                || !relationship.end.read(owner).isEmpty
            {
                // A list that is still empty may be read later with these models. Then they belong to it.
                pendingLinks?.take(models, from: owner, by: relationship)
            }
        }
    }

    /// Removes the inverse references to a model that is replaced by another one. Models that the replacement holds
    /// refer to the replacement instead.
    func unlink(_ object: BaseModel, replacedBy other: BaseModel) {
        for relationship in inverted(object) {
            guard let inverse = relationship.inverse else { continue }
            linker?.pendingLinks?.discard(object)
            if inverse.isToMany, linker != nil { continue }
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

    /// True if a model with relationships was replaced by another one.
    func isUnlinked(_ model: BaseModel) -> Bool { linker?.pendingLinks?.isDiscarded(model) ?? false }

    /// Removes the models that belong to others now from a model's lists, before the lists are searched.
    func applyPendingRemovals(_ model: BaseModel) {
        guard let linker, linker.pendingLinks?.hasTaken == true else { return }
        for relationship in inverted(model) { linker.pendingLinks?.removeTaken(from: model, by: relationship)?.leave() }
    }

    /// The decoding that sets links at the end: this one, or one around it that will be finished; nil if there is none.
    private var linker: DecodingContext? { sequence(first: self) { $0.outer }.first { $0.pendingLinks != nil } }

    /// The mapping of a model's class in this file; nil if there is none.
    func mapped(_ object: BaseModel) -> MappedClass? { conventions.mapping?.mapped(ModelClass.of(type(of: object))) }

    private func inverted(_ object: BaseModel) -> [Relationship] {
        mapped(object)?.inverted ?? ModelClass.of(type(of: object)).inverted
    }
}
