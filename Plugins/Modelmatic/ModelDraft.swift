import ModelCore

/// The entities of a file while it is read. They refer to each other by name.
struct ModelDraft {
    /// The largest number of ancestors. No model needs more, and each level is a step in a search for inherited
    /// properties.
    static let maximumDepth = 64
    /// The largest number of properties that all entities together may inherit: in a small file, many entities may
    /// inherit many properties each.
    private static let maximumInherited = 1_000_000
    /// The largest size of a name, in bytes. To hash or compare text, `String` sorts the combining marks that follow
    /// one another, and the time for this grows with the square of their number.
    static let longestName = 1024

    /// Checks the length of a text that is hashed or compared, such as a name. Returns the text.
    ///
    /// - Throws: `corruptData` if the text has more than ``longestName`` bytes.
    static func name(_ text: String) throws(ModelError) -> String {
        guard text.utf8.count <= longestName else {
            throw ModelError(.corruptData, "A name has more than \(longestName) bytes.")
        }
        return text
    }

    struct Entity {
        var content: DataModel.Entity.Content
        let parent: String?
        let location: ModelLocation?
        /// The names that each relationship refers to: its destination and its inverse.
        fileprivate var links: [Link] = []

        init(_ content: DataModel.Entity.Content, parent: String?, at location: ModelLocation?) {
            self.content = content
            self.parent = parent == "" ? nil : parent
            self.location = location
        }

        mutating func append(_ relationship: DataModel.Relationship.Content, _ link: Link) throws(ModelError) {
            try content.append(relationship)
            links.append(link)
        }
    }

    /// The names that a relationship refers to.
    struct Link {
        let destination: String?
        let inverse: String?
        /// The entity that declares the inverse. Nil if the destination declares it.
        let inverseEntity: String?
        let location: ModelLocation?
    }

    private var entities: [Entity] = []
    private var places: [String: Int] = [:]

    mutating func append(_ entity: Entity) throws(ModelError) {
        let name = entity.content.name
        guard places.updateValue(entities.count, forKey: name) == nil else {
            throw ModelError(.duplicateKey, "The model has two entities of that name.").within(name).at(entity.location)
        }
        entities.append(entity)
    }

    /// Returns the entities, which refer to each other by index.
    ///
    /// - Throws: `corruptData` for a name that isn't in the model, `cycle`, `depthExceeded`, `nodesExceeded`.
    func linked() throws(ModelError) -> [DataModel.Entity.Content] {
        var linked = entities.map(\.content)
        for (index, entity) in entities.enumerated() {
            guard let parent = entity.parent else { continue }
            guard let place = places[parent] else {
                throw ModelError(.corruptData, "Its parent, \(parent), isn't in the model.")
                    .within(entity.content.name).at(entity.location)
            }
            linked[index].parent = place
        }
        try checkDepths(linked)
        for (index, entity) in entities.enumerated() {
            for (number, link) in entity.links.enumerated() {
                do {
                    let (destination, inverse) = try targets(of: link, in: linked)
                    linked[index].relationships[number].destination = destination
                    linked[index].relationships[number].inverse = inverse
                } catch {
                    throw error.within(entity.content.relationships[number].name).within(entity.content.name)
                        .at(link.location)
                }
            }
        }
        return linked
    }

    /// Checks that no entity is its own ancestor or has too many ancestors, and that not too many properties are
    /// inherited.
    private func checkDepths(_ linked: [DataModel.Entity.Content]) throws(ModelError) {
        var inherited = 0
        for (index, entity) in linked.enumerated() {
            var next = entity.parent
            var count = 0
            while let place = next, count <= Self.maximumDepth {
                count += 1
                inherited += linked[place].properties.count
                next = linked[place].parent
            }
            if count <= Self.maximumDepth {
                if inherited <= Self.maximumInherited { continue }
                throw ModelError(.nodesExceeded, "All entities inherit more than \(Self.maximumInherited) properties.")
                    .within(entity.name).at(entities[index].location)
            }
            // If an entity still has an ancestor after as many steps as there are entities, its ancestors contain a
            // cycle.
            for _ in linked { next = next.flatMap { linked[$0].parent } }
            let error =
                next == nil
                ? ModelError(.depthExceeded, "It has more than \(Self.maximumDepth) ancestors.")
                : ModelError(.cycle, "It is its own ancestor, or one of its ancestors is its own.")
            throw error.within(entity.name).at(entities[index].location)
        }
    }

    private func targets(
        of link: Link, in linked: [DataModel.Entity.Content]
    ) throws(ModelError) -> (destination: Int, inverse: DataModel.Relationship.Place?) {
        guard let destination = link.destination, !destination.isEmpty else {
            throw ModelError(.corruptData, "It has no destination.")
        }
        let place = try place(of: destination)
        guard let inverse = link.inverse, !inverse.isEmpty else { return (place, nil) }
        let owner = link.inverseEntity ?? ""
        var next = try owner.isEmpty ? place : self.place(of: owner)
        while true {
            if case .relationship(let index)? = linked[next].properties[inverse] {
                return (place, DataModel.Relationship.Place(entity: next, index: index))
            }
            guard let parent = linked[next].parent else { break }
            next = parent
        }
        throw ModelError(
            .corruptData, "Its inverse, \(owner.isEmpty ? destination : owner).\(inverse), isn't in the model.")
    }

    private func place(of entity: String) throws(ModelError) -> Int {
        guard let place = places[entity] else {
            throw ModelError(.corruptData, "It refers to \(entity), an entity that isn't in the model.")
        }
        return place
    }
}
