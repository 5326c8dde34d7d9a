import Documents
import FormatSupport

/// Converts the six numbers of an affine transform to and from data. NSAffineTransform writes big-endian floats. This
/// library also writes big-endian doubles, under a key that Foundation doesn't know.
enum ArchiveTransform {
    static func floats(_ numbers: [Double]) -> Data {
        Data(numbers.flatMap { bytes(UInt64(Float($0).bitPattern), count: 4) })
    }

    static func doubles(_ numbers: [Double]) -> Data {
        Data(numbers.flatMap { bytes($0.bitPattern, count: 8) })
    }

    /// Reads six floats or six doubles. Returns nil if the data has another size.
    static func transform(_ data: Data) -> ModelGeometry? {
        guard data.count == 24 || data.count == 48 else { return nil }
        let size = data.count / 6
        let values = (0..<6).map { index in
            let bits = data.dropFirst(index * size).prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        }
        return transform(values)
    }

    /// Returns the transform of six numbers. Returns nil if there aren't exactly six numbers.
    static func transform(_ values: [Double]) -> ModelGeometry? {
        guard values.count == 6 else { return nil }
        return .transform(
            m11: values[0], m12: values[1], m21: values[2], m22: values[3], tX: values[4], tY: values[5])
    }

    private static func bytes(_ bits: UInt64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
    }
}
