import FormatSupport

/// A number of a file, for which no type is declared.
public enum ModelNumber: Sendable, Hashable {
    case bool(Bool)
    case int64(Int64)
    case uint64(UInt64)
    case float(Float)
    case double(Double)
    case decimal(Decimal)

    /// The number as an integer. Nil if the number has a fraction, doesn't fit, or is a boolean.
    public var intValue: Int? { (try? ScalarConversion.int64(scalar, fromText: false)).flatMap(Int.init(exactly:)) }

    /// The number as a double. Nil if a double can't hold the number exactly, or if it is a boolean.
    public var doubleValue: Double? { try? ScalarConversion.double(scalar, fromText: false) }

    /// The boolean. The numbers 0 and 1 are converted. Nil for any other number.
    public var boolValue: Bool? { try? ScalarConversion.bool(scalar, fromText: false) }

    package var scalar: ModelScalar {
        switch self {
        case .bool(let value): .bool(value)
        case .int64(let value): .int64(value)
        case .uint64(let value): .uint64(value)
        case .float(let value): .float(value)
        case .double(let value): .double(value)
        case .decimal(let value): .decimal(value)
        }
    }

    package init?(_ scalar: ModelScalar) {
        switch scalar {
        case .bool(let value): self = .bool(value)
        case .int64(let value): self = .int64(value)
        case .uint64(let value): self = .uint64(value)
        case .float(let value): self = .float(value)
        case .double(let value): self = .double(value)
        case .decimal(let value): self = .decimal(value)
        default: return nil
        }
    }
}
