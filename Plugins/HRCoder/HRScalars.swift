import Documents
import FormatSupport
import KeyedArchive

/// Converts scalars that a plain format can't represent to coded objects, and back.
enum HRScalars {
    /// The representation of a scalar: the scalar itself, or an object.
    enum Form {
        case plain(ModelScalar)
        case coded(FoundationForm.Object)
    }

    /// Returns the representation of a value in a format with these capabilities.
    ///
    /// - Parameter isDeclared: False if the value's type isn't declared. Then the value is marked if the plain
    ///   representation doesn't tell its type.
    static func form(of scalar: ModelScalar, isDeclared: Bool, in capabilities: FormatCapabilities) -> Form {
        switch scalar {
        case .bool, .int64, .uint64, .string: return .plain(scalar)
        case .null: return capabilities.contains(.null) ? .plain(scalar) : .coded(FoundationForm.object(of: scalar))
        case .float(let value):
            let isKept = isDeclared || capabilities.contains(.floats)
            return isKept && isPlain(value, capabilities) ? .plain(scalar) : .coded(number(value, capabilities))
        case .double(let value): return isPlain(value, capabilities) ? .plain(scalar) : .coded(number(value))
        case .decimal(let value): return decimal(value, isDeclared: isDeclared, capabilities)
        case .data(let value):
            if capabilities.contains(.data) { return .plain(scalar) }
            return .coded(.init("NSData", [(HRMarks.dataKey, .string(Base64.string(from: value)))]))
        case .date(let value):
            let isKept =
                capabilities.contains(.exactDates)
                || capabilities.contains(.ordinaryDates) && DateText.hasExactString(value)
                || capabilities.contains(.wholeDates) && DateText.hasWholeSecondsString(value)
            return isKept ? .plain(scalar) : .coded(FoundationForm.object(of: scalar))
        case .uid where capabilities.contains(.uids): return .plain(scalar)
        case .url, .uuid, .uid, .geometry: return .coded(FoundationForm.object(of: scalar))
        }
    }

    private static func decimal(_ value: Decimal, isDeclared: Bool, _ capabilities: FormatCapabilities) -> Form {
        if capabilities.contains(.decimals), !capabilities.contains(.numerals) { return .plain(.decimal(value)) }
        guard isDeclared else { return .coded(FoundationForm.object(of: .decimal(value))) }
        if let integer = Int64("\(value)") { return .plain(.int64(integer)) }
        // A double in a file represents the decimal digits with which it is written.
        if value.isFinite, let nearest = Double("\(value)"), DecimalText.decimal("\(nearest)") == value {
            return .plain(.double(nearest))
        }
        return .coded(FoundationForm.object(of: .decimal(value)))
    }

    // MARK: Numbers

    /// Returns true if the plain format keeps the bits of a number, which it always does if the number is finite.
    private static func isPlain<Number: BinaryFloatingPoint>(_ value: Number, _ capabilities: FormatCapabilities)
        -> Bool
    {
        value.isFinite || capabilities.contains(.nonFinite) && (capabilities.contains(.floats) || isOrdinary(value))
    }

    /// Returns true for every number, except for a NaN with other bits than the standard NaN.
    private static func isOrdinary<Number: BinaryFloatingPoint>(_ value: Number) -> Bool {
        !value.isNaN || value.sign == .plus && value.significandBitPattern == Number.nan.significandBitPattern
    }

    /// Returns the coded form of a float: an `NSNumber` with Foundation's key `NS.dblval`, and with the key
    /// `NS.float`, by which this library recognizes it. A NaN whose bits differ from those of the standard NaN is
    /// stored as the text of its bits.
    private static func number(_ value: Float, _ capabilities: FormatCapabilities) -> FoundationForm.Object {
        let isNumber = value.isFinite || capabilities.contains(.nonFinite) && value.magnitude == .infinity
        let number: ModelScalar =
            isNumber
            ? .double(Double(value)) : .string(isOrdinary(value) ? "\(value)" : bits(UInt64(value.bitPattern)))
        return .init("NSNumber", [("NS.dblval", number), ("NS.float", .bool(true))])
    }

    private static func number(_ value: Double) -> FoundationForm.Object {
        .init("NSNumber", [("NS.dblval", .string(isOrdinary(value) ? "\(value)" : bits(value.bitPattern)))])
    }

    private static func bits(_ bits: UInt64) -> String { "0x" + String(bits, radix: 16) }

    // MARK: Reading

    /// Returns the scalar that an object represents. Returns nil if the object isn't as its class writes it.
    static func scalar(of object: FoundationForm.Object) throws -> ModelScalar? {
        switch object.className {
        case "NSNumber": return number(object) ?? FoundationForm.scalar(of: object)
        case "NSData", "NSMutableData":
            guard let text = object[HRMarks.dataKey] else { return FoundationForm.scalar(of: object) }
            return .data(try ScalarConversion.data(text, fromText: true))
        case "NSDate":
            guard let time = object["NS.time"] else { return nil }
            if case .string(let text) = time, text.utf8.count > longestNumber {
                throw ModelError(.typeMismatch, expected: "number", found: "string \(ErrorText.quoted(text))")
            }
            return .date(Date(timeIntervalSinceReferenceDate: try ScalarConversion.double(time, fromText: true)))
        default: return FoundationForm.scalar(of: object)
        }
    }

    /// The maximum number of bytes of a number's text. The exact digits of a double aren't longer.
    private static let longestNumber = 1_100

    /// Returns the number in an `NSNumber` that this library wrote in its own form: a float with the key `NS.float`,
    /// or a number as text. Returns nil for any other `NSNumber`.
    private static func number(_ object: FoundationForm.Object) -> ModelScalar? {
        let isFloat = object["NS.float"] == .bool(true)
        switch object["NS.dblval"] {
        case .string(let text)?:
            guard text.utf8.count <= longestNumber else { return nil }
            if text.hasPrefix("0x"), let bits = UInt64(text.dropFirst(2), radix: 16) {
                return isFloat
                    ? UInt32(exactly: bits).map { .float(Float(bitPattern: $0)) } : .double(Double(bitPattern: bits))
            }
            guard let value = Double(text) else { return nil }
            return isFloat ? .float(Float(value)) : .double(value)
        case let number?:
            guard isFloat, let value = try? ScalarConversion.double(number, fromText: true) else { return nil }
            return .float(Float(value))
        case nil: return nil
        }
    }
}
