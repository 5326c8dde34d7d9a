import Foundation

/// A value that holds no other values: everything that a format can store but containers and objects.
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
    /// What a property list refers to an object of a keyed archive by: a number that stands for no quantity.
    case uid(UInt64)
    case geometry(ModelGeometry)

    /// What kind of value this is.
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
