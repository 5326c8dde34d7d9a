import FormatSupport
import ModelCore
import Modelmatic

/// Writes the classes of a data model in Swift: a class for each entity, with the keys of its properties in files.
struct SwiftGenerator {
    let model: DataModel
    /// True if other modules use the classes and properties.
    var isPublic = false
    /// The Swift types of the values that transformers make, by the transformers' names.
    var transformed: [String: String] = [:]

    private let typeNames: [String: String]
    private let parents: Set<String>
    /// The position of each relationship among all relationships, in the model's order.
    private let places: [DataModel.Relationship: Int]

    init(_ model: DataModel) {
        self.model = model
        var names: [String: String] = [:]
        var taken: Set<ExactText> = []
        var clashes: [ExactText: Int] = [:]
        for entity in model.entities {
            let wanted = entity.className?.split(separator: ".").last.map(String.init) ?? entity.name
            // Several entities may share a class in Core Data.
            var name = SwiftName.type(wanted)
            if taken.contains(ExactText(name)) { name = SwiftName.type(entity.name) }
            names[entity.name] = Self.free(name, &taken, &clashes)
        }
        typeNames = names
        parents = Set(model.entities.compactMap { $0.parent?.name })
        places = Dictionary(uniqueKeysWithValues: zip(model.entities.flatMap(\.ownRelationships), 0...))
    }

    /// Returns a name that isn't taken: the given name, followed by `_`, `_2` … if the name is taken. The result is
    /// then taken, too.
    ///
    /// - Parameter clashes: The number of times that each name was taken already. Without it, trying all suffixes
    ///   would take quadratic time.
    static func free(
        _ name: String, _ taken: inout Set<ExactText>, _ clashes: inout [ExactText: Int]
    ) -> String {
        let wanted = ExactText(name)
        var free = wanted
        while !taken.insert(free).inserted {
            let count = clashes[wanted, default: 0] + 1
            clashes[wanted] = count
            free = ExactText(name + "_" + (count == 1 ? "" : "\(count)"))
        }
        return free.text
    }

    /// Returns the lines of the source.
    ///
    /// - Parameter origin: The name of the model's file, for the first line.
    /// - Throws: `invalidKey` for a malformed key path, with the names of the entity and the property.
    func lines(origin: String) throws(ModelError) -> [String] {
        var lines = [
            "// Made of \(PrintableText.text(origin)) by `basemodel generate`.", "", "import Foundation",
            "import ModelCore",
        ]
        for entity in model.entities {
            lines.append("")
            lines += try self.lines(of: entity)
        }
        return lines
    }

    private func lines(of entity: DataModel.Entity) throws(ModelError) -> [String] {
        let name = typeName(entity)
        let file = entity.className?.split(separator: ".").last.map(String.init) ?? entity.name
        var lines: [String] = []
        if entity.isAbstract { lines.append("/// Abstract: its subclasses alone have objects.") }
        let attribute = "@Model" + (name == file ? "" : "(\(SwiftLiteral.text(file)))")
        let parent = entity.parent.map(typeName) ?? "BaseModel"
        let isFinal = !parents.contains(entity.name)
        let modifiers = isFinal ? access + "final " : isPublic ? "open " : ""
        lines.append("\(attribute) \(modifiers)class \(name): \(parent) {")
        var inner: [String] = []
        for attribute in entity.ownAttributes {
            inner +=
                inherits(attribute.name, entity)
                ? [remark(onInherited: attribute.name)] : try self.lines(of: attribute, in: entity)
        }
        for relationship in entity.ownRelationships {
            inner +=
                inherits(relationship.name, entity)
                ? [remark(onInherited: relationship.name)] : try self.lines(of: relationship)
        }
        return lines + inner.map { "    " + $0 } + ["}"]
    }

    private var access: String { isPublic ? "public " : "" }

    /// Returns the name of an entity's class.
    func typeName(_ entity: DataModel.Entity) -> String { typeNames[entity.name] ?? SwiftName.type(entity.name) }

    /// Returns true if an ancestor has a property with the name. Swift doesn't let a class declare the property
    /// again.
    private func inherits(_ name: String, _ entity: DataModel.Entity) -> Bool {
        guard let parent = entity.parent else { return false }
        return parent.attribute(named: name) != nil || parent.relationship(named: name) != nil
    }

    private func remark(onInherited name: String) -> String {
        "// The model has \(SwiftName.property(name)) here anew: the superclass's stands for it."
    }

    // MARK: Properties

    private func lines(of attribute: DataModel.Attribute, in entity: DataModel.Entity) throws(ModelError) -> [String] {
        let type = SwiftType(attribute, transformed: transformed)
        var attributes: [String] = []
        if attribute.isTransient {
            attributes.append("@Transient")
        } else {
            attributes += try keys(attribute.name, attribute.userInfo, entity)
            if let transform = type.transform {
                attributes.append("@Transform(.named(\(SwiftLiteral.text(transform)), of: \(type.name).self))")
            }
        }
        let declaration =
            "\(access)var \(SwiftName.code(SwiftName.property(attribute.name)))"
            + type.declared + (type.initial.map { " = \($0)" } ?? "")
        return (type.remark.map { ["// \($0)"] } ?? []) + [(attributes + [declaration]).joined(separator: " ")]
    }

    private func lines(of relationship: DataModel.Relationship) throws(ModelError) -> [String] {
        let destination = typeName(relationship.destination)
        var attributes: [String] = []
        var modifiers = access
        if relationship.isTransient {
            attributes.append("@Transient")
        } else {
            attributes += try keys(relationship.name, relationship.userInfo, relationship.entity)
            let inverse = inverse(of: relationship)
            attributes.append(attribute(of: relationship, inverse: inverse))
            // Two strong ends keep each other alive.
            if let inverse, !names(relationship, inverse), !relationship.isToMany { modifiers += "weak " }
        }
        let name = SwiftName.code(SwiftName.property(relationship.name))
        let declaration =
            "\(modifiers)var \(name): " + (relationship.isToMany ? "[\(destination)] = []" : "\(destination)?")
        return [(attributes + [declaration]).joined(separator: " ")]
    }

    private func attribute(of relationship: DataModel.Relationship, inverse: DataModel.Relationship?) -> String {
        guard let inverse, names(relationship, inverse) else { return "@Relationship" }
        let name = SwiftName.property(inverse.name)
        if inverse == relationship { return "@Relationship(inverse: \(SwiftLiteral.text(name)))" }
        return "@Relationship(inverse: \\\(typeName(inverse.entity)).\(SwiftName.code(name)))"
    }

    /// Returns the inverse of a relationship. Returns nil if the two relationships don't name each other, or if the
    /// inverse isn't saved or is inherited.
    private func inverse(of relationship: DataModel.Relationship) -> DataModel.Relationship? {
        guard let inverse = relationship.inverse, !inverse.isTransient, inverse.inverse == relationship,
            !inherits(inverse.name, inverse.entity)
        else { return nil }
        return inverse
    }

    /// Returns true for the end of a pair of relationships whose declaration names the other end. It is the to-many
    /// end, otherwise the first end in the model.
    private func names(_ relationship: DataModel.Relationship, _ inverse: DataModel.Relationship) -> Bool {
        if relationship.isToMany != inverse.isToMany { return relationship.isToMany }
        if relationship == inverse { return true }
        return places[relationship, default: 0] < places[inverse, default: 0]
    }

    /// Returns the attribute `@Key` of a property. Returns an empty text if the property's key in files is its name
    /// in Swift.
    private func keys(
        _ name: String, _ userInfo: [String: String], _ entity: DataModel.Entity
    ) throws(ModelError) -> [String] {
        guard let path = userInfo["jsonKeyPath"] ?? userInfo["externalKeyPath"] else {
            return SwiftName.property(name) == name ? [] : ["@Key(\(SwiftLiteral.text(name)))"]
        }
        guard let keys = ModelPath(path)?.keys else {
            var error = ModelError(.invalidKey, "\(path.debugDescription) is no path of keys, such as user.address.")
            error.path = ModelPath([.key(entity.name), .key(name)])
            throw error
        }
        guard keys.count == 1 else {
            return ["@Key(path: \(SwiftLiteral.text(ModelPath(keys.map { .key($0) }).description)))"]
        }
        return keys[0] == SwiftName.property(name) ? [] : ["@Key(\(SwiftLiteral.text(keys[0])))"]
    }
}
