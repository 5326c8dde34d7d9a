import FormatSupport
import JSONFormat
import ModelCore

/// Makes the schema of types, and of all classes that they refer to.
final class SchemaMaker {
    let format: JSONFormat
    private let mapping: ModelMapping?
    /// The schema of dates.
    private(set) lazy var datePart = Self.datePart(in: format)
    private lazy var classes = SchemaClasses()
    /// The names of the definitions of the types in `pending`.
    private var names: [ObjectIdentifier: String] = [:]
    private var taken: Set<String> = []
    /// The classes, structs and enums to which the schemas made so far refer, in the order of their definitions.
    private var pending: [Any.Type] = []

    init(_ format: JSONFormat, mapping: ModelMapping? = nil) {
        self.format = format
        self.mapping = mapping
    }

    // MARK: Types

    func part(of type: Any.Type) -> JSONSchema.Part {
        switch type {
        case let type as BaseModel.Type: modelPart(type)
        case let type as any JSONSchemaValue.Type: type.jsonSchema
        case let type as any SchemaType.Type: type.part(in: self)
        // JSON stores it as a keyed archive in data.
        case is any GeometricValue.Type: Data.part(in: self)
        // `CGFloat` is such a type. Only the whole Foundation has it.
        case is any BinaryFloatingPoint.Type: Double.part(in: self)
        default:
            if let record = Self.recordType(of: type) {
                reference(to: type, named: Self.name(of: record))
            } else if let type = type as? any RawRepresentable.Type {
                rawPart(type)
            } else {
                true
            }
        }
    }

    /// Returns the schema of the text to which a value of a type is converted as a key of a dictionary. Returns nil
    /// if any text may be a key.
    func keyPart(of type: Any.Type) -> JSONSchema.Part? {
        if let type = type as? any SchemaType.Type { return type.keyPart }
        guard let type = type as? any RawRepresentable.Type else { return nil }
        guard let cases = Self.rawValues(of: type) else { return keyPart(of: Self.rawType(type)) }
        let texts = cases.compactMap { ScalarConversion.keyText($0).map { JSONSchema.Part(.string($0)) } }
        return ["enum": JSONSchema.Part(texts)]
    }

    private func rawPart(_ type: any RawRepresentable.Type) -> JSONSchema.Part {
        guard let cases = Self.rawValues(of: type) else { return part(of: Self.rawType(type)) }
        return ["enum": JSONSchema.Part(cases.map { JSONSchema.Part($0) })]
    }

    private static func rawType<Value: RawRepresentable>(_: Value.Type) -> Any.Type { Value.RawValue.self }

    /// Returns the raw values of an enum that lists its cases. Returns nil for a struct, because it may have other
    /// values than it lists.
    private static func rawValues(of type: any RawRepresentable.Type) -> [ModelScalar]? {
        guard let type = type as? any (RawRepresentable & CaseIterable).Type else { return nil }
        return listed(type)
    }

    private static func listed<Value: RawRepresentable & CaseIterable>(_: Value.Type) -> [ModelScalar]? {
        guard let first = Value.allCases.first, Mirror(reflecting: first).displayStyle == .enum else { return nil }
        var found: [ModelScalar] = []
        for value in Value.allCases {
            guard let scalar = (try? ModelDocument(encoding: value.rawValue as Any?))?.root.scalar else { return nil }
            switch scalar {
            case .bool, .int64, .uint64, .string, .double: found.append(scalar)
            default: return nil
            }
        }
        return found
    }

    /// Returns the schema of dates as a format writes them. It is found by encoding two dates, one of which has a
    /// fraction.
    private static func datePart(in format: JSONFormat) -> JSONSchema.Part {
        guard format.dates != nil else { return ["type": "string", "format": "date-time"] }
        let dates = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_700_000_000.25)]
        guard let content = try? format.encode(dates), let written = try? JSONFormat().document(from: content) else {
            return true
        }
        let scalars = written.root.elements.map(\.scalar)
        let texts = scalars.compactMap { if case .string(let text)? = $0 { text } else { nil } }
        if texts.count == scalars.count {
            if texts.allSatisfy({ $0.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil }) {
                return ["type": "string", "format": "date"]
            }
            let areTimes = texts.allSatisfy { (try? ScalarConversion.date(.string($0), fromText: true)) != nil }
            return areTimes ? ["type": "string", "format": "date-time"] : ["type": "string"]
        }
        let numbers: [ModelKind?] = [.integer, .real, .decimal]
        return scalars.allSatisfy { numbers.contains($0?.kind) } ? ["type": "number"] : true
    }

    // MARK: Models

    /// Returns the schema of a model: an object of the class itself, or of a registered subclass, which names its
    /// class.
    private func modelPart(_ type: BaseModel.Type) -> JSONSchema.Part {
        func reference(to type: BaseModel.Type) -> JSONSchema.Part {
            self.reference(to: type, named: ModelClass.of(type).name)
        }
        if let tag = ModelClass.of(type).tags.last { return taggedPart(type, tag, reference) }
        var alternatives = type == BaseModel.self ? [] : [reference(to: type)]
        for other in classes.subclasses(of: type) {
            var part = reference(to: other)
            part["required"] = ["$class"]
            alternatives.append(part)
        }
        return alternatives.isEmpty ? ["type": "object"] : .any(of: alternatives)
    }

    /// Returns the schema of a model whose class is named by a tag.
    private func taggedPart(
        _ type: BaseModel.Type, _ tag: ClassTag, _ reference: (BaseModel.Type) -> JSONSchema.Part
    ) -> JSONSchema.Part {
        let types = [type] + classes.subclasses(of: type)
        let parts = types.map(reference)
        var names: [(String, JSONSchema.Part)] = []
        for (type, part) in zip(types, parts) {
            let modelClass = ModelClass.of(type)
            guard let own = modelClass.tags.first(where: { $0.key == tag.key }), let target = part["$ref"] else {
                continue
            }
            // All classes of an inner hierarchy have the same tag in the outer hierarchy.
            for name in classes.names(own, of: modelClass) where !names.contains(where: { $0.0 == name }) {
                names.append((name, target))
            }
        }
        guard type.unknownSubclasses.keepsTagged || parts.count > 1 else { return parts[0] }
        let others = ([tag.root] + classes.subclasses(of: tag.root)).map { ModelClass.of($0) }
        let known = others.flatMap { other in
            other.tags.filter { $0.key == tag.key }.flatMap { classes.names($0, of: other) }
        }
        let unknown: JSONSchema.Part = [
            "type": "object", "required": [JSONSchema.Part(.string(tag.key))],
            "properties": JSONSchema.Part(keywords: [
                (
                    tag.key,
                    [
                        "type": "string",
                        "not": ["enum": JSONSchema.Part(Set(known).sorted().map { JSONSchema.Part(.string($0)) })],
                    ]
                )
            ]),
        ]
        return [
            "oneOf": JSONSchema.Part(parts + (type.unknownSubclasses.keepsTagged ? [unknown] : [])),
            "discriminator": [
                "propertyName": JSONSchema.Part(.string(tag.key)), "mapping": JSONSchema.Part(keywords: names),
            ],
        ]
    }

    private func reference(to type: Any.Type, named own: String) -> JSONSchema.Part {
        if let known = names[ObjectIdentifier(type)] { return .reference(to: known) }
        var name = own
        // Two types may share a name if no file has to tell them apart.
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(own) \(number)"
            number += 1
        }
        names[ObjectIdentifier(type)] = name
        pending.append(type)
        return .reference(to: name)
    }

    /// Returns the definitions of all types that were referred to so far, and of all types that these refer to.
    func definitions() throws(ModelError) -> [(name: String, part: JSONSchema.Part)] {
        var found: [(name: String, part: JSONSchema.Part)] = []
        var next = 0
        while next < pending.count {
            let type = pending[next]
            next += 1
            found.append((names[ObjectIdentifier(type)] ?? "", try definition(of: type)))
        }
        return found
    }

    private func definition(of type: Any.Type) throws(ModelError) -> JSONSchema.Part {
        switch type {
        case let type as any JSONSchemaValue.Type: type.jsonSchema
        case let type as BaseModel.Type: try definition(ofClass: type)
        default: try Self.recordType(of: type).map(definition(ofRecord:)) ?? true
        }
    }

    private func definition(ofClass type: BaseModel.Type) throws(ModelError) -> JSONSchema.Part {
        let modelClass = ModelClass.of(type)
        // A class that overrides the coding may use other keys.
        let isClosed =
            type.unknownKeys == .refuse
            && modelClass.overrides.isDisjoint(with: [.encodeWithEncoder, .setWithDictionary])
        let properties = try modelClass.properties(in: .json, style: format.keys, mapping: mapping)
            .filter { !$0.isWeak }
        var part: JSONSchema.Part = ["type": "object"]
        if isClosed { part["additionalProperties"] = false }
        if let version = versionPart(of: modelClass) ?? (isClosed || properties.isEmpty ? Self.versions(upTo: 1) : nil)
        {
            try part.addProperty(version, at: ["$version"])
        }
        for tag in modelClass.tags.reversed() {
            try part.addProperty(
                classes.tagPart(tag, of: modelClass), at: [tag.key], isRequired: !tag.isUntagged)
        }
        let keys = modelClass.tags.map { [$0.key] }
        try add(properties.filter { !keys.contains($0.way) }, to: &part)
        // `$class` isn't added first: JSONFormat would write it with a second dollar sign there.
        try part.addProperty(classes.namePart(of: modelClass), at: ["$class"])
        return part
    }

    func add(_ properties: [FileProperty], to part: inout JSONSchema.Part) throws(ModelError) {
        for property in properties {
            var value = self.part(of: property)
            if property.isReadOnly, value != true { value["readOnly"] = true }
            let isRequired = property.isRequired && property.aliases.isEmpty
            try part.addProperty(value, at: property.way, isRequired: isRequired)
            if value != true { value["deprecated"] = true }
            for alias in property.aliases { try part.addProperty(value, at: alias) }
        }
    }

    func part(of property: FileProperty) -> JSONSchema.Part {
        if property.codedTypes.isEmpty { return true }
        let part = JSONSchema.Part.any(of: property.codedTypes.map { self.part(of: $0) })
        return (property.valueType as? any SchemaType.Type)?.isOptional == true ? part.orNull : part
    }

    /// Returns the schema of the versions that a class's objects may have. Returns nil if the class has no versions.
    private func versionPart(of modelClass: ModelClass) -> JSONSchema.Part? {
        let versioned = sequence(first: modelClass, next: \.superclass).filter { $0.version != nil }
        guard let nearest = versioned.first, let version = nearest.version else { return nil }
        if versioned.count == 1, nearest === modelClass { return Self.versions(upTo: version) }
        let numbers = versioned.reversed().map { ($0.name, Self.versions(upTo: $0.version ?? 1)) }
        return .any(of: [
            ["type": "object", "properties": JSONSchema.Part(keywords: numbers)],
            Self.versions(upTo: modelClass.version ?? 1),
        ])
    }

    static func versions(upTo version: Int) -> JSONSchema.Part {
        ["type": "integer", "minimum": 1, "maximum": JSONSchema.Part(.int64(Int64(version)))]
    }
}
