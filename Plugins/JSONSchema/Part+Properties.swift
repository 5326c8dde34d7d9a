import ModelCore

// Properties of objects, also deeper ones.

extension JSONSchema.Part {
    /// How deep a property may stand: half of what a file may be deep, since each step takes two.
    private static let longestWay = 200

    /// Says what an object's property is. What was said of it before holds, too.
    ///
    /// Objects on the way may be null or missing, unless the property is required. Where this schema knows no further
    /// properties, neither do they.
    ///
    /// - Parameters:
    ///   - part: What it is.
    ///   - way: The keys on the way to it, its own last.
    ///   - isRequired: True where it may not be missing.
    /// - Throws: `invalidKey` for no key at all, `depthExceeded` for more than 200.
    public mutating func addProperty(
        _ part: JSONSchema.Part, at way: [String], isRequired: Bool = false
    ) throws(ModelError) {
        guard !way.isEmpty else { throw ModelError(.invalidKey, "A property needs a key.") }
        guard way.count <= Self.longestWay else {
            throw ModelError(.depthExceeded, "A property may stand \(Self.longestWay) keys deep, and no deeper.")
        }
        add(part, at: way[...], isRequired)
    }

    private mutating func add(_ part: JSONSchema.Part, at way: ArraySlice<String>, _ isRequired: Bool) {
        guard let key = way.first else { return }
        var properties = self["properties"] ?? [:]
        let known = properties[key]
        if way.count == 1 {
            // What a model has there beside what stands on the way, its own schema says.
            properties[key] = known.map { $0.opened.and(part) } ?? part
        } else {
            var inner: JSONSchema.Part = ["type": ["object", "null"]]
            if self["additionalProperties"] == false { inner["additionalProperties"] = false }
            var isDictionary = true
            if let known {
                isDictionary = known["properties"] != nil && known["$ref"] == nil && known["allOf"] == nil
                if isDictionary { inner = known }
            }
            // A model's own schema says what else it may have.
            if !isDictionary { inner["additionalProperties"] = nil }
            if isRequired, isDictionary { inner["type"] = "object" }
            inner.add(part, at: way.dropFirst(), isRequired)
            properties[key] = isDictionary ? inner : known?.and(inner) ?? inner
        }
        self["properties"] = properties
        if isRequired { require(key) }
    }

    private mutating func require(_ key: String) {
        let key = JSONSchema.Part(.string(key))
        let known = self["required"]?.elements ?? []
        if !known.contains(key) { self["required"] = JSONSchema.Part(known + [key]) }
    }

    /// The same with other properties than it knows.
    private var opened: JSONSchema.Part {
        guard self["additionalProperties"] == false else { return self }
        var part = self
        part["additionalProperties"] = nil
        return part
    }

    /// The schema of what fits this one and another.
    private func and(_ other: JSONSchema.Part) -> JSONSchema.Part {
        if self == other || other == true { return self }
        if self == true { return other }
        let parts = self["allOf"]?.elements ?? [self]
        return parts.contains(other) ? self : ["allOf": JSONSchema.Part(parts + [other])]
    }
}
