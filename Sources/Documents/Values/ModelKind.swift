/// What kind of value a file holds at one place.
public enum ModelKind: String, Sendable, Hashable, CaseIterable {
    case null
    case bool
    case integer
    case real
    case decimal
    case string
    case data
    case date
    case url
    case uuid
    /// A reference of a keyed archive, in a property list that is read as a plain one.
    case uid
    /// A point, size, rectangle, range, index set or transform.
    case geometry
    case array
    case set
    case orderedSet
    case dictionary
    /// A dictionary of properties that knows its class.
    case object

    /// True for what holds other values.
    public var isContainer: Bool {
        switch self {
        case .array, .set, .orderedSet, .dictionary, .object: true
        default: false
        }
    }

    /// True for any kind of number.
    package var isNumber: Bool { self == .integer || self == .real || self == .decimal }
}

/// What an array's elements mean.
public enum ModelArrayKind: String, Sendable, Hashable, CaseIterable {
    /// In order.
    case array
    /// In no order, each once.
    case set
    /// In order, each once.
    case orderedSet
}
