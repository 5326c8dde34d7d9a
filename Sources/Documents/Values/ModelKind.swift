/// The kind of a value in a document.
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
    /// A reference of a keyed archive, in a property list that is read as plain values.
    case uid
    /// A point, size, rectangle, range, index set or transform.
    case geometry
    case array
    case set
    case orderedSet
    case dictionary
    /// A container of properties that has a class.
    case object

    /// True for a container: a value that contains other values.
    public var isContainer: Bool {
        switch self {
        case .array, .set, .orderedSet, .dictionary, .object: true
        default: false
        }
    }

    /// True for any kind of number.
    package var isNumber: Bool { self == .integer || self == .real || self == .decimal }
}

/// The kind of an array: tells whether its elements are in order, and whether each element occurs only once.
public enum ModelArrayKind: String, Sendable, Hashable, CaseIterable {
    /// Elements in an order. An element may occur more than once.
    case array
    /// Elements without an order. Each element occurs once.
    case set
    /// Elements in an order. Each element occurs once.
    case orderedSet
}
