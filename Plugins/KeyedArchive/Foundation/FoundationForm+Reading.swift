import Documents
import FormatSupport

// Reads objects of Foundation's value classes as scalars. A function returns nil if the object isn't as Foundation
// writes it. A key is looked up only when its value is needed.

extension FoundationForm {
    /// A function that returns the scalar under a key of an object. It returns nil if the object has no such key, or
    /// if Foundation's value classes don't contain such a value.
    typealias Lookup = (StaticString) throws -> ModelScalar?

    static func real(_ key: StaticString, _ find: Lookup) throws -> Double? {
        try find(key).flatMap { try? ScalarConversion.double($0, fromText: false) }
    }

    private static func integer(_ key: StaticString, _ find: Lookup) throws -> Int64? {
        try find(key).flatMap { try? ScalarConversion.int64($0, fromText: false) }
    }

    private static func bool(_ key: StaticString, _ find: Lookup) throws -> Bool? {
        switch try find(key) {
        case .bool(let value)?: value
        // As in C, every number except 0 is true.
        case .int64(let value)?: value != 0
        case .uint64(let value)?: value != 0
        default: nil
        }
    }

    private static func text(_ key: StaticString, _ find: Lookup) throws -> String? {
        if case .string(let text)? = try find(key) { text } else { nil }
    }

    static func data(_ key: StaticString, _ find: Lookup) throws -> Data? {
        if case .data(let data)? = try find(key) { data } else { nil }
    }

    static func string(_ find: Lookup) throws -> String? {
        try text("NS.string", find) ?? data("NS.bytes", find).flatMap { String(data: $0, encoding: .utf8) }
    }

    static func date(_ find: Lookup) throws -> Date? {
        try real("NS.time", find).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    static func uuid(_ find: Lookup) throws -> UUID? {
        // GNUstep writes another key.
        try (data("NS.uuidbytes", find) ?? data("uuid", find)).flatMap { UUID(bytes: $0) }
    }

    static func uid(_ find: Lookup) throws -> UInt64? {
        try find("CF$UID").flatMap { try? ScalarConversion.uint64($0, fromText: false) }
    }

    /// Returns the value of an `NSNumber` object. This library's keyed archives contain numbers without such an
    /// object, but archives of other writers may contain one.
    static func number(_ find: Lookup) throws -> ModelScalar? {
        if let value = try bool("NS.boolval", find) { return .bool(value) }
        switch try find("NS.intval") {
        case .int64(let value)?: return .int64(value)
        case .uint64(let value)?: return .uint64(value)
        default: return try real("NS.dblval", find).map { .double($0) }
        }
    }

    static func decimal(_ find: Lookup) throws -> Decimal? {
        // GNUstep writes the decimal as text.
        if let text = try text("$0", find) { return text.utf8.count < 1000 ? DecimalText.decimal(text) : nil }
        guard let mantissa = try data("NS.mantissa", find), let length = try integer("NS.length", find),
            let exponent = try integer("NS.exponent", find)
        else { return nil }
        return ArchiveDecimal.decimal(
            exponent: exponent, length: length, isNegative: try bool("NS.negative", find) ?? false,
            byteOrder: try integer("NS.mantissa.bo", find) ?? 1, mantissa: mantissa)
    }

    static func url(_ find: Lookup) throws -> URL? {
        guard let text = try text("NS.relative", find) else { return nil }
        switch try find("NS.base") {
        case nil, .null?: return URL(string: text)
        case .url(let base)?:
            let bases = Array(sequence(first: base) { $0.baseURL }.prefix(32))
            return bases.count < 32 ? URL(string: text, relativeTo: base) : nil
        default: return nil
        }
    }

    static func geometry(_ find: Lookup) throws -> ModelGeometry? {
        switch try integer("NS.special", find) {
        case 1: return try numbers("NS.pointval", 2, find).map { .point(x: $0[0], y: $0[1]) }
        case 2: return try numbers("NS.sizeval", 2, find).map { .size(width: $0[0], height: $0[1]) }
        case 3:
            return try numbers("NS.rectval", 4, find)
                .map { .rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
        case 4:
            guard let location = try integer("NS.rangeval.location", find),
                let length = try integer("NS.rangeval.length", find)
            else { return nil }
            return .range(location: Int(location), length: Int(length))
        default: return nil
        }
    }

    private static func numbers(_ key: StaticString, _ count: Int, _ find: Lookup) throws -> [Double]? {
        try text(key, find).flatMap { GeometryText.numbers($0, count: count) }
    }

    static func indexSet(_ find: Lookup) throws -> ModelGeometry? {
        guard let count = try integer("NSRangeCount", find) else { return nil }
        if count == 0 { return .indexSet([]) }
        if count == 1, let location = try integer("NSLocation", find), let length = try integer("NSLength", find) {
            return ArchiveIndexSet.range(location, length).map { .indexSet([$0]) }
        }
        return try data("NSRangeData", find).flatMap { ArchiveIndexSet.indexes($0, count: count) }
    }

    static func transform(_ find: Lookup) throws -> ModelGeometry? {
        try (data("transform", find) ?? data("NSTransformStruct", find)).flatMap { ArchiveTransform.transform($0) }
    }
}
