import FormatSupport
import ModelCore

/// A type that supplies the schema of its values: a `Codable` type, or a type with custom coding. The library can't
/// find out the values of such a type.
///
/// ```swift
/// extension Place: JSONSchemaValue {
///     static var jsonSchema: JSONSchema.Part { ["type": "object", "required": ["latitude", "longitude"]] }
/// }
/// ```
///
/// The schema of a model class also applies to its subclasses, unless they override it.
public protocol JSONSchemaValue {
    /// The schema of the type's values.
    static var jsonSchema: JSONSchema.Part { get }
}

/// A type whose schema this library knows: a number, text, or a collection.
protocol SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part
    /// The schema of the text to which a value of the type is converted as a key of a dictionary. Nil if any text may
    /// be a key.
    static var keyPart: JSONSchema.Part? { get }
    static var isOptional: Bool { get }
}

extension SchemaType {
    static var keyPart: JSONSchema.Part? { nil }
    static var isOptional: Bool { false }
}

// MARK: Numbers

extension Bool: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part { ["type": "boolean"] }
    static var keyPart: JSONSchema.Part? { ["enum": ["false", "true"]] }
}

extension SchemaType where Self: FixedWidthInteger {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part {
        ["type": "integer", "minimum": bound(min), "maximum": bound(max)]
    }

    private static func bound(_ value: Self) -> JSONSchema.Part {
        let scalar: ModelScalar? =
            Int64(exactly: value).map { .int64($0) } ?? UInt64(exactly: value).map { .uint64($0) }
        return JSONSchema.Part(scalar ?? .decimal(Decimal(string: "\(value)") ?? .nan))
    }

    static var keyPart: JSONSchema.Part? { ["pattern": isSigned ? "^[+-]?[0-9]+$" : "^[+]?[0-9]+$"] }
}

extension Int: SchemaType {}
extension Int8: SchemaType {}
extension Int16: SchemaType {}
extension Int32: SchemaType {}
extension Int64: SchemaType {}
extension Int128: SchemaType {}
extension UInt: SchemaType {}
extension UInt8: SchemaType {}
extension UInt16: SchemaType {}
extension UInt32: SchemaType {}
extension UInt64: SchemaType {}
extension UInt128: SchemaType {}

/// A type of numbers that may have a fraction.
private protocol RealSchemaType: SchemaType {}

extension RealSchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part { ["type": "number"] }
}

extension Float: RealSchemaType {}
extension Double: RealSchemaType {}
extension Decimal: RealSchemaType {}

// MARK: Text

extension String: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part { ["type": "string"] }
}

extension Date: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part { maker.datePart }
    static var keyPart: JSONSchema.Part? { ["format": "date-time"] }
}

extension UUID: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part { ["type": "string", "format": "uuid"] }
    static var keyPart: JSONSchema.Part? { ["format": "uuid"] }
}

extension URL: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part { ["type": "string", "format": "uri-reference"] }
}

extension Data: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part {
        ["type": "string", "contentEncoding": "base64", "pattern": "^[A-Za-z0-9+/_\\s-]*[=\\s]*$"]
    }
}

extension Range: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part {
        Bound.self == Int.self ? Data.part(in: maker) : true
    }
}

// MARK: Collections

extension Optional: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part { maker.part(of: Wrapped.self).orNull }
    static var isOptional: Bool { true }
}

extension Presence: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part { maker.part(of: Value.self).orNull }
    static var isOptional: Bool { true }
}

extension Array: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part {
        ["type": "array", "items": maker.part(of: Element.self)]
    }
}

extension OneOrMany: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part {
        .any(of: [maker.part(of: Element.self), maker.part(of: [Element].self)])
    }
}

extension Expandable: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part {
        .any(of: [maker.part(of: Model.ID.self), maker.part(of: Model.self)])
    }
}

/// The schema has no `uniqueItems`, because a file may contain an element twice. The set then contains the element
/// once.
extension Set: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part {
        ["type": "array", "items": maker.part(of: Element.self)]
    }
}

extension Dictionary: SchemaType {
    static func part(in maker: SchemaMaker) -> JSONSchema.Part {
        var part: JSONSchema.Part = ["type": "object"]
        part["propertyNames"] = maker.keyPart(of: Key.self)
        part["additionalProperties"] = maker.part(of: Value.self)
        return part
    }
}
