/// A range that a query may ask for: `1960..<1970`, `1960...1969`, `1960...`, `...1969` or `..<1970`.
public protocol ModelQueryRange<Bound> {
    associatedtype Bound: Comparable
    /// The limits that the range has.
    var _queryLimits: [_ModelQueryLimit<Bound>] { get }
}

/// One limit of a range.
public struct _ModelQueryLimit<Bound> {
    let value: Bound
    let test: (ModelScalar) -> StoreQuery.Test
}

extension Range: ModelQueryRange {
    public var _queryLimits: [_ModelQueryLimit<Bound>] {
        [.init(value: lowerBound) { .isAtLeast($0) }, .init(value: upperBound) { .isBelow($0) }]
    }
}

extension ClosedRange: ModelQueryRange {
    public var _queryLimits: [_ModelQueryLimit<Bound>] {
        [.init(value: lowerBound) { .isAtLeast($0) }, .init(value: upperBound) { .isAtMost($0) }]
    }
}

extension PartialRangeFrom: ModelQueryRange {
    public var _queryLimits: [_ModelQueryLimit<Bound>] { [.init(value: lowerBound) { .isAtLeast($0) }] }
}

extension PartialRangeThrough: ModelQueryRange {
    public var _queryLimits: [_ModelQueryLimit<Bound>] { [.init(value: upperBound) { .isAtMost($0) }] }
}

extension PartialRangeUpTo: ModelQueryRange {
    public var _queryLimits: [_ModelQueryLimit<Bound>] { [.init(value: upperBound) { .isBelow($0) }] }
}
