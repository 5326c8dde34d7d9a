import FormatSupport

/// A type of Foundation whose values documents contain as geometry. The conforming types are in FoundationValues.
package protocol GeometricValue: ConvertedScalar {
    var geometry: ModelGeometry { get }
    /// The value of this type for geometry. Nil if the geometry is of another type.
    init?(_ geometry: ModelGeometry)
}

extension GeometricValue {
    package var scalar: ModelScalar { .geometry(geometry) }

    package static func convert(from decoder: ModelDecoder) throws -> Self {
        try decoder.madeOnce {
            try decoder.convertScalar { scalar, _ in
                guard case .geometry(let geometry) = scalar else { throw ScalarConversion.mismatch(name, scalar) }
                guard let value = Self(geometry) else {
                    throw ModelError(.typeMismatch, expected: name, found: geometry.typeName)
                }
                return value
            }
        }
    }

    /// The type's name as programs write it.
    private static var name: String { "\(Self.self)" == "_NSRange" ? "NSRange" : "\(Self.self)" }
}
