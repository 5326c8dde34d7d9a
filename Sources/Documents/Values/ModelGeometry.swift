/// A structured value of Foundation that is one scalar, because the formats of the original BaseModel store it as one
/// value. This type contains only the numbers. The library FoundationValues has properties of the types in
/// Foundation.
public enum ModelGeometry: Sendable, Hashable {
    /// A `CGPoint`.
    case point(x: Double, y: Double)
    /// A `CGSize`.
    case size(width: Double, height: Double)
    /// A `CGRect`.
    case rect(x: Double, y: Double, width: Double, height: Double)
    /// An `NSRange`.
    case range(location: Int, length: Int)
    /// An `IndexSet`: its ranges in ascending order. No range is empty, begins below 0, or touches the next range.
    case indexSet([Range<Int>])
    /// An `AffineTransform`.
    case transform(m11: Double, m12: Double, m21: Double, m22: Double, tX: Double, tY: Double)

    /// Returns the set of the indexes in some ranges. The ranges may be in any order, and none may begin below 0. The
    /// time grows with n log n for n ranges.
    public static func indexSet(containing ranges: [Range<Int>]) -> ModelGeometry {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return .indexSet(merged)
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

    /// Throws `unrepresentableValue` for a set of indexes whose ranges don't meet the requirements of
    /// ``indexSet(_:)``.
    package func requireRepresentable() throws(ModelError) {
        guard case .indexSet(let ranges) = self else { return }
        guard ranges.first.map({ $0.lowerBound >= 0 }) ?? true,
            !ranges.contains(where: \.isEmpty), zip(ranges, ranges.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound })
        else {
            throw ModelError(
                .unrepresentableValue,
                "A set of indexes has ranges from 0 to Int.max - 1 in ascending order, of which none touches the next.")
        }
    }
}

extension [Range<Int>] {
    /// The ranges as text, such as `0-3,5-6`. The upper bound of each range isn't part of the range.
    package var rangeText: String { map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",") }
}
