import FormatSupport
import JSONFormat
import JSONSchema
import ModelCore

extension JSONSchema {
    /// Creates the schema of the plain JSON of an entity's objects. `$defs` contains the definitions of all entities
    /// to which the entity refers.
    ///
    /// An attribute or relationship is stored at the `jsonKeyPath` in its `userInfo`, otherwise at its
    /// `externalKeyPath`, otherwise under its name. An attribute is required unless it is optional, has a default
    /// value, or isn't saved. A relationship is required unless it is optional, isn't saved, or may be replaced by
    /// its inverse. A to-one relationship whose inverse is to-many is omitted: the JSON contains such objects inside
    /// their owner.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - format: The format with the options of the files: a key style, for properties without a key path, and a date
    ///     style.
    ///   - id: The schema's own address, `$id`. By default it has none.
    /// - Throws: `invalidKey` for a malformed key path, with the names of the entity and the property; `depthExceeded`
    ///   for a key path of more than 200 keys.
    public init(
        of entity: DataModel.Entity, in format: JSONFormat = JSONFormat(), id: String? = nil
    ) throws(ModelError) {
        var maker = EntitySchemaMaker(format)
        let root = maker.reference(to: entity)
        try self.init(root, title: entity.name, id: id, definitions: try maker.definitions())
    }
}

/// Makes the schemas of an entity, and of all entities that it refers to.
private struct EntitySchemaMaker {
    private let format: JSONFormat
    private var pending: [DataModel.Entity] = []
    private var known: Set<String> = []

    init(_ format: JSONFormat) { self.format = format }

    mutating func reference(to entity: DataModel.Entity) -> JSONSchema.Part {
        if known.insert(entity.name).inserted { pending.append(entity) }
        return .reference(to: entity.name)
    }

    /// Returns the definitions of all entities that were referred to so far, and of all entities that these refer to.
    mutating func definitions() throws(ModelError) -> [(name: String, part: JSONSchema.Part)] {
        var found: [(name: String, part: JSONSchema.Part)] = []
        var next = 0
        while next < pending.count {
            found.append((pending[next].name, try definition(of: pending[next])))
            next += 1
        }
        return found
    }

    private mutating func definition(of entity: DataModel.Entity) throws(ModelError) -> JSONSchema.Part {
        var part: JSONSchema.Part = ["type": "object"]
        if let parent = entity.parent { part["allOf"] = [reference(to: parent)] }
        for attribute in entity.ownAttributes {
            var value = self.part(of: attribute.type)
            if attribute.isOptional { value = value.orNull }
            if let scalar = attribute.defaultValue {
                // `default` is added to the other keywords of the schema. A schema that allows anything has no
                // keywords yet.
                if value == true { value = [:] }
                value["default"] = JSONSchema.Part(plain(scalar))
            }
            try add(
                value, to: &part, of: entity, named: attribute.name, attribute.userInfo,
                isRequired: !attribute.isOptional && !attribute.isTransient && attribute.defaultValue == nil)
        }
        for relationship in entity.ownRelationships {
            let leadsBack = relationship.inverse?.isToMany
            if !relationship.isToMany, leadsBack == true { continue }
            var value = reference(to: relationship.destination)
            if relationship.isToMany {
                value = ["type": "array", "items": value]
                if !relationship.isOptional, relationship.minimumCount > 0 {
                    value["minItems"] = JSONSchema.Part(.int64(Int64(relationship.minimumCount)))
                }
                if let count = relationship.maximumCount {
                    value["maxItems"] = JSONSchema.Part(.int64(Int64(count)))
                }
            }
            if relationship.isOptional { value = value.orNull }
            // If both ends of a relationship are to-one, or both are to-many, the JSON may contain either end.
            let isOwner = leadsBack.map { !$0 && relationship.isToMany } ?? true
            try add(
                value, to: &part, of: entity, named: relationship.name, relationship.userInfo,
                isRequired: isOwner && !relationship.isOptional && !relationship.isTransient)
        }
        return part
    }

    private func add(
        _ value: JSONSchema.Part, to part: inout JSONSchema.Part, of entity: DataModel.Entity, named name: String,
        _ userInfo: [String: String], isRequired: Bool
    ) throws(ModelError) {
        do {
            try part.addProperty(value, at: way(to: name, userInfo), isRequired: isRequired)
        } catch {
            var error = error
            error.path = ModelPath([.key(entity.name), .key(name)])
            throw error
        }
    }

    /// Returns a default value as files represent it.
    private func plain(_ scalar: ModelScalar) -> ModelScalar {
        guard [.date, .data, .url, .uuid].contains(scalar.kind) else { return scalar }
        let content = try? format.encode(ModelDocument(scalar))
        return content.flatMap { try? JSONFormat().document(from: $0).root.scalar } ?? scalar
    }

    /// Returns the key path of a property.
    private func way(to name: String, _ userInfo: [String: String]) throws(ModelError) -> [String] {
        guard let path = userInfo.jsonKeyPath else { return [format.keys?.key(for: name) ?? name] }
        // Combining marks that follow one another take the square of their number to be compared. None of them is
        // ASCII.
        let others = path.utf8.split { $0 < 0x80 }
        if others.allSatisfy({ $0.count <= ModelDraft.longestName }), let way = ModelPath(path)?.keys { return way }
        throw ModelError(.invalidKey, "\(path.debugDescription) is no path of keys, such as user.address.")
    }

    private func part(of type: DataModel.AttributeType) -> JSONSchema.Part {
        switch type {
        case .integer16: JSONSchema.Part(of: Int16.self)
        case .integer32: JSONSchema.Part(of: Int32.self)
        case .integer64: JSONSchema.Part(of: Int64.self)
        case .decimal: JSONSchema.Part(of: Decimal.self)
        case .double: JSONSchema.Part(of: Double.self)
        case .float: JSONSchema.Part(of: Float.self)
        case .string: JSONSchema.Part(of: String.self)
        case .boolean: JSONSchema.Part(of: Bool.self)
        case .date: JSONSchema.Part(of: Date.self, in: format)
        case .binaryData: JSONSchema.Part(of: Data.self)
        case .uuid: JSONSchema.Part(of: UUID.self)
        case .uri: JSONSchema.Part(of: URL.self)
        case .transformable, .objectID, .composite, .undefined: true
        }
    }
}
