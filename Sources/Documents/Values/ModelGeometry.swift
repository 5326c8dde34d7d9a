import Foundation

/// A structured value of Foundation that is one scalar, because the formats of the original BaseModel store it as one
/// value.
public enum ModelGeometry: Sendable, Hashable {
    case point(CGPoint)
    case size(CGSize)
    case rect(CGRect)
    case range(NSRange)
    case indexSet(IndexSet)
    case transform(AffineTransform)

    /// The associated value.
    package var value: any Sendable {
        switch self {
        case .point(let value): value
        case .size(let value): value
        case .rect(let value): value
        case .range(let value): value
        case .indexSet(let value): value
        case .transform(let value): value
        }
    }

    /// The type's name, for error messages.
    package var typeName: String {
        switch self {
        case .point: "CGPoint"
        case .size: "CGSize"
        case .rect: "CGRect"
        case .range: "NSRange"
        case .indexSet: "IndexSet"
        case .transform: "AffineTransform"
        }
    }
}

extension IndexSet {
    /// The ranges of the set as text. Two sets are equal if and only if their texts are equal.
    ///
    /// There is one exception. A set of only `Int.max`, which no format can store, has an empty text like the empty
    /// set, because Foundation stops the program if it is asked for the ranges.
    package var rangeText: String {
        guard !isEmpty, first ?? -1 >= 0 else { return "" }
        return rangeView.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }
}
