import Documents
import Foundation
import ModelCore

/// Foundation's objects in values of type `Any`, and its geometry.
package struct FoundationObjects: AnyValueSupport {
    package init() {}

    /// The only `NSNull` in use. On Linux, equal `NSNull`s have different hashes, and a set that contains two of them
    /// stops the program.
    private static let onlyNull = NSNull()

    package var null: Any { Self.onlyNull }
    package func isNull(_ type: Any.Type) -> Bool { type is NSNull.Type }
    package func native(_ value: Any) throws(ModelError) -> Any? { try FoundationCollection.native(value) }

    package func scalar(of value: Any) -> ModelScalar? {
        switch value {
        case let value as CGFloat: .double(Double(value))
        case let value as any GeometricValue: .geometry(value.geometry)
        default: nil
        }
    }

    package func value(of geometry: ModelGeometry) -> Any {
        switch geometry {
        case .point: CGPoint(geometry) ?? geometry
        case .size: CGSize(geometry) ?? geometry
        case .rect: CGRect(geometry) ?? geometry
        case .range: NSRange(geometry) ?? geometry
        case .indexSet: IndexSet(geometry) ?? geometry
        case .transform: AffineTransform(geometry) ?? geometry
        }
    }

    /// The scalar of an `NSNumber`, by the number's type code.
    package func number(_ value: Any) -> ModelScalar? {
        // The type is compared: a Swift number could be cast to the class, too.
        guard type(of: value) is NSNumber.Type, let number = value as? NSNumber else { return nil }
        if let decimal = number as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
        switch unsafe number.objCType.pointee {
        case CChar(UInt8(ascii: "B")), CChar(UInt8(ascii: "c")):
            // Booleans and bytes share a code.
            return number === NSNumber(value: true) || number === NSNumber(value: false)
                ? .bool(number.boolValue) : .int64(number.int64Value)
        case CChar(UInt8(ascii: "f")): return .float(number.floatValue)
        case CChar(UInt8(ascii: "d")): return .double(number.doubleValue)
        case CChar(UInt8(ascii: "Q")): return .uint64(number.uint64Value)
        default: return .int64(number.int64Value)
        }
    }
}
