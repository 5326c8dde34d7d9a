import FormatSupport
import Foundation

/// Single values as Foundation's own classes code them: an object with that class's name and keys.
///
/// These are the keys that the classes use in every coder with keys, not only in keyed archives.
public enum FoundationForm {
    /// An object of one of Foundation's classes: a value's name and keys.
    public struct Object {
        /// The class's name.
        public var className: String
        /// The keys in their order, and single values. A URL's base is a URL.
        public var properties: [(key: String, value: ModelScalar)]

        /// An object of a class of Foundation.
        public init(_ className: String, _ properties: [(key: String, value: ModelScalar)] = []) {
            self.className = className
            self.properties = properties
        }

        /// The value of a key.
        public subscript(key: String) -> ModelScalar? { properties.first { $0.key == key }?.value }
    }

    /// What objects of a class of Foundation stand for; nil for any other class, and for those of which nothing is
    /// known.
    public static func kind(ofClass name: String) -> ModelKind? { kinds[name] }

    private static let kinds: [String: ModelKind] = [
        "NSNull": .null, "NSNumber": .real, "NSDecimalNumber": .decimal, "NSDecimalNumberPlaceholder": .decimal,
        "NSString": .string, "NSMutableString": .string, "NSData": .data, "NSMutableData": .data, "NSDate": .date,
        "NSURL": .url, "NSUUID": .uuid, "NSValue": .geometry, "NSIndexSet": .geometry, "NSMutableIndexSet": .geometry,
        "NSAffineTransform": .geometry, "NSArray": .array, "NSMutableArray": .array, "NSSet": .set,
        "NSMutableSet": .set,
        "NSOrderedSet": .orderedSet, "NSMutableOrderedSet": .orderedSet, "NSDictionary": .dictionary,
        "NSMutableDictionary": .dictionary,
    ]

    /// The object that a scalar is coded as.
    public static func object(of scalar: ModelScalar) -> Object {
        switch scalar {
        case .null: object("NSNull", [])
        case .bool(let value): object("NSNumber", [("NS.boolval", .bool(value))])
        case .int64(let value): object("NSNumber", [("NS.intval", .int64(value))])
        case .uint64(let value): object("NSNumber", [("NS.intval", .uint64(value))])
        case .float(let value): object("NSNumber", [("NS.dblval", .double(Double(value)))])
        case .double(let value): object("NSNumber", [("NS.dblval", .double(value))])
        case .decimal(let value): object("NSDecimalNumber", decimalProperties(value))
        case .string(let value): object("NSString", [("NS.string", .string(value))])
        case .data(let value): object("NSData", [("NS.data", .data(value))])
        case .date(let value): object("NSDate", [("NS.time", .double(value.timeIntervalSinceReferenceDate))])
        case .url(let value): object(of: value)
        case .uuid(let value):
            object("NSUUID", [("NS.uuidbytes", .data(value.data))])
        case .geometry(let value): object(of: value)
        }
    }

    /// The scalar that an object stands for; nil where its class is none of Foundation's, or its keys aren't as that
    /// class writes them.
    ///
    /// A URL may have 32 bases.
    public static func scalar(of object: Object) -> ModelScalar? {
        switch object.className {
        case "NSNull": return .null
        case "NSNumber": return number(object)
        case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return decimal(object).map { .decimal($0) }
        case "NSString", "NSMutableString": return string(object).map { .string($0) }
        case "NSData", "NSMutableData": return data(object, "NS.data").map { .data($0) }
        case "NSDate": return real(object, "NS.time").map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case "NSURL": return url(object).map { .url($0) }
        case "NSUUID":
            let bytes = data(object, "NS.uuidbytes") ?? data(object, "uuid")
            return bytes.flatMap { UUID(bytes: $0) }.map { .uuid($0) }
        case "NSValue": return value(object).map { .geometry($0) }
        case "NSIndexSet", "NSMutableIndexSet": return indexSet(object).map { .geometry(.indexSet($0)) }
        case "NSAffineTransform": return transform(object).map { .geometry(.transform($0)) }
        default: return nil
        }
    }

    private static func object(_ name: String, _ properties: [(String, ModelScalar)]) -> Object {
        Object(name, properties.map { (key: $0.0, value: $0.1) })
    }
}

// Writing.

extension FoundationForm {
    private static func decimalProperties(_ value: Decimal) -> [(String, ModelScalar)] {
        let parts = ArchiveDecimal(value)
        return [
            ("NS.exponent", .int64(Int64(parts.exponent))), ("NS.length", .int64(Int64(parts.length))),
            ("NS.negative", .bool(parts.isNegative)), ("NS.compact", .bool(parts.isCompact)),
            ("NS.mantissa.bo", .int64(Int64(ArchiveDecimal.littleEndian))), ("NS.mantissa", .data(parts.mantissa)),
        ]
    }

    private static func object(of url: URL) -> Object {
        let base = url.baseURL.map { [("NS.base", ModelScalar.url($0))] } ?? []
        return object("NSURL", base + [("NS.relative", .string(url.relativeString))])
    }

    private static func object(of geometry: ModelGeometry) -> Object {
        switch geometry {
        case .point(let point): return value(1, "NS.pointval", GeometryText.text(point.x, point.y))
        case .size(let size): return value(2, "NS.sizeval", GeometryText.text(size.width, size.height))
        case .rect(let rect):
            let text = GeometryText.text(
                GeometryText.text(rect.origin.x, rect.origin.y), GeometryText.text(rect.size.width, rect.size.height))
            return value(3, "NS.rectval", text)
        case .range(let range):
            return object(
                "NSValue",
                [
                    ("NS.special", .int64(4)), ("NS.rangeval.location", .int64(Int64(range.location))),
                    ("NS.rangeval.length", .int64(Int64(range.length))),
                ])
        case .indexSet(let indexes):
            let ranges = Array(indexes.rangeView)
            var properties: [(String, ModelScalar)] = [("NSRangeCount", .int64(Int64(ranges.count)))]
            if ranges.count == 1 {
                properties.append(("NSLocation", .int64(Int64(ranges[0].lowerBound))))
                properties.append(("NSLength", .int64(Int64(ranges[0].count))))
            } else if ranges.count > 1 {
                properties.append(("NSRangeData", .data(ArchiveIndexSet.data(ranges))))
            }
            return object("NSIndexSet", properties)
        case .transform(let transform):
            return object(
                "NSAffineTransform",
                [
                    ("NSTransformStruct", .data(ArchiveTransform.floats(transform))),
                    ("transform", .data(ArchiveTransform.doubles(transform))),
                ])
        }
    }

    private static func value(_ special: Int64, _ key: String, _ text: String) -> Object {
        object("NSValue", [("NS.special", .int64(special)), (key, .string(text))])
    }
}
