import FormatSupport

/// A value that contains no other values: any value that a format can store, except containers and objects.
public enum ModelScalar: Sendable, Hashable {
    case null
    case bool(Bool)
    case int64(Int64)
    case uint64(UInt64)
    case float(Float)
    case double(Double)
    case decimal(Decimal)
    case string(String)
    case data(Data)
    case date(Date)
    case url(URL)
    case uuid(UUID)
    /// The number by which a property list refers to an object of a keyed archive. It is not a quantity.
    case uid(UInt64)
    case geometry(ModelGeometry)

    /// The kind of the value.
    public var kind: ModelKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int64, .uint64: .integer
        case .float, .double: .real
        case .decimal: .decimal
        case .string: .string
        case .data: .data
        case .date: .date
        case .url: .url
        case .uuid: .uuid
        case .uid: .uid
        case .geometry: .geometry
        }
    }
}

extension ModelScalar: CustomStringConvertible {
    /// The type and the value, such as `string("Milk")`.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "bool(\(value))"
        case .int64(let value): "int64(\(value))"
        case .uint64(let value): "uint64(\(value))"
        case .float(let value): "float(\(value))"
        case .double(let value): "double(\(value))"
        case .decimal(let value): "decimal(\(value))"
        case .string(let value): "string(\(value.debugDescription))"
        case .data(let value): "data(\(value))"
        case .date(let value): "date(\(value.printableText))"
        case .url(let value): "url(\(value))"
        case .uuid(let value): "uuid(\(value))"
        case .uid(let value): "uid(\(value))"
        case .geometry(let value): "geometry(\(value))"
        }
    }
}

extension Date {
    /// The date as text: in ISO 8601, otherwise as a number of seconds. Foundation stops the program when it
    /// describes a date that is NaN. On some systems it also does so for a date that is very far away.
    package var printableText: String {
        if let text = DateText.wholeSecondsString(from: self) ?? DateText.exactString(from: self) { return text }
        return timeIntervalSinceReferenceDate.isNaN
            ? "no date (nan)" : "\(timeIntervalSinceReferenceDate)\(DateText.secondsSuffix)"
    }
}
