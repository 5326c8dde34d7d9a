/// Converts decimal numerals to `Decimal`.
public enum DecimalText {
    /// The exponents of `Decimal`.
    private static let exponents = -128...127
    private static let english = Locale(identifier: "en_US_POSIX")

    /// Returns the exact value of a numeral such as `-12.50e3`, or of `NaN`. Returns nil if the text isn't a numeral,
    /// or if `Decimal` can't represent it exactly. `Decimal` represents all numbers of 38 digits and some of 39.
    ///
    /// Linear in the number of bytes.
    public static func decimal(_ text: String) -> Decimal? {
        // The description of a `Decimal` that isn't a number. No `Decimal` is infinite.
        if text == "NaN" { return .nan }
        // Most numerals have few digits.
        let numeral = text.withStoredUTF8 { DecimalNumeral($0) }
        if let numeral = numeral ?? nil, numeral.isExact {
            return decimal(
                digits: UInt128(numeral.significand), exponent: numeral.exponent, isNegative: numeral.isNegative)
        }
        var bytes = text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        var digits: UInt128 = 0
        // The number of zeros since the last other digit. They are appended to `digits` if another digit follows.
        var zeros = 0
        var isEmpty = true
        var fraction: Int?
        while let byte = bytes.first {
            if byte == UInt8(ascii: "."), fraction == nil {
                fraction = 0
            } else if let digit = digit(byte) {
                isEmpty = false
                if let known = fraction { fraction = known + 1 }
                if digit != 0 {
                    guard let grown = shifted(digits, by: digits == 0 ? 1 : zeros + 1) else { return nil }
                    let (sum, overflow) = grown.addingReportingOverflow(UInt128(digit))
                    guard !overflow else { return nil }
                    digits = sum
                    zeros = 0
                } else if digits != 0 {
                    zeros += 1
                }
            } else {
                break
            }
            bytes.removeFirst()
        }
        guard !isEmpty, let exponent = exponent(bytes) else { return nil }
        return decimal(digits: digits, exponent: exponent - (fraction ?? 0) + zeros, isNegative: isNegative)
    }

    /// Returns the decimal `digits` · 10^`exponent`, negative if `isNegative`. Returns nil if `Decimal` can't
    /// represent the number.
    public static func decimal(digits: UInt128, exponent: Int, isNegative: Bool) -> Decimal? {
        guard digits != 0 else { return Decimal(0) }
        var digits = digits
        var exponent = exponent
        if var low = UInt64(exactly: digits) {
            // Division of 64 bits takes a fraction of the time.
            while low % 10 == 0, exponent < exponents.upperBound { (low, exponent) = (low / 10, exponent + 1) }
            digits = UInt128(low)
        }
        while digits % 10 == 0, exponent < exponents.upperBound {
            digits /= 10
            exponent += 1
        }
        if exponent > exponents.upperBound {
            guard let grown = shifted(digits, by: exponent - exponents.upperBound) else { return nil }
            digits = grown
            exponent = exponents.upperBound
        }
        guard exponents.contains(exponent) else { return nil }
        if let made = made(digits, exponent, isNegative: isNegative) { return made }
        return Decimal(string: "\(isNegative ? "-" : "")\(digits)e\(exponent)", locale: english)
    }

    /// Returns a double rounded to `count` digits. Returns nil if the double isn't finite, or if it is beyond the
    /// exponents of `Decimal`.
    package static func decimal(_ value: Double, digits count: Int) -> Decimal? {
        guard value.isFinite else { return nil }
        // The form is d.ddde-05. The program's locale may have another point, of several bytes.
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 16) { buffer in
            let length = unsafe withVaList([Int32(count - 1), value]) {
                unsafe vsnprintf(buffer.baseAddress, buffer.count, "%.*e", $0)
            }
            return unsafe String(decoding: buffer.prefix(Int(length)).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        let parts = text.utf8.split(separator: UInt8(ascii: "e"))
        guard parts.count == 2, let exponent = Int(Substring(parts[1])),
            let digits = UInt128(String(decoding: parts[0].filter { digit($0) != nil }, as: UTF8.self))
        else { return nil }
        return decimal(digits: digits, exponent: exponent - count + 1, isNegative: value.sign == .minus)
    }

    /// Returns a numeral as JSON writes it: without a plus sign, without zeros in front of its digits, and with
    /// digits on both sides of a point. Returns nil if the bytes aren't one numeral. The time is linear in the number
    /// of bytes.
    @safe
    package static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard DecimalNumeral(bytes) != nil else { return nil }
        let parts = Parts(bytes.text)
        let whole = parts.whole.drop { $0 == UInt8(ascii: "0") }
        let point = parts.fraction.isEmpty ? "" : "."
        return "\(parts.sign)\(whole.isEmpty ? "0" : Substring(whole))\(point)\(Substring(parts.fraction))\(parts.rest)"
    }

    /// Returns a text for the value of a numeral: its digits without zeros at the beginning and the end, and a power
    /// of ten. Equal numbers have equal texts. Returns nil for any other text. The time is linear in the number of
    /// bytes.
    package static func canonical(_ text: String) -> String? {
        let parts = Parts(text)
        let count = parts.fraction.count
        guard parts.whole.count + count > 0, let exponent = exponent(parts.rest.utf8) else { return nil }
        var digits = parts.digits
        let zeros = digits.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeLast(zeros)
        guard !digits.isEmpty else { return "\(parts.sign)0" }
        return "\(parts.sign)\(digits)e\(exponent - count + zeros)"
    }

    /// Returns true if a double's shortest form is the same number as the numeral. Then the double loses none of the
    /// numeral's digits.
    package static func isShortest(_ text: String, of value: Double) -> Bool {
        value.isFinite && canonical(text) == canonical("\(value)")
    }

    /// Returns true for a numeral with more than 17 digits, counted from the first digit that isn't 0. No double
    /// needs so many digits.
    package static func isLong(_ text: String) -> Bool { Parts(text).digits.utf8.count > 17 }

    /// The parts of a numeral.
    private struct Parts {
        /// A minus sign, or nothing.
        let sign: String
        /// The digits before the point.
        let whole: Substring.UTF8View
        /// The digits after the point.
        let fraction: Substring.UTF8View
        /// The text after the digits: an exponent, or nothing.
        let rest: Substring

        init(_ text: String) {
            func isDigit(_ byte: UInt8) -> Bool { DecimalText.digit(byte) != nil }
            var bytes = text.utf8[...]
            sign = bytes.first == UInt8(ascii: "-") ? "-" : ""
            if !sign.isEmpty || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
            whole = bytes.prefix(while: isDigit)
            bytes = bytes[whole.endIndex...]
            let hasPoint = bytes.first == UInt8(ascii: ".")
            if hasPoint { bytes.removeFirst() }
            fraction = hasPoint ? bytes.prefix(while: isDigit) : bytes.prefix(0)
            rest = Substring(bytes[fraction.endIndex...])
        }

        /// The digits from the first that isn't 0.
        var digits: Substring {
            ("\(Substring(whole))\(Substring(fraction))").drop { $0 == "0" }
        }
    }

    /// Returns the exponent after the digits of a numeral. Returns 0 if there is no more text, and nil for any other
    /// text.
    private static func exponent(_ text: Substring.UTF8View) -> Int? {
        guard let first = text.first else { return 0 }
        guard first | 0x20 == UInt8(ascii: "e") else { return nil }
        var bytes = text.dropFirst()
        let isBelow = bytes.first == UInt8(ascii: "-")
        if isBelow || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        guard !bytes.isEmpty else { return nil }
        var exponent = 0
        for byte in bytes {
            guard let digit = digit(byte) else { return nil }
            // A larger exponent matters only if the text has a terabyte of digits.
            exponent = min(exponent * 10 + Int(digit), 1 << 40)
        }
        return isBelow ? -exponent : exponent
    }

    private static func digit(_ byte: UInt8) -> UInt8? { byte &- 0x30 < 10 ? byte &- 0x30 : nil }

    /// Returns the digits followed by `zeros` zeros. Returns nil if the result needs more than 128 bits.
    private static func shifted(_ digits: UInt128, by zeros: Int) -> UInt128? {
        guard digits != 0 else { return 0 }
        guard zeros < 39 else { return nil }
        var result = digits
        for _ in 0..<zeros {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            result = product
        }
        return result
    }
}
