import JSONFormat
import ModelCore

// Structs and enums with `@Model`.

extension SchemaMaker {
    /// The name of a type's definition: its title without the word before the name, such as `struct`.
    static func name(of type: ModelType) -> String { type.title.split(separator: " ").last.map(String.init) ?? "" }

    static func recordType(of type: Any.Type) -> ModelType? { (type as? any ModelRecord.Type)?.modelType }

    func definition(ofRecord type: ModelType) throws(ModelError) -> JSONSchema.Part {
        let properties = try type.properties(in: .json, style: format.keys)
        if type.isEnum { return try cases(properties, of: type) }
        if type.form == .list { return list(properties) }
        var part: JSONSchema.Part = ["type": "object"]
        if type.refusesUnknown { part["additionalProperties"] = false }
        if let version = type.version { try part.addProperty(Self.versions(upTo: version), at: ["$version"]) }
        try add(properties, to: &part)
        return part
    }

    /// The schema of a struct that is stored as an array: its values in their order, of which the last ones may be
    /// missing.
    private func list(_ properties: [FileProperty]) -> JSONSchema.Part {
        let least = properties.lastIndex(where: \.isRequired).map { $0 + 1 } ?? 0
        return [
            "type": "array", "prefixItems": JSONSchema.Part(properties.map { part(of: $0) }), "items": false,
            "minItems": JSONSchema.Part(.int64(Int64(least))),
        ]
    }

    /// The schema of an enum: each case is text, or an object with the case's key as its only key.
    private func cases(_ cases: [FileProperty], of type: ModelType) throws(ModelError) -> JSONSchema.Part {
        // The format's key style applies to keys only, and not to text.
        let texts = try type.properties(in: .json)
        var current: [JSONSchema.Part] = []
        var older: [JSONSchema.Part] = []
        var objects: [JSONSchema.Part] = []
        for (text, property) in zip(texts, cases) {
            let hasValues = property.valueType != Void.self
            if !hasValues || !property.isRequired {
                current += text.way.map { JSONSchema.Part(.string($0)) }
                older += text.aliases.joined().map { ["const": JSONSchema.Part(.string($0)), "deprecated": true] }
            }
            guard hasValues else { continue }
            let values = part(of: property)
            for (way, isOlder) in [(property.way, false)] + property.aliases.map({ ($0, true) }) {
                var part: JSONSchema.Part = ["type": "object", "additionalProperties": false]
                try part.addProperty(values, at: way, isRequired: true)
                if isOlder { part["deprecated"] = true }
                objects.append(part)
            }
        }
        let known = (current.isEmpty ? [] : [["enum": JSONSchema.Part(current)]]) + objects + older
        let others: JSONSchema.Part = ["type": ["string", "object"], "minProperties": 1, "maxProperties": 1]
        let all = known + (type.keepsUnknownCases ? [others] : [])
        return all.isEmpty ? false : .any(of: all)
    }
}
