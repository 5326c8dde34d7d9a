import FormatSupport
import Foundation

// Nil means that an object isn't as Foundation writes it.

extension FoundationForm {
    /// The scalar under a key: as it is, or as an object of its own. No deeper: such objects don't nest.
    private static func scalar(_ object: ObjectNode, _ key: String) -> ModelScalar? {
        switch object[key] {
        case .scalar(let scalar)?: return scalar
        case .object(let inner)? where inner.codedClass.name.hasSuffix("String"):
            return string(inner).map { .string($0) }
        case .object(let inner)? where inner.codedClass.name.hasSuffix("Data"):
            if case .scalar(.data(let data))? = inner["NS.data"] { return .data(data) }
            return nil
        default: return nil
        }
    }

    static func real(_ object: ObjectNode, _ key: String) -> Double? {
        scalar(object, key).flatMap { try? ScalarConversion.double($0, fromText: false) }
    }

    private static func integer(_ object: ObjectNode, _ key: String) -> Int64? {
        scalar(object, key).flatMap { try? ScalarConversion.int64($0, fromText: false) }
    }

    private static func bool(_ object: ObjectNode, _ key: String) -> Bool? {
        scalar(object, key).flatMap { try? ScalarConversion.bool($0, fromText: false) }
    }

    private static func text(_ object: ObjectNode, _ key: String) -> String? {
        if case .string(let text)? = scalar(object, key) { text } else { nil }
    }

    static func data(_ object: ObjectNode, _ key: String) -> Data? {
        if case .data(let data)? = scalar(object, key) { data } else { nil }
    }

    static func string(_ object: ObjectNode) -> String? {
        switch (object["NS.string"], object["NS.bytes"]) {
        case (.scalar(.string(let text))?, _): text
        case (_, .scalar(.data(let bytes))?): String(data: bytes, encoding: .utf8)
        default: nil
        }
    }

    static func number(_ object: ObjectNode) -> ModelScalar? {
        if let value = bool(object, "NS.boolval") { return .bool(value) }
        switch scalar(object, "NS.intval") {
        case .int64(let value)?: return .int64(value)
        case .uint64(let value)?: return .uint64(value)
        default: return real(object, "NS.dblval").map { .double($0) }
        }
    }

    static func decimal(_ object: ObjectNode) -> Decimal? {
        // GNUstep writes its text.
        if let text = text(object, "$0") { return text.utf8.count < 1000 ? DecimalText.decimal(text) : nil }
        guard let mantissa = data(object, "NS.mantissa"), let length = integer(object, "NS.length"),
            let exponent = integer(object, "NS.exponent")
        else { return nil }
        return ArchiveDecimal.decimal(
            exponent: exponent, length: length, isNegative: bool(object, "NS.negative") ?? false,
            byteOrder: integer(object, "NS.mantissa.bo") ?? 1, mantissa: mantissa)
    }

    static func url(_ object: ObjectNode) -> URL? {
        var parts: [String] = []
        var next: ObjectNode? = object
        while let url = next {
            guard url.codedClass.name == "NSURL", parts.count < 32, let text = text(url, "NS.relative") else {
                return nil
            }
            parts.append(text)
            switch url["NS.base"] {
            case nil, .scalar(.null)?: next = nil
            case .object(let base)?: next = base
            case .scalar(.url(let base))?: return self.url(parts, base)
            default: return nil
            }
        }
        return url(parts, nil)
    }

    private static func url(_ parts: [String], _ base: URL?) -> URL? {
        var result = base
        for text in parts.reversed() {
            guard let url = URL(string: text, relativeTo: result) else { return nil }
            result = url
        }
        return result
    }

    static func value(_ object: ObjectNode) -> ModelGeometry? {
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

    static func indexSet(_ object: ObjectNode) -> IndexSet? {
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

    static func transform(_ object: ObjectNode) -> AffineTransform? {
        (data(object, "transform") ?? data(object, "NSTransformStruct")).flatMap { ArchiveTransform.transform($0) }
    }
}
