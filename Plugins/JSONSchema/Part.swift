import JSONFormat
import ModelCore

extension JSONSchema {
    /// A part of a schema: a schema inside the whole schema, or the value of a keyword.
    ///
    /// ```swift
    /// let colour: JSONSchema.Part = ["type": "string", "pattern": "^#[0-9a-f]{6}$"]
    /// ```
    public struct Part: Sendable, Hashable {
        fileprivate indirect enum Content: Sendable, Hashable {
            case scalar(ModelScalar)
            case array(Elements)
            case object(Keywords)
        }

        private var content: Content

        private init(_ content: Content) { self.content = content }

        /// Creates a part that is a single value, as plain JSON represents it.
        public init(_ scalar: ModelScalar) { self.init(.scalar(scalar)) }

        /// The value of a keyword of the schema. Nil if there is no such keyword. Setting nil removes the keyword.
        public subscript(keyword: String) -> Part? {
            get { if case .object(let keywords) = content { keywords[keyword] } else { nil } }
            // Changed in place: a keyword's value may be a list of very many properties.
            _modify {
                var keywords = takeKeywords()
                var value = keywords.take(keyword)
                defer {
                    keywords.put(value, keyword)
                    content = .object(keywords)
                }
                yield &value
            }
        }

        /// Removes and returns the keywords, to change them and put them back. The keywords then have no other owner,
        /// so that changing them makes no copy.
        private mutating func takeKeywords() -> Keywords {
            guard case .object(let keywords) = content else { return Keywords([]) }
            content = .scalar(.null)
            return keywords
        }

        /// Appends a part to a list, unless the list contains it. A part that is no list is replaced by a list.
        mutating func insert(_ part: Part) {
            var elements = Elements([])
            if case .array(let known) = content { elements = known }
            // Without the content, the elements have no other owner, so that changing them makes no copy.
            content = .scalar(.null)
            elements.insert(part)
            content = .array(elements)
        }

        /// A copy of this schema that also allows null.
        public var orNull: Part {
            let null: Part = ["type": "null"]
            if self == true || self == null { return self }
            if case .object(let keywords) = content {
                if keywords.list.count == 1, let parts = self["anyOf"]?.elements {
                    return parts.contains(null) ? self : .any(of: parts + [null])
                }
                // The other keywords don't apply to a null.
                if let type = self["type"], !keywords.list.contains(where: { Self.anyType.contains($0.name) }) {
                    let types = type.elements ?? [type]
                    var part = self
                    part["type"] = types.contains("null") ? type : Part(types + ["null"])
                    return part
                }
            }
            return .any(of: [self, null])
        }

        /// The keywords that apply to values of any type.
        private static let anyType: Set<String> = [
            "$dynamicRef", "$ref", "allOf", "anyOf", "const", "enum", "if", "not", "oneOf",
        ]

        /// Returns the schema of values that fit at least one of several parts. Equal parts are used once.
        static func any(of parts: [Part]) -> Part {
            var different: [Part] = []
            for part in parts where !different.contains(part) { different.append(part) }
            if different.contains(true) { return true }
            return different.count == 1 ? different[0] : ["anyOf": Part(different)]
        }

        /// The parts of a list. Nil if this part is no list.
        var elements: [Part]? { if case .array(let elements) = content { elements.list } else { nil } }

        /// Appends the part to a document.
        func append(to builder: inout DocumentBuilder) throws(ModelError) {
            switch content {
            case .scalar(let scalar): try builder.append(scalar)
            case .array(let elements):
                try builder.beginArray()
                for part in elements.list { try part.append(to: &builder) }
                try builder.end()
            case .object(let keywords):
                try builder.beginDictionary()
                for keyword in keywords.list {
                    try builder.key(keyword.name)
                    try keyword.value.append(to: &builder)
                }
                try builder.end()
            }
        }

        /// Returns a copy with further keywords before and after the part's keywords. If the part is no list of
        /// keywords, such as `true`, the copy has only the further keywords.
        func with(_ others: [(String, Part)], before: [(String, Part)] = []) -> Part {
            var own: [Keywords.Keyword] = []
            if case .object(let keywords) = content { own = keywords.list }
            return Part(keywords: before + own.map { ($0.name, $0.value) } + others)
        }
    }
}

extension JSONSchema.Part: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    public init(dictionaryLiteral keywords: (String, JSONSchema.Part)...) {
        self.init(keywords: keywords)
    }
    public init(arrayLiteral parts: JSONSchema.Part...) { self.init(parts) }
    public init(stringLiteral text: String) { self.init(.string(text)) }
    public init(integerLiteral number: Int64) { self.init(.int64(number)) }
    public init(floatLiteral number: Double) { self.init(.double(number)) }
    public init(booleanLiteral value: Bool) { self.init(.bool(value)) }

    /// Creates a part with keywords, in the given order.
    init(keywords: [(String, JSONSchema.Part)]) {
        self.init(.object(Keywords(keywords.map { Keywords.Keyword(name: $0.0, value: $0.1) })))
    }

    /// Creates a list of parts.
    init(_ parts: [JSONSchema.Part]) { self.init(.array(Elements(parts))) }
}

extension JSONSchema.Part {
    /// Returns a reference to the definition of a name.
    public static func reference(to name: String) -> JSONSchema.Part {
        // A JSON pointer escapes ~ and /. A fragment of a URI escapes many other characters.
        let pointer = name.replacing("~", with: "~0").replacing("/", with: "~1")
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in pointer.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.append(byte)
            default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return ["$ref": JSONSchema.Part(.string("#/$defs/" + String(decoding: text, as: UTF8.self)))]
    }

    /// Creates the schema of a type that contains no models, such as the range of a number, the format of text, or
    /// the cases of an enum.
    ///
    /// - Parameters:
    ///   - type: Any type that a property may have. A model becomes a reference to its class's name.
    ///   - format: The format with the options of the files.
    public init<Value: ModelValue>(of type: Value.Type, in format: JSONFormat = JSONFormat()) {
        self = SchemaMaker(format).part(of: type)
    }
}
