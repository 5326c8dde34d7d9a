import FormatSupport
import Foundation

// Foundation's single values. Nil means that an object isn't as Foundation writes it.

extension ArchiveParser {
    mutating func scalar(of object: ArchiveObject) throws -> ModelScalar? {
        switch object.role {
        // What may be large is made once, however often the file refers to it.
        case .string, .url, .decimal, .value, .indexSet, .transform:
            let place = object.values.start
            if let known = foundationValues[place] { return known }
            let made = try made(of: object)
            foundationValues.updateValue(made, forKey: place)
            return made
        default: return try made(of: object)
        }
    }

    private mutating func made(of object: ArchiveObject) throws -> ModelScalar? {
        switch object.role {
        case .object, .array, .set, .orderedSet, .dictionary: return nil
        case .null: return .null
        case .string: return try string(of: object).map { .string($0) }
        case .data: return try data(of: object, "NS.data").map { .data($0) }
        case .date: return try real(of: object, "NS.time").map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .uuid:
            // GNUstep has a key of its own.
            let bytes = try data(of: object, "NS.uuidbytes") ?? data(of: object, "uuid")
            return bytes.flatMap { UUID(bytes: $0) }.map { .uuid($0) }
        case .url: return try url(of: object).map { .url($0) }
        case .number: return try number(of: object)
        case .decimal: return try decimal(of: object).map { .decimal($0) }
        case .value: return try geometry(of: object).map { .geometry($0) }
        case .indexSet: return try indexSet(of: object).map { .geometry(.indexSet($0)) }
        case .transform: return try transform(of: object).map { .geometry(.transform($0)) }
        }
    }

    /// The value under a key; nil where there is none, or nil.
    private func value(of object: ArchiveObject, _ key: StaticString) throws -> ArchiveReader.Place? {
        guard let position = try object.shape.position(of: key) else { return nil }
        let place = try archive.place(list.number(position, in: object.values))
        return archive.isNil(place) ? nil : place
    }

    private func integer(of object: ArchiveObject, _ key: StaticString) throws -> Int64? {
        guard let place = try value(of: object, key), place.object.kind == .integer else { return nil }
        return try list.int64(place.object)
    }

    private func real(of object: ArchiveObject, _ key: StaticString) throws -> Double? {
        guard let place = try value(of: object, key) else { return nil }
        switch place.object.kind {
        case .real: return try list.double(place.object)
        case .integer: return try list.int64(place.object).flatMap { Double(exactly: $0) }
        default: return nil
        }
    }

    private func bool(of object: ArchiveObject, _ key: StaticString) throws -> Bool? {
        guard let place = try value(of: object, key) else { return nil }
        switch place.object.kind {
        case .bool: return try list.bool(place.object)
        case .integer: return try list.int64(place.object) != 0
        default: return nil
        }
    }

    /// A string, or an object that holds one. No deeper: such objects don't nest.
    private mutating func text(of object: ArchiveObject, _ key: StaticString) throws -> String? {
        guard let place = try value(of: object, key) else { return nil }
        switch place.object.kind {
        case .string:
            let text = try string(place.object)
            try count(bytes: text.utf8.count)
            return text
        case .dictionary:
            let inner = try self.object(of: place.object)
            return inner.role == .string ? try string(of: inner) : nil
        default: return nil
        }
    }

    private mutating func data(of object: ArchiveObject, _ key: StaticString) throws -> Data? {
        guard let place = try value(of: object, key) else { return nil }
        switch place.object.kind {
        case .data:
            let data = try data(place.object)
            try count(bytes: data.count)
            return data
        case .dictionary:
            let inner = try self.object(of: place.object)
            guard inner.role == .data, key.description != "NS.data" else { return nil }
            return try data(of: inner, "NS.data")
        default: return nil
        }
    }

    /// A string that stands in the object itself is what it says, `$null` too.
    private mutating func string(of object: ArchiveObject) throws -> String? {
        if let position = try object.shape.position(of: "NS.string") {
            let place = try archive.place(list.number(position, in: object.values))
            return place.object.kind == .string && !archive.isNil(place) ? try string(place.object) : nil
        }
        return try data(of: object, "NS.bytes").flatMap { String(data: $0, encoding: .utf8) }
    }

    private mutating func url(of object: ArchiveObject) throws -> URL? {
        var parts: [String] = []
        var next: ArchiveObject? = object
        while let url = next {
            guard url.role == .url, parts.count < 32, let text = try text(of: url, "NS.relative") else { return nil }
            parts.append(text)
            next = nil
            if let base = try value(of: url, "NS.base"), base.object.kind != .null {
                guard base.object.kind == .dictionary, case let found = try self.object(of: base.object) else {
                    return nil
                }
                // An object that stands for nil is as good as nil itself.
                if found.role != .null { next = found }
            }
        }
        var result: URL?
        for text in parts.reversed() {
            guard let url = URL(string: text, relativeTo: result) else { return nil }
            // With each base the whole grows.
            try count(bytes: url.absoluteString.utf8.count)
            result = url
        }
        return result
    }

    /// A number as an object: what other writers make of it.
    private func number(of object: ArchiveObject) throws -> ModelScalar? {
        if let value = try bool(of: object, "NS.boolval") { return .bool(value) }
        if let value = try integer(of: object, "NS.intval") { return .int64(value) }
        return try real(of: object, "NS.dblval").map { .double($0) }
    }

    private mutating func decimal(of object: ArchiveObject) throws -> Decimal? {
        // GNUstep writes its text.
        if let text = try text(of: object, "$0") { return text.utf8.count < 1000 ? DecimalText.decimal(text) : nil }
        guard let mantissa = try data(of: object, "NS.mantissa"), let length = try integer(of: object, "NS.length"),
            let exponent = try integer(of: object, "NS.exponent")
        else { return nil }
        return ArchiveDecimal.decimal(
            exponent: exponent, length: length, isNegative: try bool(of: object, "NS.negative") ?? false,
            byteOrder: try integer(of: object, "NS.mantissa.bo") ?? 1, mantissa: mantissa)
    }

    private mutating func geometry(of object: ArchiveObject) throws -> ModelGeometry? {
        func numbers(_ key: StaticString, _ count: Int) throws -> [CGFloat]? {
            try text(of: object, key).flatMap { GeometryText.numbers($0, count: count) }?.map { CGFloat($0) }
        }
        switch try integer(of: object, "NS.special") {
        case 1: return try numbers("NS.pointval", 2).map { .point(CGPoint(x: $0[0], y: $0[1])) }
        case 2: return try numbers("NS.sizeval", 2).map { .size(CGSize(width: $0[0], height: $0[1])) }
        case 3:
            return try numbers("NS.rectval", 4).map { .rect(CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])) }
        case 4:
            guard let location = try integer(of: object, "NS.rangeval.location"),
                let length = try integer(of: object, "NS.rangeval.length")
            else { return nil }
            return .range(NSRange(location: Int(location), length: Int(length)))
        default: return nil
        }
    }

    private mutating func transform(of object: ArchiveObject) throws -> AffineTransform? {
        if let data = try data(of: object, "transform") ?? data(of: object, "NSTransformStruct") {
            return ArchiveTransform.transform(data)
        }
        // Foundation on Linux: floats in an array of the unkeyed kind.
        guard let place = try value(of: object, "$0"), place.object.kind == .dictionary else { return nil }
        let array = try self.object(of: place.object)
        let names: [StaticString] = ["$0", "$1", "$2", "$3", "$4", "$5"]
        return ArchiveTransform.transform(try names.compactMap { try real(of: array, $0) })
    }

    private mutating func indexSet(of object: ArchiveObject) throws -> IndexSet? {
        switch try integer(of: object, "NSRangeCount") {
        case 0: return IndexSet()
        case 1:
            if let location = try integer(of: object, "NSLocation"), let length = try integer(of: object, "NSLength") {
                return ArchiveIndexSet.range(location, length).map { IndexSet(integersIn: $0) }
            }
            return try indexes(of: object, count: 1)
        case let count?: return try indexes(of: object, count: count)
        case nil: return nil
        }
    }

    private mutating func indexes(of object: ArchiveObject, count: Int64) throws -> IndexSet? {
        guard let data = try data(of: object, "NSRangeData") else { return nil }
        // Each byte may be a number, and many objects may share them.
        try self.count(bytes: data.count * 16)
        return ArchiveIndexSet.indexes(data, count: count)
    }
}
