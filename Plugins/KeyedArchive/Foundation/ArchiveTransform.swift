import Documents
import Foundation

/// Converts the six numbers of an affine transform to and from data. NSAffineTransform writes big-endian floats. This
/// library also writes big-endian doubles, under a key that Foundation doesn't know.
enum ArchiveTransform {
    static func floats(_ value: AffineTransform) -> Data {
        Data(numbers(value).flatMap { bytes(UInt64(Float($0).bitPattern), count: 4) })
    }

    static func doubles(_ value: AffineTransform) -> Data {
        Data(numbers(value).flatMap { bytes($0.bitPattern, count: 8) })
    }

    /// Reads six floats or six doubles; nil if the data has another size.
    static func transform(_ data: Data) -> AffineTransform? {
        guard data.count == 24 || data.count == 48 else { return nil }
        let size = data.count / 6
        let values = (0..<6).map { index in
            let bits = data.dropFirst(index * size).prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        }
        return transform(values)
    }

    /// The transform of six numbers; nil if there aren't six.
    static func transform(_ values: [Double]) -> AffineTransform? {
        guard values.count == 6 else { return nil }
        return AffineTransform(
            m11: CGFloat(values[0]), m12: CGFloat(values[1]), m21: CGFloat(values[2]), m22: CGFloat(values[3]),
            tX: CGFloat(values[4]), tY: CGFloat(values[5]))
    }

    static func numbers(_ value: AffineTransform) -> [Double] {
        [value.m11, value.m12, value.m21, value.m22, value.tX, value.tY].map { Double($0) }
    }

    private static func bytes(_ bits: UInt64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
    }
}
