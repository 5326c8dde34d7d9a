import Documents
import FormatSupport

/// Points, sizes and rectangles as Foundation writes them: `{1, 2.5}`, `{{0, 0}, {10, 20}}`.
enum GeometryText {
    static func text(_ first: Double, _ second: Double) -> String { text(number(first), number(second)) }

    static func text(_ first: String, _ second: String) -> String { "{\(first), \(second)}" }

    /// Returns the shortest numeral that is read back as the same bits, without the `.0` that Foundation doesn't
    /// write.
    private static func number(_ value: Double) -> String {
        // Swift can't parse its own text for a NaN with a payload.
        if value.isNaN, value.bitPattern != Double.nan.bitPattern {
            return "nan(0x\(String(value.bitPattern, radix: 16)))"
        }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func real(_ text: String) -> Double? {
        if text.hasPrefix("nan(0x"), text.hasSuffix(")"), let bits = UInt64(text.dropFirst(6).dropLast(), radix: 16) {
            let value = Double(bitPattern: bits)
            if value.isNaN { return value }
        }
        return Double(text)
    }

    /// Returns the numbers between the braces. Returns nil if there aren't exactly `count` numbers, or if the braces
    /// aren't balanced.
    static func numbers(_ text: String, count: Int) -> [Double]? {
        // Four numbers of 17 digits with exponents take a quarter of this.
        guard text.utf8.count <= 400 else { return nil }
        var depth = 0
        var numbers: [Double] = []
        var token: [UInt8] = []
        func take() -> Bool {
            defer { token = [] }
            guard !token.isEmpty else { return true }
            guard let value = real(String(decoding: token, as: UTF8.self)) else { return false }
            numbers.append(value)
            return numbers.count <= count
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                guard depth >= 0, take() else { return nil }
            case UInt8(ascii: ","), UInt8(ascii: " "): guard take() else { return nil }
            default: token.append(byte)
            }
            guard depth <= 2 else { return nil }
        }
        return depth == 0 && token.isEmpty && numbers.count == count ? numbers : nil
    }
}
