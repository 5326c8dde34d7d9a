import Foundation
import ModelCore
import ModelTesting

/// A text that is the same for two values if and only if they are the same to the bit.
enum RangeBits {
    /// - Parameter payloads: False, and all NaNs look alike.
    static func text(_ value: Any?, payloads: Bool) -> String {
        switch value {
        case let value as Double where type(of: value) == Double.self: real(value, payloads)
        case let value as CGFloat: real(Double(value), payloads)
        case let value as Float: value.isNaN && !payloads ? "nan" : "Float \(String(value.bitPattern, radix: 16))"
        case let value as Date: real(value.timeIntervalSinceReferenceDate, payloads)
        case let value as CGPoint: reals([value.x, value.y], payloads)
        case let value as CGSize: reals([value.width, value.height], payloads)
        case let value as CGRect:
            reals([value.origin.x, value.origin.y, value.size.width, value.size.height], payloads)
        case let value as AffineTransform:
            reals([value.m11, value.m12, value.m21, value.m22, value.tX, value.tY], payloads)
        case let value as [Any]: "[" + value.map { text($0, payloads: payloads) }.joined(separator: ", ") + "]"
        default: Fingerprint.text(of: value)
        }
    }

    private static func real(_ value: Double, _ payloads: Bool) -> String {
        value.isNaN && !payloads ? "nan" : "Double \(String(value.bitPattern, radix: 16)) \(value)"
    }

    private static func reals(_ values: [CGFloat], _ payloads: Bool) -> String {
        values.map { real(Double($0), payloads) }.joined(separator: " ")
    }
}
