import FormatSupport
import Foundation

// Nil means that an object isn't as Foundation writes it.

extension FoundationForm {
    static func real(_ object: Object, _ key: String) -> Double? {
        object[key].flatMap { try? ScalarConversion.double($0, fromText: false) }
    }

    private static func integer(_ object: Object, _ key: String) -> Int64? {
        object[key].flatMap { try? ScalarConversion.int64($0, fromText: false) }
    }

    private static func bool(_ object: Object, _ key: String) -> Bool? {
        object[key].flatMap { try? ScalarConversion.bool($0, fromText: false) }
    }

    private static func text(_ object: Object, _ key: String) -> String? {
        if case .string(let text)? = object[key] { text } else { nil }
    }

    static func data(_ object: Object, _ key: String) -> Data? {
        if case .data(let data)? = object[key] { data } else { nil }
    }

    static func string(_ object: Object) -> String? {
        switch (object["NS.string"], object["NS.bytes"]) {
        case (.string(let text)?, _): text
        case (_, .data(let bytes)?): String(data: bytes, encoding: .utf8)
        default: nil
        }
    }

    static func number(_ object: Object) -> ModelScalar? {
        if let value = bool(object, "NS.boolval") { return .bool(value) }
        switch object["NS.intval"] {
        case .int64(let value)?: return .int64(value)
        case .uint64(let value)?: return .uint64(value)
        default: return real(object, "NS.dblval").map { .double($0) }
        }
    }

    static func decimal(_ object: Object) -> Decimal? {
        // GNUstep writes its text.
        if let text = text(object, "$0") { return text.utf8.count < 1000 ? DecimalText.decimal(text) : nil }
        guard let mantissa = data(object, "NS.mantissa"), let length = integer(object, "NS.length"),
            let exponent = integer(object, "NS.exponent")
        else { return nil }
        return ArchiveDecimal.decimal(
            exponent: exponent, length: length, isNegative: bool(object, "NS.negative") ?? false,
            byteOrder: integer(object, "NS.mantissa.bo") ?? 1, mantissa: mantissa)
    }

    static func url(_ object: Object) -> URL? {
        guard let text = text(object, "NS.relative") else { return nil }
        switch object["NS.base"] {
        case nil, .null?: return URL(string: text)
        case .url(let base)?:
            let bases = Array(sequence(first: base) { $0.baseURL }.prefix(32))
            return bases.count < 32 ? URL(string: text, relativeTo: base) : nil
        default: return nil
        }
    }

    static func value(_ object: Object) -> ModelGeometry? {
        func numbers(_ key: String, _ count: Int) -> [CGFloat]? {
            text(object, key).flatMap { GeometryText.numbers($0, count: count) }?.map { CGFloat($0) }
        }
        switch integer(object, "NS.special") {
        case 1: return numbers("NS.pointval", 2).map { .point(CGPoint(x: $0[0], y: $0[1])) }
        case 2: return numbers("NS.sizeval", 2).map { .size(CGSize(width: $0[0], height: $0[1])) }
        case 3: return numbers("NS.rectval", 4).map { .rect(CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])) }
        case 4:
            guard let location = integer(object, "NS.rangeval.location"),
                let length = integer(object, "NS.rangeval.length")
            else { return nil }
            return .range(NSRange(location: Int(location), length: Int(length)))
        default: return nil
        }
    }

    static func indexSet(_ object: Object) -> IndexSet? {
        switch integer(object, "NSRangeCount") {
        case 0: return IndexSet()
        case 1:
            if let location = integer(object, "NSLocation"), let length = integer(object, "NSLength") {
                return ArchiveIndexSet.range(location, length).map { IndexSet(integersIn: $0) }
            }
            return data(object, "NSRangeData").flatMap { ArchiveIndexSet.indexes($0, count: 1) }
        case let count?: return data(object, "NSRangeData").flatMap { ArchiveIndexSet.indexes($0, count: count) }
        case nil: return nil
        }
    }

    static func transform(_ object: Object) -> AffineTransform? {
        (data(object, "transform") ?? data(object, "NSTransformStruct")).flatMap { ArchiveTransform.transform($0) }
    }
}
