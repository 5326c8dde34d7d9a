import Documents
import FormatSupport

/// Converts scalars to and from the objects that Foundation's own classes are coded as: a class name, keys and values.
///
/// Foundation's classes use these keys in every keyed coder, not only in keyed archives.
public enum FoundationForm {
    /// The coded object of a Foundation class: the class name, and the keys with their values.
    public struct Object {
        /// The class's name.
        public var className: String
        /// The keys with their scalars, in the order in which they are written. The base of a URL is also a scalar,
        /// of the case `url`.
        public var properties: [(key: String, value: ModelScalar)]

        /// Creates an object of a Foundation class.
        public init(_ className: String, _ properties: [(key: String, value: ModelScalar)] = []) {
            self.className = className
            self.properties = properties
        }

        /// The value of a key. Nil if the object has no such key.
        public subscript(key: String) -> ModelScalar? { properties.first { $0.key == key }?.value }
    }

    /// Returns the kind of value that objects of a Foundation class represent. Returns nil if the class isn't
    /// Foundation's, or if this library doesn't know it.
    public static func kind(ofClass name: String) -> ModelKind? { kinds[name] }

    /// Returns true for Foundation's classes that encode their numbers with `encodeInteger(_:forKey:)` and similar
    /// functions. In an archive, these numbers are stored in the object itself. The classes can't read other numbers.
    static func hasInlineNumbers(_ name: String) -> Bool { name.hasPrefix("NS") && inlineNumbers.contains(name) }

    private static let inlineNumbers: Set<String> = [
        "NSCalendar", "NSCharacterSet", "NSDateComponents", "NSDateInterval", "NSIndexPath", "NSMeasurement",
        "NSUnitConverterLinear", "NSUnitConverterReciprocal",
    ]

    private static let kinds: [String: ModelKind] = [
        "NSNull": .null, "NSNumber": .real, "NSDecimalNumber": .decimal, "NSDecimalNumberPlaceholder": .decimal,
        "NSString": .string, "NSMutableString": .string, "NSData": .data, "NSMutableData": .data, "NSDate": .date,
        "NSURL": .url, "NSUUID": .uuid, "NSValue": .geometry, "NSIndexSet": .geometry, "NSMutableIndexSet": .geometry,
        "NSAffineTransform": .geometry, "NSArray": .array, "NSMutableArray": .array, "NSSet": .set,
        "NSMutableSet": .set,
        "NSOrderedSet": .orderedSet, "NSMutableOrderedSet": .orderedSet, "NSDictionary": .dictionary,
        "NSMutableDictionary": .dictionary, uidClass: .uid,
    ]

    /// CoreFoundation's name for a property list's UID. Only this library codes a UID as an object.
    static let uidClass = "CFKeyedArchiverUID"
    /// The key that contains a UID's number in XML.
    static let uidKey = "CF$UID"

    /// Returns the object that a scalar is coded as.
    public static func object(of scalar: ModelScalar) -> Object {
        switch scalar {
        case .null: Object("NSNull")
        case .bool(let value): Object("NSNumber", [("NS.boolval", .bool(value))])
        case .int64(let value): Object("NSNumber", [("NS.intval", .int64(value))])
        case .uint64(let value): Object("NSNumber", [("NS.intval", .uint64(value))])
        case .float(let value): Object("NSNumber", [("NS.dblval", .double(Double(value)))])
        case .double(let value): Object("NSNumber", [("NS.dblval", .double(value))])
        case .decimal(let value): object(of: value)
        case .string(let value): Object("NSString", [("NS.string", .string(value))])
        case .data(let value): Object("NSData", [("NS.data", .data(value))])
        case .date(let value): Object("NSDate", [("NS.time", .double(value.timeIntervalSinceReferenceDate))])
        case .url(let value): object(of: value)
        case .uuid(let value): Object("NSUUID", [("NS.uuidbytes", .data(value.data))])
        case .uid(let value): Object(uidClass, [(uidKey, .uint64(value))])
        case .geometry(let value): object(of: value)
        }
    }

    /// Returns the scalar that an object represents. Returns nil if the class isn't one of Foundation's value
    /// classes, or if the keys aren't as the class writes them.
    ///
    /// A URL may have up to 31 bases, each relative to the next.
    public static func scalar(of object: Object) -> ModelScalar? {
        // This lookup in an object throws no error.
        try? scalar(ofClass: object.className) { object[$0.description] }
    }

    private static func scalar(ofClass name: String, _ find: Lookup) throws -> ModelScalar? {
        switch name {
        case "NSNull": return .null
        case "NSNumber": return try number(find)
        case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return try decimal(find).map { .decimal($0) }
        case "NSString", "NSMutableString": return try string(find).map { .string($0) }
        case "NSData", "NSMutableData": return try data("NS.data", find).map { .data($0) }
        case "NSDate": return try date(find).map { .date($0) }
        case "NSURL": return try url(find).map { .url($0) }
        case "NSUUID": return try uuid(find).map { .uuid($0) }
        case uidClass: return try uid(find).map { .uid($0) }
        case "NSValue": return try geometry(find).map { .geometry($0) }
        case "NSIndexSet", "NSMutableIndexSet": return try indexSet(find).map { .geometry($0) }
        case "NSAffineTransform": return try transform(find).map { .geometry($0) }
        default: return nil
        }
    }
}

// Writing.

extension FoundationForm {
    private static func object(of value: Decimal) -> Object {
        let parts = ArchiveDecimal(value)
        return Object(
            "NSDecimalNumber",
            [
                ("NS.exponent", .int64(Int64(parts.exponent))), ("NS.length", .int64(Int64(parts.length))),
                ("NS.negative", .bool(parts.isNegative)), ("NS.compact", .bool(parts.isCompact)),
                ("NS.mantissa.bo", .int64(Int64(ArchiveDecimal.littleEndian))), ("NS.mantissa", .data(parts.mantissa)),
            ])
    }

    private static func object(of url: URL) -> Object {
        var object = Object("NSURL")
        if let base = url.baseURL { object.properties.append((key: "NS.base", value: .url(base))) }
        object.properties.append((key: "NS.relative", value: .string(url.relativeString)))
        return object
    }

    private static func object(of geometry: ModelGeometry) -> Object {
        switch geometry {
        case .point(let x, let y): return value(1, "NS.pointval", GeometryText.text(x, y))
        case .size(let width, let height): return value(2, "NS.sizeval", GeometryText.text(width, height))
        case .rect(let x, let y, let width, let height):
            let text = GeometryText.text(GeometryText.text(x, y), GeometryText.text(width, height))
            return value(3, "NS.rectval", text)
        case .range(let location, let length):
            return Object(
                "NSValue",
                [
                    ("NS.special", .int64(4)), ("NS.rangeval.location", .int64(Int64(location))),
                    ("NS.rangeval.length", .int64(Int64(length))),
                ])
        case .indexSet(let ranges):
            var object = Object("NSIndexSet", [("NSRangeCount", .int64(Int64(ranges.count)))])
            if ranges.count == 1 {
                object.properties.append((key: "NSLocation", value: .int64(Int64(ranges[0].lowerBound))))
                object.properties.append((key: "NSLength", value: .int64(Int64(ranges[0].count))))
            } else if ranges.count > 1 {
                object.properties.append((key: "NSRangeData", value: .data(ArchiveIndexSet.data(ranges))))
            }
            return object
        case .transform(let m11, let m12, let m21, let m22, let tX, let tY):
            let numbers = [m11, m12, m21, m22, tX, tY]
            return Object(
                "NSAffineTransform",
                [
                    ("NSTransformStruct", .data(ArchiveTransform.floats(numbers))),
                    ("transform", .data(ArchiveTransform.doubles(numbers))),
                ])
        }
    }

    private static func value(_ special: Int64, _ key: String, _ text: String) -> Object {
        Object("NSValue", [("NS.special", .int64(special)), (key, .string(text))])
    }
}
