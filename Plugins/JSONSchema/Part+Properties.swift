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
        let isClosed = self["additionalProperties"] == false
        // Each list is changed in its place: there may be very many properties in it.
        if self["properties"] == nil { self["properties"] = [:] }
        self["properties"]?.note(part, at: way, isRequired, isClosed: isClosed)
        guard isRequired else { return }
        if self["required"] == nil { self["required"] = [] }
        self["required"]?.insert(JSONSchema.Part(.string(key)))
    }

    /// Says in the list of an object's properties what one of them is.
    ///
    /// - Parameter isClosed: True where the object knows no further properties.
    private mutating func note(
        _ part: JSONSchema.Part, at way: ArraySlice<String>, _ isRequired: Bool, isClosed: Bool
    ) {
        guard let key = way.first else { return }
        if way.count == 1 {
            if self[key] == nil {
                self[key] = part
            } else {
                // What a model has there beside what stands on the way, its own schema says.
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
            // A model's own schema says what else it may have.
            inner["additionalProperties"] = nil
            inner.add(part, at: way.dropFirst(), isRequired)
            self[key]?.restrict(to: inner)
        }
    }

    /// True where it lists properties, and leaves none of them to other schemas.
    private var isList: Bool { self["properties"] != nil && self["$ref"] == nil && self["allOf"] == nil }

    /// Has other properties fit than it knows.
    private mutating func allowOthers() {
        if self["additionalProperties"] == false { self["additionalProperties"] = nil }
    }

    /// Has nothing fit any more but what fits another schema, too.
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
