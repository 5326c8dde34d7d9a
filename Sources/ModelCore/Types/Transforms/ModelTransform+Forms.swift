import FormatSupport

// The transforms that are often needed.

extension ModelTransform where Value == Date {
    /// A date as a number or as text, in one of the styles of ``DateStyle``.
    public static func date(_ style: DateStyle) -> ModelTransform {
        ModelTransform(codedTypes: style.codedTypes) {
            try $1.encodeDeclared(try style.write($0))
        } decoding: {
            let isText = $0.cursor.hasNumbersAsText
            // A date that the style left to the format is read as any other date of the file.
            if style.leavesSome, let scalar = $0.cursor.content.scalar(at: $0.cursor.index),
                (try? style.read(scalar)) == nil
            {
                return try Date.decode(from: $0)
            }
            return try $0.convertScalar { scalar, _ in try style.date(of: scalar, fromText: isText) }
        }
    }
}

extension ModelTransform where Value == Data {
    /// Data as hexadecimal digits: two lowercase digits for each byte. Capitals are read, too.
    public static var hex: ModelTransform {
        ModelTransform { data in
            let digits = Array("0123456789abcdef".utf8)
            var text: [UInt8] = []
            text.reserveCapacity(data.count * 2)
            for byte in data {
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 0xF)])
            }
            return String(decoding: text, as: UTF8.self)
        } decode: { (text: String) in
            let digits = Array(text.utf8)
            guard digits.count.isMultiple(of: 2) else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(digits.count / 2)
            for place in stride(from: 0, to: digits.count, by: 2) {
                guard let high = digits[place].hexValue, let low = digits[place + 1].hexValue else { return nil }
                bytes.append(high << 4 | low)
            }
            return Data(bytes)
        }.strict
    }

    /// Data as base64 in the alphabet for URLs and file names (RFC 4648, section 5), without padding. Padding and the
    /// other alphabet are read, too.
    public static var base64URL: ModelTransform {
        ModelTransform {
            let text = Base64.string(from: $0)
            return text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        } decode: { (text: String) in
            try ScalarConversion.data(.string(text), fromText: true)
        }
    }
}

extension UInt8 {
    fileprivate var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ModelTransform where Value: LosslessStringConvertible & SendableMetatype {
    /// A value as text: a number, or a value of any other type that can be converted to text and back without loss.
    ///
    /// ```swift
    /// @Transform(.text(of: Int.self)) var count = 0
    /// ```
    public static func text(of type: Value.Type = Value.self) -> ModelTransform {
        ModelTransform(encode: { $0.description }, decode: { (text: String) in Value(text) }).strict
    }
}

extension ModelTransform where Value == Decimal {
    /// A decimal number as text, with all its digits.
    public static var text: ModelTransform {
        ModelTransform(encode: { DecimalText.text(of: $0) }, decode: { (text: String) in DecimalText.decimal(text) }).strict
    }
}

extension ModelTransform where Value == [String] {
    /// A list of strings as one text, with a separator between them: see ``separated(by:of:)``.
    public static func separated(by separator: String) -> ModelTransform { separated(by: separator, of: String.self) }
}

extension ModelTransform {
    /// A list as one text, with a separator between the elements' texts.
    ///
    /// Throws `unrepresentableValue` for an element whose text contains the separator. Throws it also for a list of
    /// one empty text, because an empty text represents the empty list.
    public static func separated<Element: LosslessStringConvertible & SendableMetatype>(
        by separator: String, of type: Element.Type
    ) -> ModelTransform where Value == [Element] {
        ModelTransform { values in
            let texts = values.map(\.description)
            let text = texts.joined(separator: separator)
            guard Self.parts(of: text, separator).map({ ExactText($0) }) == texts.map({ ExactText($0) }) else {
                throw ModelError(
                    .unrepresentableValue,
                    "The list can't be told from another with \(separator.debugDescription) between.")
            }
            return text
        } decode: { (text: String) in
            let parts = Self.parts(of: text, separator)
            let values = parts.compactMap { Element($0) }
            return values.count == parts.count ? values : nil
        }.strict
    }

    /// The parts of a text between separators. Bytes are compared, so a separator is found even if it forms one
    /// character with its neighbours. If the separator is empty, the parts are the characters.
    private static func parts(of text: String, _ separator: String) -> [String] {
        if text.isEmpty { return [] }
        if separator.isEmpty { return text.map { String($0) } }
        let (bytes, separator) = (Array(text.utf8), Array(separator.utf8))
        var parts: [String] = []
        var (start, index) = (0, 0)
        // A loop over bytes: the standard library's `split(separator:)` takes four times as long.
        while index <= bytes.count - separator.count {
            if bytes[index] == separator[0], bytes[index..<index + separator.count].elementsEqual(separator) {
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                index += separator.count
                start = index
            } else {
                index += 1
            }
        }
        parts.append(String(decoding: bytes[start...], as: UTF8.self))
        return parts
    }
}

extension ModelTransform
where Value: RawRepresentable & SendableMetatype, Value.RawValue: ModelValue {
    /// A value with a raw value. A raw value that the type doesn't know is read as `value`.
    ///
    /// ```swift
    /// @Transform(.unknown(Status.other)) var status = Status.open
    /// ```
    ///
    /// A model keeps the file's raw value, and writes it back until the property is changed. In a struct, the raw
    /// value of `value` is written instead.
    public static func unknown(_ value: Value) -> ModelTransform where Value: Sendable {
        ModelTransform(codedTypes: [Value.RawValue.self]) {
            try $1.encodeValue($0.rawValue)
        } decoding: { decoder in
            let isNullText = decoder.cursor.isNullText
            if let known = Value(rawValue: try decoder.decodeValue(Value.RawValue.self)) { return known }
            // The property is nil, or keeps its value.
            if isNullText { throw ModelError(.typeMismatch, expected: "\(Value.self)", found: ModelKind.null.rawValue) }
            decoder.state.toldCount += 1
            return value
        }
    }
}
