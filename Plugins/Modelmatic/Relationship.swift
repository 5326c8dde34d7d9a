import ModelCore

extension DataModel {
    /// A relationship of an entity: the objects of another entity, or of the same, that an object has.
    public struct Relationship: Sendable, Hashable {
        /// The entity that declares it.
        public let entity: Entity
        let index: Int

        private var content: Content { entity.content.relationships[index] }

        /// Its name, which no other property of the entity has.
        public var name: String { content.name }
        /// The entity of the objects that it leads to, or an ancestor of theirs.
        public var destination: Entity { Entity(model: entity.model, index: content.destination) }
        /// The relationship that leads back; nil where the file names none.
        public var inverse: Relationship? {
            content.inverse.map {
                Relationship(entity: Entity(model: entity.model, index: $0.entity), index: $0.index)
            }
        }
        /// True where an object has several, false where it has one or none.
        public var isToMany: Bool { content.isToMany }
        /// True where the order of the several counts.
        public var isOrdered: Bool { content.isOrdered }
        /// True where an object needn't have any to be saved.
        public var isOptional: Bool { content.isOptional }
        /// True where Core Data doesn't save it.
        public var isTransient: Bool { content.isTransient }
        /// How many there are at least, unless it is optional and there are none.
        public var minimumCount: Int { content.minimumCount }
        /// How many there may be; nil for any number.
        public var maximumCount: Int? { content.maximumCount }
        /// What becomes of the objects that it leads to when an object is deleted.
        public var deletionRule: DeletionRule { content.deletionRule }
        /// What the app's own code is told of the relationship.
        public var userInfo: [String: String] { content.userInfo }
    }

    /// What becomes of the objects that a relationship leads to when an object is deleted. The raw value is the name in
    /// the XML.
    public enum DeletionRule: String, Sendable, Hashable, CaseIterable {
        /// Nothing: they may keep a reference to what is gone.
        case noAction = "No Action"
        /// Their way back becomes nil.
        case nullify = "Nullify"
        /// They are deleted too.
        case cascade = "Cascade"
        /// While there are any, the object isn't deleted.
        case deny = "Deny"
    }
}

extension DataModel.Relationship: CustomStringConvertible {
    public var description: String { "\(entity.name).\(name)" }

    /// What a file says about a relationship.
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
        /// The number of the entity that it leads to.
        var destination = 0
        /// The number of the entity that declares the relationship back, and its number there.
        var inverse: Place?

        /// - Parameter maximumCount: 0 for any number.
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

    /// Where a relationship stands in a model.
    struct Place: Sendable, Hashable {
        let entity: Int
        let index: Int
    }
}
