import Foundation

/// The structured values of Foundation that the original formats store as one value each.
public enum ModelGeometry: Sendable, Hashable {
    case point(CGPoint)
    case size(CGSize)
    case rect(CGRect)
    case range(NSRange)
    case indexSet(IndexSet)
    case transform(AffineTransform)

    /// The type's name, for error messages.
    var typeName: String {
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
