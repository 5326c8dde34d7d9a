import ModelCore

extension DataModel.Entity {
    /// The content of an entity, as a file describes it.
    struct Content: Sendable, Hashable {
        let name: String
        let className: String?
        let isAbstract: Bool
        var userInfo: [String: String] = [:]
        private(set) var attributes: [DataModel.Attribute] = []
        var relationships: [DataModel.Relationship.Content] = []
        private(set) var properties: [String: DataModel.Property] = [:]
        /// The index of the entity from which this entity inherits. Nil if there is none.
        var parent: Int?

        init(name: String, className: String?, isAbstract: Bool) {
            self.name = name
            self.isAbstract = isAbstract
            let className = className.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
            self.className = className == "" || className == "NSManagedObject" ? nil : className
        }

        mutating func append(_ attribute: DataModel.Attribute) throws(ModelError) {
            try note(.attribute(attributes.count), attribute.name)
            attributes.append(attribute)
        }

        mutating func append(_ relationship: DataModel.Relationship.Content) throws(ModelError) {
            try note(.relationship(relationships.count), relationship.name)
            relationships.append(relationship)
        }

        private mutating func note(_ property: DataModel.Property, _ name: String) throws(ModelError) {
            guard properties.updateValue(property, forKey: name) == nil else {
                throw ModelError(.duplicateKey, "The entity has two properties of that name.").within(name)
            }
        }
    }
}

extension ModelError {
    /// Returns a copy of the error, with the name of an entity or property in front of its path.
    func within(_ name: String) -> ModelError { ModelError.prefixing(.key(name), to: self) }
}
