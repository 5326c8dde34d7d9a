import ModelCore

/// Reads the `elements` of a model folder that Xcode wrote up to version 3. They are a class diagram, in which the
/// properties of a class's stereotypes describe the entity.
extension ArchivedModel {
    private typealias Tags = [String: ModelDocument.Value]

    mutating func oldEntity(_ element: ModelDocument.Value) throws(ModelError) -> ModelDraft.Entity {
        let name = try name("_name", of: element)
        do {
            let tags = try tags(of: element)
            var entity = try ModelDraft.Entity(
                DataModel.Entity.Content(
                    name: name, className: text(tags["XD_PSK_entityClassName"]),
                    isAbstract: tags["XD_PSK_isAbstract"]?.isYes ?? false),
                parent: oldParent(element), at: element.location)
            entity.content.userInfo = try texts(tags["XD_PSK_userInfo"])
            for property in try list("XDBucketForOwnedAttributesstorage", of: element) {
                try add(property, to: &entity)
            }
            return entity
        } catch {
            throw error.within(name).at(element.location)
        }
    }

    /// Returns the name of an entity's parent: the entity that its generalization refers to.
    private mutating func oldParent(_ element: ModelDocument.Value) throws(ModelError) -> String? {
        // There is at most one.
        guard let parent = try list("XDBucketForGeneralizationsstorage", of: element).first else { return nil }
        return try name("_name", of: value("_general", of: parent) ?? parent)
    }

    private mutating func add(
        _ property: ModelDocument.Value, to entity: inout ModelDraft.Entity
    ) throws(ModelError) {
        let name = try name("_name", of: property)
        do {
            if property.isA("XDPMAttribute") {
                try entity.content.append(oldAttribute(name, tags(of: property)))
            } else if property.isA("XDPMRelationship") {
                let tags = try tags(of: property)
                try entity.append(oldRelationship(name, tags), oldLink(tags, at: property.location))
            }
        } catch {
            throw (error.path.components.isEmpty ? error.within(name) : error).at(property.location)
        }
    }

    private mutating func oldAttribute(_ name: String, _ tags: Tags) throws(ModelError) -> DataModel.Attribute {
        let type = DataModel.AttributeType(number: tags["XD_PAttK_attributeType"]?.wholeNumber)
        return try DataModel.Attribute(
            name: name, type: type, isOptional: tags["XD_PPSK_isOptional"]?.isYes ?? false,
            isTransient: tags["XD_PPSK_isTransient"]?.isYes ?? false,
            defaultValue: type.defaultValue(tags["XD_PAttK_defaultValueAsString"]?.scalar ?? .null),
            valueTransformerName: text(tags["XD_PAttK_valueTransformerName"]), customClassName: nil,
            userInfo: texts(tags["XD_PPSK_userInfo"]))
    }

    private mutating func oldRelationship(
        _ name: String, _ tags: Tags
    ) throws(ModelError) -> DataModel.Relationship.Content {
        try DataModel.Relationship.Content(
            name: name, isToMany: tags["XD_PRK_isToMany"]?.isYes ?? false,
            isOrdered: tags["XD_PRK_isOrdered"]?.isYes ?? false, isOptional: tags["XD_PPSK_isOptional"]?.isYes ?? false,
            isTransient: tags["XD_PPSK_isTransient"]?.isYes ?? false,
            minimumCount: tags["XD_PRK_minCount"]?.wholeNumber ?? 0,
            maximumCount: tags["XD_PRK_maxCount"]?.wholeNumber ?? 0,
            deletionRule: DataModel.DeletionRule(number: tags["XD_PRK_deleteRule"]?.wholeNumber),
            userInfo: texts(tags["XD_PPSK_userInfo"]))
    }

    private mutating func oldLink(_ tags: Tags, at location: ModelLocation?) throws(ModelError) -> ModelDraft.Link {
        let inverse = tags["XD_PRK_inverseRelationship"]
        return try ModelDraft.Link(
            destination: text("_name", of: tags["XD_PRK_destination"]), inverse: text("_name", of: inverse),
            inverseEntity: text("_name", of: value("_owner", of: inverse)), location: location)
    }

    /// Returns the values of the properties of all stereotypes, by the properties' names. No two stereotypes share a
    /// name.
    private mutating func tags(of element: ModelDocument.Value) throws(ModelError) -> Tags {
        var tags: Tags = [:]
        for stereotype in try list("XDBucketForStereotypesstorage", of: element) {
            for property in try list("XDBucketForOwnedAttributesstorage", of: stereotype) {
                guard let name = try text("_name", of: property) else { continue }
                let value = try value("_default", of: property)
                // Its text may be copied later.
                try chargeWork(4 * (value?.scalar?.cost ?? 0))
                tags[name] = value
            }
        }
        return tags
    }
}
