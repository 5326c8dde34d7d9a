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
    case geometry(ModelGeometry)

    /// How many bytes the value takes in a file at least: those of text and data, and one for anything else.
    public var byteCount: Int {
        switch self {
        case .string(let text): max(text.utf8.count, 1)
        case .data(let data): max(data.count, 1)
        default: 1
        }
    }

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
        case .geometry: .geometry
        }
    }
}
