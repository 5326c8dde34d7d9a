import Foundation

extension ModelGeometry {
    /// Reads one geometric value; nil from `select` is another one than was wanted.
    static func decode<Value>(
        _ expected: String, from decoder: ModelDecoder, _ select: (ModelGeometry) -> Value?
    ) throws -> Value {
        if let archive = try decoder.embeddedArchive() { return try decode(expected, from: archive, select) }
        return try decoder.convertScalar { scalar, _ in
            guard case .geometry(let geometry) = scalar else { throw ScalarConversion.mismatch(expected, scalar) }
            guard let value = select(geometry) else {
                throw ModelError(.typeMismatch, expected: expected, found: geometry.typeName)
            }
            return value
        }
    }
}

extension CGPoint: UncheckedModelValue {
    public static func encode(_ value: CGPoint, to encoder: ModelEncoder) throws {
        try encoder.encodeDeclared(.geometry(.point(value)))
    }

    public static func decode(from decoder: ModelDecoder) throws -> CGPoint {
        try ModelGeometry.decode("CGPoint", from: decoder) { if case .point(let value) = $0 { value } else { nil } }
    }
}

extension CGSize: UncheckedModelValue {
    public static func encode(_ value: CGSize, to encoder: ModelEncoder) throws {
        try encoder.encodeDeclared(.geometry(.size(value)))
    }

    public static func decode(from decoder: ModelDecoder) throws -> CGSize {
        try ModelGeometry.decode("CGSize", from: decoder) { if case .size(let value) = $0 { value } else { nil } }
    }
}

extension CGRect: UncheckedModelValue {
    public static func encode(_ value: CGRect, to encoder: ModelEncoder) throws {
        try encoder.encodeDeclared(.geometry(.rect(value)))
    }

    public static func decode(from decoder: ModelDecoder) throws -> CGRect {
        try ModelGeometry.decode("CGRect", from: decoder) { if case .rect(let value) = $0 { value } else { nil } }
    }
}

extension NSRange: UncheckedModelValue {
    public static func encode(_ value: NSRange, to encoder: ModelEncoder) throws {
        try encoder.encodeDeclared(.geometry(.range(value)))
    }

    public static func decode(from decoder: ModelDecoder) throws -> NSRange {
        try ModelGeometry.decode("NSRange", from: decoder) { if case .range(let value) = $0 { value } else { nil } }
    }
}

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
        let range = try NSRange.decode(from: decoder)
        let (upper, overflow) = range.location.addingReportingOverflow(range.length)
        guard range.length >= 0, !overflow else {
            throw ModelError(.outOfRange, expected: "Range<Int>", found: "the range \(range.location), \(range.length)")
        }
        return range.location..<upper
    }
}

extension IndexSet: UncheckedModelValue {
    public static func encode(_ value: IndexSet, to encoder: ModelEncoder) throws {
        try value.requireRepresentable()
        try encoder.encodeDeclared(.geometry(.indexSet(value)))
    }

    public static func decode(from decoder: ModelDecoder) throws -> IndexSet {
        try ModelGeometry.decode("IndexSet", from: decoder) { if case .indexSet(let value) = $0 { value } else { nil } }
    }
}

extension IndexSet {
    /// Throws `unrepresentableValue` for a set of `Int.max` alone, which has no first index: Foundation stops the
    /// program where its ranges are asked for.
    func requireRepresentable() throws(ModelError) {
        guard isEmpty || first ?? -1 >= 0 else {
            throw ModelError(.unrepresentableValue, "A set of indexes holds numbers from 0 to Int.max - 1.")
        }
    }
}

extension AffineTransform: UncheckedModelValue {
    public static func encode(_ value: AffineTransform, to encoder: ModelEncoder) throws {
        try encoder.encodeDeclared(.geometry(.transform(value)))
    }

    public static func decode(from decoder: ModelDecoder) throws -> AffineTransform {
        try ModelGeometry.decode("AffineTransform", from: decoder) {
            if case .transform(let value) = $0 { value } else { nil }
        }
    }
}
