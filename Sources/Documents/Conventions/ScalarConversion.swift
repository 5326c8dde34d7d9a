import FormatSupport

/// Conversions between kinds of scalars, the same for all formats. A scalar that can't be converted is an error.
///
/// A number is converted to another number if no bit of its value is lost. Decimals, floats and doubles are also
/// converted to one another if both are written with the same digits, such as the decimal 0.1 to a double. 0 and 1 are
/// converted to booleans, because files of apps whose `BOOL` was a byte contain them.
///
/// Text is converted to a decimal, a URL, a UUID or an integer of more than 64 bits in any file: most formats write
/// these as text. If `fromText` is true, the file is one that people write. Then text is also converted to any number, a
/// boolean, a date or data, each of these but a boolean to text, and numbers are rounded to the nearest float or double.
public enum ScalarConversion {
    /// Returns a boolean. Converts the integers 0 and 1. If `fromText` is true, also converts the texts `true`,
    /// `yes`, `1` and their opposites.
    public static func bool(_ scalar: ModelScalar, fromText: Bool) throws -> Bool {
        switch scalar {
        case .bool(let value): return value
        case .int64(0), .uint64(0): return false
        case .int64(1), .uint64(1): return true
        case .string(let text) where fromText:
            switch text.lowercased() {
            case "true", "yes", "1": return true
            case "false", "no", "0": return false
            default: break
            }
        default: break
        }
        throw mismatch("bool", scalar)
    }

    /// Returns an integer from any number without a fraction. Throws `outOfRange` for an integer that doesn't fit,
    /// otherwise `typeMismatch`.
    public static func int64(_ scalar: ModelScalar, fromText: Bool) throws -> Int64 {
        try integer(scalar, fromText: fromText)
    }

    /// Returns an unsigned integer from any number without a fraction. Throws the same errors as
    /// ``int64(_:fromText:)``.
    public static func uint64(_ scalar: ModelScalar, fromText: Bool) throws -> UInt64 {
        try integer(scalar, fromText: fromText)
    }

    /// Returns an integer of any width from any number without a fraction. Throws the same errors as
    /// ``int64(_:fromText:)``. An integer of more than 64 bits may be text in every format, like a decimal.
    package static func integer<Integer: FixedWidthInteger>(_ scalar: ModelScalar, fromText: Bool) throws -> Integer {
        let exact: Integer?
        switch scalar {
        case .int64(let value): exact = Integer(exactly: value)
        case .uint64(let value): exact = Integer(exactly: value)
        case .uid(let value): exact = Integer(exactly: value)
        // A double that is read as an integer of more than 64 bits represents its decimal digits, as in a conversion
        // to a decimal.
        case .float where Integer.bitWidth > 64, .double where Integer.bitWidth > 64:
            exact = (try? decimal(scalar, fromText: fromText)).flatMap { exactInteger($0) }
        case .float(let value): exact = Integer(exactly: value)
        case .double(let value): exact = Integer(exactly: value)
        case .decimal(let value): exact = exactInteger(value)
        case .string(let text) where fromText || Integer.bitWidth > 64:
            exact = Integer(text) ?? decimal(text).flatMap { exactInteger($0) }
        default: exact = nil
        }
        if let exact { return exact }
        switch scalar {
        case .int64, .uint64, .uid: throw outOfRange("\(Integer.self)".lowercased(), scalar)
        default: throw mismatch(Integer.isSigned ? "integer" : "unsigned integer", scalar)
        }
    }

    /// Returns a double from any number that a double can hold exactly, or from a decimal that has the same digits as
    /// a double. If `fromText` is true, also converts a text with a number to the nearest double.
    public static func double(_ scalar: ModelScalar, fromText: Bool) throws -> Double {
        switch scalar {
        case .double(let value): return value
        case .float(let value): return Double(value)
        case .int64(let value): if fromText || Double(exactly: value) != nil { return Double(value) }
        case .uint64(let value): if fromText || Double(exactly: value) != nil { return Double(value) }
        case .decimal(let value):
            // Through text, because NSDecimalNumber.doubleValue isn't always the nearest.
            if let nearest = Double("\(value)"), fromText || decimal("\(nearest)") == value { return nearest }
        case .string(let text) where fromText:
            if let value = Double(text), isNumeral(text) == value.isFinite { return value }
        default: break
        }
        throw inexact("double", scalar)
    }

    /// Returns a float from any number that a float can hold exactly, or that has the same digits as a float. If
    /// `fromText` is true, also converts a text with a number to the nearest float.
    public static func float(_ scalar: ModelScalar, fromText: Bool) throws -> Float {
        switch scalar {
        case .float(let value): return value
        case .double(let value):
            let nearest = Float(value)
            if Double(nearest) == value || value.isNaN { return nearest }
            // A numeral of another file has become the double nearest to the same digits.
            if nearest.isFinite, Double("\(nearest)") == value { return nearest }
            // A double from text represents its decimal digits. The float nearest to these digits may differ from the
            // float nearest to the double.
            if fromText, let nearest = NumberText.mayRoundTwice(value) ? Float("\(value)") : nearest {
                guard nearest.isFinite else {
                    throw ModelError(.outOfRange, expected: "a number", found: "one beyond the largest float")
                }
                return nearest
            }
        case .int64(let value): if fromText || Float(exactly: value) != nil { return Float(value) }
        case .uint64(let value): if fromText || Float(exactly: value) != nil { return Float(value) }
        case .decimal(let value):
            if let nearest = Float("\(value)"), nearest.isFinite || value.isNaN,
                fromText || decimal("\(nearest)") == value
            {
                return nearest
            }
        case .string(let text) where fromText:
            if let value = Float(text), isNumeral(text) == value.isFinite { return value }
        default: break
        }
        throw inexact("float", scalar)
    }

    /// Returns the double that is written with the same digits as a decimal. Returns nil if the nearest double is
    /// written with other digits.
    package static func doubleOfNumeral(_ value: Decimal) -> Double? {
        let digits = value.significand.description.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.count
        // No double is written with more than 17 digits.
        guard value.isFinite, digits <= 17, let nearest = Double("\(value)"),
            DecimalText.decimal(nearest, digits: max(digits, 1)) == value
        else { return nil }
        return nearest
    }

    /// Returns a decimal from any number, or from text, whatever `fromText` is. A float or a double represents the
    /// digits that it is written with.
    public static func decimal(_ scalar: ModelScalar, fromText: Bool) throws -> Decimal {
        switch scalar {
        case .decimal(let value): return value
        case .int64(let value): return Decimal(value)
        case .uint64(let value): return Decimal(value)
        // A double in a file represents the digits that it is written with, not its binary expansion.
        case .double(let value): if let exact = decimal("\(value)") { return exact }
        case .float(let value): if let exact = decimal("\(value)") { return exact }
        // As with URLs and UUIDs, formats without decimals write them as text.
        case .string(let text): if let exact = decimal(text) { return exact }
        default: break
        }
        throw mismatch("decimal", scalar)
    }

    /// Returns text. If `fromText` is true, numbers, dates, data, URLs and UUIDs are also converted to text. A
    /// boolean never is: it shows that there is no text, or that the value had another type.
    public static func string(_ scalar: ModelScalar, fromText: Bool) throws -> String {
        switch scalar {
        case .string(let text): return text
        case .int64(let value) where fromText: return String(value)
        case .uint64(let value) where fromText: return String(value)
        case .double(let value) where fromText: return "\(value)"
        case .float(let value) where fromText: return "\(value)"
        case .decimal(let value) where fromText: return DecimalText.text(of: value)
        case .date(let value) where fromText: return DateText.string(from: value)
        case .data(let value) where fromText: return Base64.string(from: value)
        case .url(let value) where fromText: return value.absoluteString
        case .uuid(let value) where fromText: return UUIDText.string(from: value)
        default: throw mismatch("string", scalar)
        }
    }

    /// Returns data. If `fromText` is true, decodes text as Base64 in either alphabet, with or without padding. White
    /// space is ignored.
    public static func data(_ scalar: ModelScalar, fromText: Bool) throws -> Data {
        switch scalar {
        case .data(let value): return value
        case .string(let text) where fromText:
            var text = text
            do {
                return try text.withUTF8 { try Base64.decode($0) }
            } catch let error as Base64Error {
                throw ModelError(
                    .typeMismatch, expected: "data", found: "string that isn't base64: \(error.reason)")
            }
        default: throw mismatch("data", scalar)
        }
    }

    /// Returns a date. If `fromText` is true, reads text as ISO 8601, as in JSON. A number is never converted to a
    /// date, because its epoch is unknown.
    public static func date(_ scalar: ModelScalar, fromText: Bool) throws -> Date {
        switch scalar {
        case .date(let value): return value
        case .string(let text) where fromText:
            if let value = DateText.date(from: text) ?? DateText.date(fromSeconds: text) { return value }
        default: break
        }
        throw mismatch(fromText ? "a date such as \(DateText.string(from: exampleDate))" : "date", scalar)
    }

    /// The date that errors contain as an example.
    static let exampleDate = Date(timeIntervalSince1970: 1_521_218_954)

    /// Returns a URL. Converts text, even if `fromText` is false, because most formats write a URL as text.
    public static func url(_ scalar: ModelScalar, fromText: Bool) throws -> URL {
        switch scalar {
        case .url(let value): return value
        case .string(let text): if let value = URL(string: text) { return value }
        default: break
        }
        throw mismatch("URL", scalar)
    }

    /// Returns a UUID. Converts text or 16 bytes, even if `fromText` is false, because most formats write a UUID as
    /// text.
    public static func uuid(_ scalar: ModelScalar, fromText: Bool) throws -> UUID {
        switch scalar {
        case .uuid(let value): return value
        case .string(let text): if let value = UUIDText.uuid(from: text) { return value }
        case .data(let bytes) where bytes.count == 16: if let value = UUID(bytes: bytes) { return value }
        default: break
        }
        throw mismatch("UUID", scalar)
    }

    /// Returns the text that represents a scalar as a key in formats with text keys. Returns nil if no text
    /// represents the scalar.
    public static func keyText(_ scalar: ModelScalar) -> String? {
        // Only text that is read back as the same scalar.
        switch scalar {
        case .bool(let value): value ? "true" : "false"
        case .date(let date): DateText.exactString(from: date)
        case .url(let url): text(of: url)
        case .double(let value) where value.isNaN && value.bitPattern != Double.nan.bitPattern: nil
        case .float(let value) where value.isNaN && value.bitPattern != Float.nan.bitPattern: nil
        default: try? string(scalar, fromText: true)
        }
    }

    /// Returns the text of a URL. Returns nil if the URL has a base, or if the text would be read as another URL.
    package static func text(of url: URL) -> String? {
        let text = url.absoluteString
        return url.baseURL == nil && URL(string: text) == url ? text : nil
    }

    private static func decimal(_ text: String) -> Decimal? { DecimalText.decimal(text) }

    /// Returns the error for a scalar that can't be converted to the expected kind. It quotes numbers and texts. If
    /// data is expected, it doesn't quote a text, because the text may be a secret key in Base64. Confidential
    /// formats and stores take quotes out of errors.
    package static func mismatch(_ expected: String, _ found: ModelScalar) -> ModelError {
        switch found {
        case .string(let text) where expected != ModelKind.data.rawValue:
            ModelError(
                .typeMismatch, expected: expected, found: "\(found.kind.rawValue) \(ErrorText.quoted(text))")
        case .int64, .uint64, .double, .float, .decimal:
            ModelError(.typeMismatch, expected: expected, found: "the number \(keyText(found) ?? "")")
        default: ModelError(.typeMismatch, expected: expected, found: found.kind.rawValue)
        }
    }

    /// Returns the error for a number that a float or double can't hold exactly, or for a scalar that is no number.
    private static func inexact(_ type: String, _ found: ModelScalar) -> ModelError {
        switch found.kind {
        case .integer, .real, .decimal: mismatch("a number that a \(type) holds exactly", found)
        default: mismatch("number", found)
        }
    }

    package static func outOfRange(_ expected: String, _ found: ModelScalar) -> ModelError {
        ModelError(.outOfRange, expected: expected, found: "the number \(keyText(found) ?? "")")
    }

    private static func exactInteger<Integer: FixedWidthInteger>(_ value: Decimal) -> Integer? {
        // NSDecimalNumber's integers truncate; the text of an integral decimal has no point and no exponent.
        Integer("\(value)")
    }

    /// Returns true if the text contains only digits, signs, points and exponents. `Double.init` also takes
    /// hexadecimal numbers and more, and returns infinity for numbers that are too large. But infinity may only be
    /// read from the text that names it.
    private static func isNumeral(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
    }
}

extension UUID {
    package init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        self.init(uuid: unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: uuid_t.self) })
    }
}
