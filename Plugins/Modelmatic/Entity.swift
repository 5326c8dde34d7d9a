extension DataModel {
    /// An entity of a model: what a class is to its objects. It knows its model.
    public struct Entity: Sendable, Hashable {
        /// The model that it is in.
        public let model: DataModel
        let index: Int

        var content: Content { model.content.entities[index] }

        /// Its name, which no other entity of the model has.
        public var name: String { content.name }
        /// The class of its objects, without the dot before it that stands for the app's own module; nil where the file
        /// names none, or `NSManagedObject`.
        public var className: String? { content.className }
        /// The entity that it inherits from.
        public var parent: Entity? { content.parent.map { Entity(model: model, index: $0) } }
        /// True where there are objects of its descendants only.
        public var isAbstract: Bool { content.isAbstract }
        /// What the app's own code is told of the entity.
        public var userInfo: [String: String] { content.userInfo }

        /// All attributes: inherited ones first, the farthest ancestor's before the others', then its own in the file's
        /// order. One that it has anew counts as its own.
        public var attributes: [Attribute] { inherited(\.attributes, \.name) + ownAttributes }
        /// All relationships, in the order of ``attributes``.
        public var relationships: [Relationship] { inherited(\.relationships, \.name) + ownRelationships }

        /// The attributes that the parent doesn't have, in the file's order.
        public var ownAttributes: [Attribute] { content.attributes }
        /// The relationships that the parent doesn't have, in the file's order.
        public var ownRelationships: [Relationship] {
            content.relationships.indices.map { Relationship(entity: self, index: $0) }
        }

        /// The attribute of that name, its own or inherited; nil where there is none.
        public func attribute(named name: String) -> Attribute? {
            guard case (let owner, .attribute(let index))? = property(named: name) else { return nil }
            return owner.content.attributes[index]
        }

        /// The relationship of that name, its own or inherited; nil where there is none.
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

    /// Which property of an entity has a name.
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
