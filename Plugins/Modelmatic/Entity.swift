extension DataModel {
    /// An entity of a model: it describes objects, like a class. An entity refers to its model.
    public struct Entity: Sendable, Hashable {
        /// The model that contains the entity.
        public let model: DataModel
        let index: Int

        var content: Content { model.content.entities[index] }

        /// The entity's name. No other entity of the model has it.
        public var name: String { content.name }
        /// The class of the entity's objects, without the leading dot that means the app's module. Nil if the file
        /// names no class, or `NSManagedObject`.
        public var className: String? { content.className }
        /// The entity from which this entity inherits. Nil if there is none.
        public var parent: Entity? { content.parent.map { Entity(model: model, index: $0) } }
        /// True if only the entity's descendants have objects.
        public var isAbstract: Bool { content.isAbstract }
        /// The entity's user info: texts for the app's own code, by key.
        public var userInfo: [String: String] { content.userInfo }

        /// All attributes. Inherited attributes come first, beginning with the attributes of the farthest ancestor.
        /// The entity's own attributes follow in the file's order. An attribute that the entity declares again is an
        /// own attribute.
        public var attributes: [Attribute] { inherited(\.attributes, \.name) + ownAttributes }
        /// All relationships, in the same order as ``attributes``: inherited relationships come first.
        public var relationships: [Relationship] { inherited(\.relationships, \.name) + ownRelationships }

        /// The attributes that the entity itself declares, in the file's order.
        public var ownAttributes: [Attribute] { content.attributes }
        /// The relationships that the entity itself declares, in the file's order.
        public var ownRelationships: [Relationship] {
            content.relationships.indices.map { Relationship(entity: self, index: $0) }
        }

        /// Returns the attribute with a name, own or inherited. Returns nil if there is no such attribute.
        public func attribute(named name: String) -> Attribute? {
            guard case (let owner, .attribute(let index))? = property(named: name) else { return nil }
            return owner.content.attributes[index]
        }

        /// Returns the relationship with a name, own or inherited. Returns nil if there is no such relationship.
        public func relationship(named name: String) -> Relationship? {
            guard case (let owner, .relationship(let index))? = property(named: name) else { return nil }
            return Relationship(entity: owner, index: index)
        }

        private func property(named name: String) -> (owner: Entity, Property)? {
            if let found = content.properties[name] { return (self, found) }
            return parent?.property(named: name)
        }

        private func inherited<Value>(_ values: KeyPath<Entity, [Value]>, _ name: KeyPath<Value, String>) -> [Value] {
            parent?[keyPath: values].filter { content.properties[$0[keyPath: name]] == nil } ?? []
        }
    }

    /// A property of an entity: its index among the attributes or the relationships.
    enum Property: Sendable, Hashable {
        case attribute(Int)
        case relationship(Int)
    }
}

extension DataModel.Entity: CustomStringConvertible {
    public var description: String { name }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(index)
        hasher.combine(name)
    }
}
