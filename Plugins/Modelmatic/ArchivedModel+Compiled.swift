import ModelCore

/// Reads the descriptions in a compiled model (`.mom`): `NSEntityDescription` and similar objects, under the keys of
/// Core Data. The key of a value that is false or nil may be missing.
extension ArchivedModel {
    mutating func compiledEntity(_ description: ModelDocument.Value) throws(ModelError) -> ModelDraft.Entity {
        guard description.isA("NSEntityDescription") else {
            throw ModelError(.corruptData, expected: "NSEntityDescription", found: description.kindName)
                .at(description.location)
        }
        let name = try name("NSEntityName", of: description)
        do {
            let parent = try value("NSSuperentity", of: description)
            var entity = try ModelDraft.Entity(
                DataModel.Entity.Content(
                    name: name, className: text("NSClassNameForEntity", of: description),
                    isAbstract: flag("NSIsAbstract", of: description)),
                parent: text("NSEntityName", of: parent), at: description.location)
            entity.content.userInfo = try texts(value("NSUserInfo", of: description))
            for property in try list("NSProperties", of: description) { try add(property, to: &entity) }
            return entity
        } catch {
            throw error.within(name).at(description.location)
        }
    }

    /// Adds an attribute or a relationship. Other properties, such as fetched properties, are skipped.
    private mutating func add(
        _ property: ModelDocument.Value, to entity: inout ModelDraft.Entity
    ) throws(ModelError) {
        let isAttribute = property.isA("NSAttributeDescription")
        let isRelationship = property.isA("NSRelationshipDescription")
        guard isAttribute || isRelationship || property.isA("NSPropertyDescription") else {
            throw ModelError(.corruptData, expected: "NSPropertyDescription", found: property.kindName)
                .at(property.location)
        }
        let name = try name("NSPropertyName", of: property)
        do {
            if isAttribute {
                try entity.content.append(compiledAttribute(name, property))
            } else if isRelationship {
                try entity.append(compiledRelationship(name, property), compiledLink(property))
            }
        } catch {
            throw (error.path.components.isEmpty ? error.within(name) : error).at(property.location)
        }
    }

    private mutating func compiledAttribute(
        _ name: String, _ property: ModelDocument.Value
    ) throws(ModelError) -> DataModel.Attribute {
        let type = try DataModel.AttributeType(number: number("NSAttributeType", of: property))
        return try DataModel.Attribute(
            name: name, type: type, isOptional: flag("NSIsOptional", of: property),
            isTransient: flag("NSIsTransient", of: property),
            defaultValue: type.defaultValue(scalar("NSDefaultValue", of: property)),
            valueTransformerName: text("NSValueTransformerName", of: property),
            // The class of any other attribute follows from its type.
            customClassName: type == .transformable ? text("NSAttributeValueClassName", of: property) : nil,
            userInfo: texts(value("NSUserInfo", of: property)))
    }

    private mutating func compiledRelationship(
        _ name: String, _ property: ModelDocument.Value
    ) throws(ModelError) -> DataModel.Relationship.Content {
        let maximum = try number("NSMaxCount", of: property) ?? 0
        return try DataModel.Relationship.Content(
            name: name, isToMany: maximum != 1, isOrdered: flag("NSIsOrdered", of: property),
            isOptional: flag("NSIsOptional", of: property), isTransient: flag("NSIsTransient", of: property),
            minimumCount: number("NSMinCount", of: property) ?? 0, maximumCount: maximum,
            deletionRule: DataModel.DeletionRule(number: number("NSDeleteRule", of: property)),
            userInfo: texts(value("NSUserInfo", of: property)))
    }

    /// Returns the names of a relationship's destination and inverse. Usually they are the names of the referenced
    /// objects. If the archive omits these objects, it contains their names.
    private mutating func compiledLink(_ property: ModelDocument.Value) throws(ModelError) -> ModelDraft.Link {
        var destination = try text("NSEntityName", of: value("NSDestinationEntity", of: property))
        if destination == nil { destination = try text("_NSDestinationEntityName", of: property) }
        let inverse = try value("NSInverseRelationship", of: property)
        var name = try text("NSPropertyName", of: inverse)
        if name == nil { name = try text("_NSInverseRelationshipName", of: property) }
        return try ModelDraft.Link(
            destination: destination, inverse: name,
            inverseEntity: text("NSEntityName", of: value("NSEntity", of: inverse)), location: property.location)
    }
}
