import Foundation

/// The structured values of Foundation that the original formats store as one value each.
public enum ModelGeometry: Sendable, Hashable {
    case point(CGPoint)
    case size(CGSize)
    case rect(CGRect)
    case range(NSRange)
    case indexSet(IndexSet)
    case transform(AffineTransform)

    /// The value itself.
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
    /// The ranges as text: those of two sets are the same if and only if the sets are. A set of `Int.max` alone, which
    /// no format holds, has none: Foundation stops the program where its ranges are asked for.
    package var rangeText: String {
        guard !isEmpty, first ?? -1 >= 0 else { return "" }
        return rangeView.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }
}
