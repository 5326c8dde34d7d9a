/// A query for records: conditions that must all hold, an order, and the number of records.
///
/// ```swift
/// var query = StoreQuery()
/// query.conditions = [.init(["year"], .isAtLeast(.int64(1970))), .init(["author", "name"], .isOneOf([.string("Le Guin")]))]
/// query.order = [.init(["year"], isDescending: true)]
/// query.limit = 10
/// ```
///
/// Single values are compared as ``Value`` represents them. A store translates as much as it can into a query of its
/// database, and checks the rest with ``matches(_:)-(ModelDocument)``.
public struct StoreQuery: Sendable, Hashable {
    /// The conditions. A record is found if all of them hold.
    public var conditions: [Condition] = []
    /// The order: by the values at the first key path; if these are equal, at the second, and so on. Records with
    /// equal values at all key paths are in the order of their identifiers' bytes.
    public var order: [Order] = []
    /// The number of records that are skipped at the beginning.
    public var offset = 0
    /// The maximum number of records; nil for all.
    public var limit: Int?

    /// A query that finds all records, in the order of their identifiers.
    public init() {}

    /// The maximum number of conditions that every store answers.
    public static let mostConditions = 200
    /// The maximum number of orders that every store answers.
    public static let mostOrders = 50

    /// Throws `outOfRange` for a query with more conditions or orders than stores answer. Each store calls this first.
    public func requireAnswerable() throws(ModelError) {
        guard conditions.count > Self.mostConditions || order.count > Self.mostOrders else { return }
        throw ModelError(
            .outOfRange, expected: "at most \(Self.mostConditions) conditions and \(Self.mostOrders) orders",
            found: "\(conditions.count) conditions and \(order.count) orders")
    }

    /// A condition on the value at a key path.
    public struct Condition: Sendable, Hashable {
        /// The key path from the root of the record, with the store's keys.
        public var path: ModelPath
        /// The test.
        public var test: Test

        /// A condition.
        public init(_ path: ModelPath, _ test: Test) {
            self.path = path
            self.test = test
        }
    }

    /// A test of one value. A number is above or below only another number, and a text only another text.
    public enum Test: Sendable, Hashable {
        /// The value is equal to one of these values. A null in the list is equal to a missing value.
        case isOneOf([ModelScalar])
        case isAtLeast(ModelScalar)
        case isAtMost(ModelScalar)
        case isAbove(ModelScalar)
        case isBelow(ModelScalar)
    }

    /// An order by the values at a key path: missing values first, then numbers, then texts.
    public struct Order: Sendable, Hashable {
        /// The path, from the root of the record.
        public var path: ModelPath
        /// True for the reverse order.
        public var isDescending: Bool

        /// An order.
        public init(_ path: ModelPath, isDescending: Bool = false) {
            self.path = path
            self.isDescending = isDescending
        }
    }
}
