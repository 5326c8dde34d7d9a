// Documents and their values as literals of Swift: `["street": "Main St", "tags": [1, 2], "zip": .null]`.

extension ModelDocument {
    /// The document of a null value.
    @_disfavoredOverload public static var null: ModelDocument { ModelDocument(ModelScalar.null) }

    /// Creates the document of a dictionary, with copies of the values. Stops the program if a key occurs twice, as
    /// Swift's own dictionaries do.
    package init(members: [(String, ModelDocument.Value)]) {
        self.init(literal: "dictionary") { (builder) throws(ModelError) in
            try builder.beginDictionary()
            for (key, value) in members {
                try builder.key(key)
                try builder.append(ModelDocument(value))
            }
            try builder.end()
        }
    }

    /// Creates the document of an array, with copies of the elements.
    package init(elements: [ModelDocument.Value]) {
        self.init(literal: "array") { (builder) throws(ModelError) in
            try builder.beginArray()
            for element in elements { try builder.append(ModelDocument(element)) }
            try builder.end()
        }
    }

    private init(literal kind: String, _ body: (inout DocumentBuilder) throws(ModelError) -> Void) {
        var builder = DocumentBuilder(limits: DecodingLimits(depth: .max, nodes: .max, bytes: .max))
        do {
            try body(&builder)
            self = try builder.finish()
        } catch {
            preconditionFailure("The values make no \(kind): \(error)")
        }
    }
}

extension ModelDocument: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    public init(dictionaryLiteral members: (String, ModelDocument.Value)...) { self.init(members: members) }
    public init(arrayLiteral elements: ModelDocument.Value...) { self.init(elements: elements) }
}

extension ModelDocument: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral text: String) { self.init(.string(text)) }
    public init(integerLiteral number: Int64) { self.init(.int64(number)) }
    public init(floatLiteral number: Double) { self.init(.double(number)) }
    public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension ModelDocument.Value {
    // Disfavored, so that `ModelDocument(.null)` means the scalar.
    /// A null value in a separate document.
    @_disfavoredOverload public static var null: ModelDocument.Value { ModelDocument(ModelScalar.null).root }
}

extension ModelDocument.Value: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    public init(dictionaryLiteral members: (String, ModelDocument.Value)...) {
        self = ModelDocument(members: members).root
    }
    public init(arrayLiteral elements: ModelDocument.Value...) { self = ModelDocument(elements: elements).root }
}

extension ModelDocument.Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral text: String) { self = ModelDocument(.string(text)).root }
    public init(integerLiteral number: Int64) { self = ModelDocument(.int64(number)).root }
    public init(floatLiteral number: Double) { self = ModelDocument(.double(number)).root }
    public init(booleanLiteral value: Bool) { self = ModelDocument(.bool(value)).root }
}
