import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the members that `@Model` adds to a struct.
struct StructMembers {
    let record: RecordDeclaration
    let properties: [PropertyTree]

    var declarations: [String] {
        var details = ""
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
        [
            record.description(title, details, list, access: access),
            "\(access)static var recordType: ModelCore.ModelType? { modelType }",
            "\(access)static var codesOneValue: Bool { true }",
            """
            \(access)static func encode(_ value: Self, to encoder: ModelCore.ModelEncoder) throws {
                try encoder.encodeStruct(value, modelType) {
            \(StatementLines(properties, locating: true) { $0.encoding(of: "value") }.text.indented)
                }
            }
            """,
            """
            \(access)static func decode(from decoder: ModelCore.ModelDecoder) throws -> Self {
                try decoder.decodeStruct(modelType) { try Self(from: $0, like: $1) }
            }
            """,
            """
            private init(from decoder: ModelCore.ModelDecoder, like sample: () throws -> Self) throws {
            \(assignments)
            }
            """,
        ]
    }

    /// The lines that add the properties to the description.
    private var list: String {
        StatementLines(properties, locating: false) { property in
            let isReadOnly = property.isConstant && property.hasDefault ? ", isReadOnly: true" : ""
            let isRequired = property.hasDefault || property.isSetLate ? "" : ", isRequired: true"
            let form = property.form.map { ", with: \($0)" } ?? ""
            let keys = property.keyArguments(record.arguments.keys)
            let path = "\\Self.\(property.identifier.text)"
            return "members.add(\(property.name.quoted), \(path)\(keys)\(form)\(isReadOnly)\(isRequired))"
        }.text
    }

    private var assignments: String {
        let statements = StatementLines(properties, locating: true) { property in
            if property.isConstant, property.hasDefault { return nil }
            let place = "self.\(property.identifier.text)"
            let value = property.decoding(like: "sample().\(property.identifier.text)")
            if property.isSetLate { return "let \(property.lateName) = try \(value)" }
            guard property.hasDefault else {
                return "\(place) = try decoder.required(\(value), forKey: \(property.name.quoted))"
            }
            return "if let value = try \(value) { \(place) = value }"
        }
        // A computed property can be set only after all others.
        let last = StatementLines(properties, locating: false) { property in
            let place = "self.\(property.identifier.text)"
            return property.isSetLate ? "if let \(property.lateName) { \(place) = \(property.lateName) }" : nil
        }
        return [statements, last].filter(\.hasStatements).map(\.text).joined(separator: "\n")
    }
}

extension StoredProperty {
    /// The name of the variable that contains the property's value until it is set.
    fileprivate var lateName: String { "late_\(name)" }
}
