import FormatSupport

/// A range of integers is stored as an `NSRange`.
extension Range: ModelValue, UncheckedModelValue where Bound == Int {
    public static func encode(_ value: Range<Int>, to encoder: ModelEncoder) throws {
        let (length, overflow) = value.upperBound.subtractingReportingOverflow(value.lowerBound)
        guard !overflow else {
            throw ModelError(.unrepresentableValue, "The range \(value) is longer than Int.max.")
        }
        try encoder.encodeDeclared(.geometry(.range(location: value.lowerBound, length: length)))
    }

    public static func decode(from decoder: ModelDecoder) throws -> Range<Int> {
        if let archive = try decoder.embeddedArchive() { return try decode(from: archive) }
        // The encoding of `Range`'s own code contains the bounds. An `NSRange` contains the length.
        if decoder.cursor.isAtContainer { return try decoder.decode(codable: self) }
        return try decoder.convertScalar { scalar, _ in
            guard case .geometry(let geometry) = scalar else { throw ScalarConversion.mismatch("NSRange", scalar) }
            guard case .range(let location, let length) = geometry else {
                throw ModelError(.typeMismatch, expected: "NSRange", found: geometry.typeName)
            }
            let (upper, overflow) = location.addingReportingOverflow(length)
            guard length >= 0, !overflow else {
                throw ModelError(.outOfRange, expected: "Range<Int>", found: "the range \(location), \(length)")
            }
            return location..<upper
        }
    }
}
