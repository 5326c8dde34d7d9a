import FormatSupport
import ModelCore

extension DataModel.AttributeType {
    /// Returns false if a property of a type can't contain every value of the attribute. Returns true for types that
    /// this library doesn't know.
    func fits(_ valueType: Any.Type) -> Bool {
        let type = (valueType as? any OptionalValue.Type)?.wrapped ?? valueType
        if let raw = type as? any RawRepresentable.Type { return fits(raw.rawType) }
        guard let holder = Holder(type) else { return true }
        return switch (self, holder) {
        case (.transformable, _), (.composite, _), (.objectID, _), (.undefined, _): true
        case (.integer16, .integer(let range)): range.contains(Int64(Int16.min)) && range.contains(Int64(Int16.max))
        case (.integer32, .integer(let range)): range.contains(Int64(Int32.min)) && range.contains(Int64(Int32.max))
        case (.integer64, .integer(let range)): range == Int64.min...Int64.max
        case (.integer16, .number), (.integer32, .number), (.integer64, .number): true
        case (.integer16, .float), (.float, .float): true
        case (.decimal, .number), (.double, .number), (.float, .number): true
        case (.boolean, .boolean): true
        case (.string, .text), (.uuid, .text), (.uri, .text): true
        case (.date, .date), (.binaryData, .data): true
        default: false
        }
    }

    /// The kind of the values that a property's type can contain.
    private enum Holder {
        case boolean, float, number, text, date, data
        case integer(ClosedRange<Int64>)

        init?(_ type: Any.Type) {
            switch type {
            case is Bool.Type: self = .boolean
            case is Float.Type: self = .float
            case is Decimal.Type, is any BinaryFloatingPoint.Type: self = .number
            case is String.Type, is UUID.Type, is URL.Type: self = .text
            case is Date.Type: self = .date
            case is Data.Type: self = .data
            case let integer as any FixedWidthInteger.Type: self = .integer(integer.signedRange)
            default: return nil
            }
        }
    }
}

extension FixedWidthInteger {
    /// The signed 64-bit numbers that the type can represent.
    fileprivate static var signedRange: ClosedRange<Int64> { Int64(clamping: min)...Int64(clamping: max) }
}

extension RawRepresentable {
    fileprivate static var rawType: Any.Type { RawValue.self }
}

/// An optional, whatever type it wraps.
private protocol OptionalValue {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
    static var wrapped: Any.Type { Wrapped.self }
}
