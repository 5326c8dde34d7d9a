import Foundation

/// A type of Foundation whose values documents contain as geometry.
protocol GeometricValue: ConvertedScalar {
    var geometry: ModelGeometry { get }
}

extension GeometricValue {
    var scalar: ModelScalar { .geometry(geometry) }

    static func convert(from decoder: ModelDecoder) throws -> Self {
        try decoder.convertScalar { scalar, _ in
            guard case .geometry(let geometry) = scalar else { throw ScalarConversion.mismatch(name, scalar) }
            guard let value = geometry.value as? Self else {
                throw ModelError(.typeMismatch, expected: name, found: geometry.typeName)
            }
            return value
        }
    }

    /// The type's name as programs write it.
    private static var name: String { Self.self == NSRange.self ? "NSRange" : "\(Self.self)" }
}

extension CGPoint: GeometricValue { var geometry: ModelGeometry { .point(self) } }
extension CGSize: GeometricValue { var geometry: ModelGeometry { .size(self) } }
extension CGRect: GeometricValue { var geometry: ModelGeometry { .rect(self) } }
extension NSRange: GeometricValue { var geometry: ModelGeometry { .range(self) } }
extension AffineTransform: GeometricValue { var geometry: ModelGeometry { .transform(self) } }
extension IndexSet: GeometricValue { var geometry: ModelGeometry { .indexSet(self) } }

/// A range of integers is stored as an `NSRange`.
extension Range: ModelValue, UncheckedModelValue where Bound == Int {
    public static func encode(_ value: Range<Int>, to encoder: ModelEncoder) throws {
        let (length, overflow) = value.upperBound.subtractingReportingOverflow(value.lowerBound)
        guard !overflow else {
            throw ModelError(.unrepresentableValue, "The range \(value) is longer than Int.max.")
        }
        try encoder.encodeDeclared(.geometry(.range(NSRange(location: value.lowerBound, length: length))))
    }

    public static func decode(from decoder: ModelDecoder) throws -> Range<Int> {
        // The encoding of `Range`'s own code contains the bounds. An `NSRange` contains the length.
        if decoder.cursor.isAtContainer { return try decoder.decode(codable: self) }
        let range = try NSRange.decode(from: decoder)
        let (upper, overflow) = range.location.addingReportingOverflow(range.length)
        guard range.length >= 0, !overflow else {
            throw ModelError(.outOfRange, expected: "Range<Int>", found: "the range \(range.location), \(range.length)")
        }
        return range.location..<upper
    }
}
