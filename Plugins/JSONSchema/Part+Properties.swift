import ModelCore

// Adds properties of objects, and of objects inside them.

extension JSONSchema.Part {
    /// The largest number of keys in a property's key path. Each key nests the schema two levels deeper, and a file may
    /// have 512 levels.
    private static let longestWay = 200

    /// Adds the schema of a property. If the object's schema already restricts the property, both restrictions apply.
    ///
    /// The objects on the key path may be null or missing, unless the property is required. If this schema allows no
    /// other properties, the schemas of these objects don't allow them either.
    ///
    /// - Parameters:
    ///   - part: The schema of the property.
    ///   - way: The property's key path. The property's own key is last.
    ///   - isRequired: True if the property must not be missing.
    /// - Throws: `invalidKey` for an empty key path, `depthExceeded` for more than 200 keys.
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
        let isClosed = self["additionalProperties"] == false
        // Each list is changed in place: it may contain very many properties.
        if self["properties"] == nil { self["properties"] = [:] }
        self["properties"]?.note(part, at: way, isRequired, isClosed: isClosed)
        guard isRequired else { return }
        if self["required"] == nil { self["required"] = [] }
        self["required"]?.insert(JSONSchema.Part(.string(key)))
    }

    /// Adds the schema of a property to the list of an object's properties.
    ///
    /// - Parameter isClosed: True if the object allows no other properties.
    private mutating func note(
        _ part: JSONSchema.Part, at way: ArraySlice<String>, _ isRequired: Bool, isClosed: Bool
    ) {
        guard let key = way.first else { return }
        if way.count == 1 {
            if self[key] == nil {
                self[key] = part
            } else {
                // Key paths of other properties pass through this property. The property's own schema says what else
                // it contains.
                self[key]?.allowOthers()
                self[key]?.restrict(to: part)
            }
            return
        }
        var inner: JSONSchema.Part = ["type": ["object", "null"]]
        if isClosed { inner["additionalProperties"] = false }
        inner["properties"] = [:]
        if self[key] == nil { self[key] = inner }
        if self[key]?.isList == true {
            if isRequired { self[key]?["type"] = "object" }
            self[key]?.add(part, at: way.dropFirst(), isRequired)
        } else {
            // The schema of a model says itself what else the model may contain.
            inner["additionalProperties"] = nil
            inner.add(part, at: way.dropFirst(), isRequired)
            self[key]?.restrict(to: inner)
        }
    }

    /// True if the schema lists properties itself, and refers to no other schemas for them.
    private var isList: Bool { self["properties"] != nil && self["$ref"] == nil && self["allOf"] == nil }

    /// Allows other properties than the listed properties.
    private mutating func allowOthers() {
        if self["additionalProperties"] == false { self["additionalProperties"] = nil }
    }

    /// Restricts the schema to values that also fit another schema.
    private mutating func restrict(to other: JSONSchema.Part) {
        if self == other || other == true { return }
        if self == true {
            self = other
        } else if self["allOf"]?.elements != nil {
            self["allOf"]?.insert(other)
        } else {
            self = ["allOf": [self, other]]
        }
    }
}
