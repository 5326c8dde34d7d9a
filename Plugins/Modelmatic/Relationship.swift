import ModelCore

extension DataModel {
    /// A relationship of an entity: the objects of another entity, or of the same entity, that an object refers to.
    public struct Relationship: Sendable, Hashable {
        /// The entity that declares the relationship.
        public let entity: Entity
        let index: Int

        private var content: Content { entity.content.relationships[index] }

        /// The relationship's name. No other property of the entity has it.
        public var name: String { content.name }
        /// The entity of the relationship's objects, or an ancestor of their entities.
        public var destination: Entity { Entity(model: entity.model, index: content.destination) }
        /// The relationship in the opposite direction. Nil if the file names no inverse.
        public var inverse: Relationship? {
            content.inverse.map {
                Relationship(entity: Entity(model: entity.model, index: $0.entity), index: $0.index)
            }
        }
        /// True if an object may have several objects in the relationship, false if at most one.
        public var isToMany: Bool { content.isToMany }
        /// True if the order of the objects is kept.
        public var isOrdered: Bool { content.isOrdered }
        /// True if an object can be saved without any objects in the relationship.
        public var isOptional: Bool { content.isOptional }
        /// True if Core Data doesn't save the relationship.
        public var isTransient: Bool { content.isTransient }
        /// The least number of objects, unless the relationship is optional and there are none.
        public var minimumCount: Int { content.minimumCount }
        /// The largest number of objects. Nil for any number.
        public var maximumCount: Int? { content.maximumCount }
        /// The rule for the relationship's objects when the object that has the relationship is deleted.
        public var deletionRule: DeletionRule { content.deletionRule }
        /// The relationship's user info: texts for the app's own code, by key.
        public var userInfo: [String: String] { content.userInfo }
    }

    /// The rule for a relationship's objects when the object that has the relationship is deleted. The raw value is
    /// the name in the XML.
    public enum DeletionRule: String, Sendable, Hashable, CaseIterable {
        /// Nothing happens to the relationship's objects. They may keep a reference to the deleted object.
        case noAction = "No Action"
        /// The relationship's objects are kept, and their inverse no longer refers to the deleted object.
        case nullify = "Nullify"
        /// The relationship's objects are deleted too.
        case cascade = "Cascade"
        /// The object can't be deleted as long as the relationship has any objects.
        case deny = "Deny"
    }
}

extension DataModel.Relationship: CustomStringConvertible {
    public var description: String { "\(entity.name).\(name)" }

    /// The content of a relationship, as a file describes it.
    struct Content: Sendable, Hashable {
        let name: String
        let isToMany: Bool
        let isOrdered: Bool
        let isOptional: Bool
        let isTransient: Bool
        let minimumCount: Int
        let maximumCount: Int?
        let deletionRule: DataModel.DeletionRule
        let userInfo: [String: String]
        /// The index of the destination's entity.
        var destination = 0
        /// The index of the entity that declares the inverse, and the inverse's index in that entity.
        var inverse: Place?

        /// Creates the content of a relationship.
        ///
        /// - Parameter maximumCount: The largest number of objects. 0 if any number is allowed.
        init(
            name: String, isToMany: Bool, isOrdered: Bool, isOptional: Bool, isTransient: Bool, minimumCount: Int,
            maximumCount: Int, deletionRule: DataModel.DeletionRule, userInfo: [String: String]
        ) throws(ModelError) {
            for count in [minimumCount, maximumCount] where count < 0 {
                throw ModelError(.outOfRange, expected: "a count", found: "\(count)")
            }
            self.name = name
            self.isToMany = isToMany || maximumCount > 1
            self.isOrdered = isOrdered
            self.isOptional = isOptional
            self.isTransient = isTransient
            self.minimumCount = minimumCount
            self.maximumCount = !self.isToMany ? 1 : maximumCount == 0 ? nil : maximumCount
            self.deletionRule = deletionRule
            self.userInfo = userInfo
        }
    }

    /// The position of a relationship in a model: the index of its entity, and the relationship's index in the
    /// entity.
    struct Place: Sendable, Hashable {
        let entity: Int
        let index: Int
    }
}
