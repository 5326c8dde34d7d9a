import JSONFormat
import ModelCore

// Structs and enums with `@Model`.

extension SchemaMaker {
    /// Returns the name of a type's definition: the type's title without the word before the name, such as `struct`.
    static func name(of type: ModelType) -> String { type.title.split(separator: " ").last.map(String.init) ?? "" }

    static func recordType(of type: Any.Type) -> ModelType? { (type as? any ModelRecord.Type)?.modelType }

    func definition(ofRecord type: ModelType) throws(ModelError) -> JSONSchema.Part {
        let properties = try type.properties(in: .json, style: format.keys)
        switch type.isEnum ? type.caseForm : nil {
        case .key?: return try cases(properties, of: type)
        case .tag(let tag)?: return try taggedCases(properties, of: type, tag, content: nil)
        case .tagAndContent(let tag, let content)?: return try taggedCases(properties, of: type, tag, content: content)
        case .untagged?: return try untaggedCases(properties, of: type)
        case nil: break
        }
        if type.form == .list { return list(properties) }
        var part: JSONSchema.Part = ["type": "object"]
        if type.refusesUnknown { part["additionalProperties"] = false }
        if let version = type.version { try part.addProperty(Self.versions(upTo: version), at: ["$version"]) }
        try add(properties, to: &part)
        return part
    }

    /// Returns the schema of a struct that is stored as an array: its values in their order. The last values may be
    /// missing.
    private func list(_ properties: [FileProperty]) -> JSONSchema.Part {
        let least = properties.lastIndex(where: \.isRequired).map { $0 + 1 } ?? 0
        return [
            "type": "array", "prefixItems": JSONSchema.Part(properties.map { part(of: $0) }), "items": false,
            "minItems": JSONSchema.Part(.int64(Int64(least))),
        ]
    }

    /// Returns the schema of an enum whose case is named under a key.
    ///
    /// - Parameter content: The key of the case's values. Nil: the values are next to the name.
    private func taggedCases(
        _ cases: [FileProperty], of type: ModelType, _ tag: String, content: String?
    ) throws(ModelError) -> JSONSchema.Part {
        // The format's key style applies to keys only, and not to text.
        let texts = try type.properties(in: .json)
        var parts: [JSONSchema.Part] = []
        var known: [JSONSchema.Part] = []
        for (text, property) in zip(texts, cases) {
            let names = (text.way + text.aliases.joined()).map { JSONSchema.Part(.string($0)) }
            known += names
            let name: JSONSchema.Part = names.count == 1 ? ["const": names[0]] : ["enum": JSONSchema.Part(names)]
            var part: JSONSchema.Part = ["type": "object"]
            let hasValues = property.valueType != Void.self
            if hasValues, content == nil, let record = Self.recordType(of: property.valueType) {
                part = record.isEnum ? ["allOf": [self.part(of: property)]] : try definition(ofRecord: record)
            }
            if type.refusesUnknown, !hasValues || content != nil { part["additionalProperties"] = false }
            if hasValues, let content {
                try part.addProperty(self.part(of: property), at: [content], isRequired: property.isRequired)
            }
            try part.addProperty(name, at: [tag], isRequired: true)
            parts.append(part)
        }
        if type.keepsUnknownCases {
            parts.append([
                "not": [
                    "required": [JSONSchema.Part(.string(tag))],
                    "properties":
                        JSONSchema.Part(keywords: [(tag, ["enum": JSONSchema.Part(known)])]),
                ]
            ])
            return ["oneOf": JSONSchema.Part(parts)]
        }
        return [
            "oneOf": JSONSchema.Part(parts), "discriminator": ["propertyName": JSONSchema.Part(.string(tag))],
        ]
    }

    /// Returns the schema of an enum whose files contain only the values of a case, without its name.
    private func untaggedCases(_ cases: [FileProperty], of type: ModelType) throws(ModelError) -> JSONSchema.Part {
        if type.keepsUnknownCases { return true }
        let texts = try type.properties(in: .json)
        return .any(
            of: zip(texts, cases).map { text, property in
                let names = (text.way + text.aliases.joined()).map { JSONSchema.Part(.string($0)) }
                return property.valueType == Void.self ? ["enum": JSONSchema.Part(names)] : part(of: property)
            })
    }

    /// Returns the schema of an enum: each case is text, or an object with the case's key as its only key.
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
