import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the members that `@Model` adds to a struct.
struct StructMembers {
    let record: RecordDeclaration
    let properties: [PropertyTree]

    var declarations: [String] {
        var details = record.classNames
        if let version = record.arguments.version { details += ", version: \(version.trimmedDescription)" }
        details += record.unknownKeys
        if record.arguments.version != nil { details += ", migrate: { try Self.migrate(&$0, from: $1) }" }
        return members("struct \(record.model.codedName)", details, access: record.model.access)
    }

    /// The source of the members.
    ///
    /// - Parameters:
    ///   - title: The name of the struct in errors.
    ///   - details: Further arguments of its description, each after a comma.
    func members(_ title: String, _ details: String, access: String) -> [String] {
        let list = properties.isEmpty ? "[]" : "modelProperties"
        let description = record.description(
            "\(title.quoted), \(list)\(details)) { try Self(from: &$0) }", access: access)
        let rows = properties.list("Properties", of: "ModelProperty", locating: true, row)
        return [description] + (properties.isEmpty ? [] : ["private static \(rows)"]) + [
            """
            private init(from values: inout ModelCore.PropertyValues) throws {
            \(assignments)
            }
            """
        ]
    }

    /// The source of the expression that describes a property, for the list of the struct's properties.
    private func row(_ property: StoredProperty) -> String {
        property.row(
            of: "Self", style: record.arguments.keys, isStored: property.isPlain,
            isRequired: !property.hasDefault && !property.isSetLate, readNulls: record.arguments.readNulls)
    }

    private var assignments: String {
        let statements = StatementLines(properties, locating: false) { property in
            if property.isSetLate || property.isConstant && property.hasDefault { return nil }
            let place = "self.\(property.identifier.text)"
            let standard = property.hasDefault ? ", or: \(place)" : ""
            return "\(place) = try values.value(\(property.name.quoted)\(standard))"
        }
        // A computed property can be set only after all other properties.
        let last = StatementLines(properties, locating: false) { property in
            property.isSetLate ? "try values.set(\(property.name.quoted), in: &self)" : nil
        }
        return [statements, last].filter(\.hasStatements).map(\.text).joined(separator: "\n")
    }
}
