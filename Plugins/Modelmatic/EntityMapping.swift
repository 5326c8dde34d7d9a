import ModelCore

// Maps the properties of the program's classes to the keys that the entities of a model give them.

extension DataModel {
    /// Returns the mapping of the classes that the entities name, for reading and writing JSON and dictionaries with
    /// the model's keys.
    ///
    /// ```swift
    /// let json = JSONFormat().mapped(by: try model.mapping())
    /// let author = try json.decode(Author.self, from: data)
    /// ```
    ///
    /// An attribute or a relationship is the class's property of the same name, or of that name after `kvc_`. Its
    /// `userInfo` may contain a key or a key path under `jsonKeyPath` or `externalKeyPath`. A transformable attribute
    /// is encoded by the transform that is registered under its name. Files contain only the entity's properties.
    ///
    /// Entities without a class in the program are skipped.
    ///
    /// - Parameter classes: The classes of entities, by the entities' names. Other entities use the class that is
    ///   registered under their class's name, or under their own name.
    /// - Throws: `entityMismatch` if a model and a class disagree. The error lists all mistakes, or the first 100
    ///   mistakes: a property that the class lacks, a property of a type that can't contain the attribute, a
    ///   transform that isn't registered …
    public func mapping(classes: [String: BaseModel.Type] = [:]) throws(ModelError) -> ModelMapping {
        var found: [(entity: Entity, type: BaseModel.Type)] = []
        for entity in entities {
            // `??` would lose the type of the error.
            if let type = if let given = classes[entity.name] { given } else { try entity.registeredClass() } {
                found.append((entity, type))
            }
        }
        let types = Dictionary(found.map { ($0.entity.name, $0.type) }) { first, _ in first }
        var mapping = ModelMapping()
        var mistakes: [String] = []
        for (entity, type) in found {
            let reader = EntityReader(entity: entity, type: type, types: types)
            let properties = reader.properties
            mistakes += reader.mistakes + reader.mistakes(in: properties)
            if mistakes.count > EntityReader.mostMistakes { break }
            if mistakes.isEmpty { try mapping.map(type, properties.map(\.mapping), leavesOthersOut: true) }
        }
        guard mistakes.isEmpty else {
            var told = mistakes.prefix(EntityReader.mostMistakes).joined(separator: "; ")
            if mistakes.count > EntityReader.mostMistakes { told += "; and in more" }
            throw ModelError(.entityMismatch, "The model and the program's classes disagree: \(told).")
        }
        return mapping
    }
}

extension ModelError.Code {
    /// A Core Data model and a class of the program don't match.
    public static let entityMismatch = Self("entityMismatch")
}

extension BaseModel {
    /// Creates an instance from a dictionary with the keys that an entity gives to the properties.
    ///
    /// Each call makes the model's mapping again. For many instances, call ``DataModel/mapping(classes:)`` once.
    ///
    /// - Throws: `entityMismatch`; `typeMismatch` with the path of the value that can't be converted.
    public convenience init(dictionary: [String: Any], entity: DataModel.Entity) throws {
        try self.init(dictionary: dictionary, mapping: entity.model.mapping(classes: [entity.name: Self.self]))
    }

    /// This object and the models in it as dictionaries. The entity, and the other entities of its data model,
    /// determine the keys of the properties.
    ///
    /// - Throws: `entityMismatch`; the errors of values that can't be written.
    public func dictionaryRepresentation(entity: DataModel.Entity) throws -> [String: Any] {
        try dictionaryRepresentation(mapping: entity.model.mapping(classes: [entity.name: type(of: self)]))
    }
}

extension DataModel.Entity {
    /// Returns the class that the program has registered for the entity. Returns nil if no class is registered.
    fileprivate func registeredClass() throws(ModelError) -> BaseModel.Type? {
        let registry = ClassRegistry.current
        do {
            for name in [className, className?.split(separator: ".").last.map(String.init), name] {
                if let name, let type = try registry.type(named: name) { return type }
            }
        } catch {
            throw ModelError(wrapping: error)
        }
        return nil
    }
}

/// Finds the class's property for each property of a Core Data entity, and collects the mistakes of the data model.
private struct EntityReader {
    /// The largest number of mistakes to report: very many entities may inherit very many properties that their
    /// classes lack.
    static let mostMistakes = 100

    let entity: DataModel.Entity
    let type: BaseModel.Type
    /// The classes of entities, by the entities' names.
    let types: [String: BaseModel.Type]
    let codable: [String: Any.Type]
    private(set) var properties: [(label: String, mapping: PropertyMapping)] = []
    private(set) var mistakes: [String] = []

    init(entity: DataModel.Entity, type: BaseModel.Type, types: [String: BaseModel.Type]) {
        self.entity = entity
        self.type = type
        self.types = types
        codable = type.codableProperties
        for attribute in entity.attributes where mistakes.count <= Self.mostMistakes { read(attribute) }
        for relationship in entity.relationships where mistakes.count <= Self.mostMistakes { read(relationship) }
    }

    /// Returns the mistakes of those properties whose mapping is invalid independently of the other properties.
    func mistakes(in properties: [(label: String, mapping: PropertyMapping)]) -> [String] {
        properties.compactMap { property in
            do throws(ModelError) {
                var alone = ModelMapping()
                try alone.map(type, [property.mapping])
                return nil
            } catch {
                return Self.mistake(property.label, error)
            }
        }
    }

    /// Returns an error as a part of the sentence that lists all mistakes. The part has no full stop, because the
    /// sentence has one.
    private static func mistake(_ label: String, _ error: ModelError) -> String {
        let reason = error.reason
        return "\(label): \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)"
    }

    private mutating func read(_ attribute: DataModel.Attribute) {
        let label = "\(entity.name).\(attribute.name)"
        guard let name = name(of: attribute.name) else {
            if !attribute.isTransient { mistakes.append("\(label) has no property in the class \(type)") }
            return
        }
        if let valueType = codable[name], !attribute.type.fits(valueType) {
            mistakes.append(
                "\(label) is of type \(attribute.type.rawValue), which \(type).\(name), "
                    + "which is of type \(valueType), can't hold")
            return
        }
        guard let key = key(attribute.userInfo, label) else { return }
        let transform = attribute.type == .transformable ? attribute.valueTransformerName : nil
        do throws(ModelError) {
            if let transform, !transform.isArchiving {
                properties.append((label, try PropertyMapping(name, key: key, transformNamed: transform)))
            } else {
                properties.append((label, PropertyMapping(name, key: key)))
            }
        } catch {
            mistakes.append(Self.mistake(label, error))
        }
    }

    private mutating func read(_ relationship: DataModel.Relationship) {
        let label = "\(entity.name).\(relationship.name)"
        guard let name = name(of: relationship.name), let valueType = codable[name] else {
            // Two kinds of relationships may lack a property: a to-one relationship with an inverse, because plain
            // files don't contain it, and a transient one, because it isn't saved.
            if !relationship.isTransient, relationship.inverse == nil || relationship.isToMany {
                mistakes.append("\(label) has no property in the class \(type)")
            }
            return
        }
        guard let related = valueType as? any RelationshipValue.Type,
            related.isToMany == relationship.isToMany
        else {
            let wanted = relationship.isToMany ? "an array of models" : "a model"
            mistakes.append(
                "\(label) leads to \(wanted), which \(type).\(name), which is of type \(valueType), can't hold")
            return
        }
        if let destination = types[relationship.destination.name],
            !ModelClass.of(destination).inherits(from: related.relatedClass),
            !ModelClass.of(related.relatedClass).inherits(from: destination)
        {
            mistakes.append("\(label) leads to \(destination), and \(type).\(name) to \(related.relatedClass)")
            return
        }
        let back = relationship.inverse.flatMap { inverse in
            related.relatedClass.codableProperties[inverse.name] == nil
                ? nil : RelationshipInverse.property(named: inverse.name)
        }
        guard let key = key(relationship.userInfo, label) else { return }
        properties.append((label, PropertyMapping(name, key: key, inverse: back)))
    }

    /// Returns the name of the class's property for an entity's property. Returns nil if the class has no such
    /// property.
    private func name(of property: String) -> String? {
        [property, "kvc_" + property].first { codable[$0] != nil }
    }

    /// Returns the key or key path of a property in files. If it is malformed, adds a mistake and returns nil.
    private mutating func key(_ userInfo: [String: String], _ label: String) -> PropertyKey? {
        guard let path = userInfo.jsonKeyPath else {
            return PropertyKey(String(label.dropFirst(entity.name.count + 1)))
        }
        // The length is limited, because each entity that inherits the property has the path, too.
        guard path.utf8.count <= ModelDraft.longestName else {
            mistakes.append("\(label) is to stand at a path of more than \(ModelDraft.longestName) bytes")
            return nil
        }
        guard ModelPath(path)?.keys != nil else {
            mistakes.append("\(label) is to stand at \(path.debugDescription), which is no path of keys")
            return nil
        }
        return PropertyKey(path: path)
    }
}

extension String {
    /// True for the names of Core Data's own transformers, which store a value as an archive. For this library, such
    /// a value isn't transformed.
    fileprivate var isArchiving: Bool {
        ["NSSecureUnarchiveFromData", "NSUnarchiveFromData", "NSKeyedUnarchiveFromData"].contains {
            self == $0 || self == $0 + "Transformer" || self == $0 + "TransformerName"
        }
    }
}

extension [String: String] {
    /// The key or key path in a user info, which may be malformed. Nil if there is none.
    var jsonKeyPath: String? { self["jsonKeyPath"] ?? self["externalKeyPath"] }
}
