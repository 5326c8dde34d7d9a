import Documents
import FormatSupport

// Reads objects of Foundation's value classes as scalars. A function returns nil if the object isn't as Foundation
// writes it.

extension ArchiveParser {
    mutating func scalar(of object: ArchiveObject) throws -> ModelScalar? {
        switch object.kind {
        // A value that may be large is created once, however often the file refers to it.
        case .string?, .url?, .decimal?, .geometry?:
            let place = object.values.start
            if let known = foundationValues[place] { return known }
            let made = try made(of: object)
            foundationValues.updateValue(made, forKey: place)
            return made
        default: return try made(of: object)
        }
    }

    private mutating func made(of object: ArchiveObject) throws -> ModelScalar? {
        switch object.kind {
        case .null?: return .null
        case .string?: return try string(of: object).map { .string($0) }
        case .data?: return try data(of: object, "NS.data").map { .data($0) }
        case .date?: return try FoundationForm.date { try scalar(of: object, $0) }.map { .date($0) }
        case .uuid?: return try FoundationForm.uuid { try scalar(of: object, $0) }.map { .uuid($0) }
        case .uid?: return try FoundationForm.uid { try scalar(of: object, $0) }.map { .uid($0) }
        case .url?: return try url(of: object).map { .url($0) }
        case .real?: return try FoundationForm.number { try scalar(of: object, $0) }
        case .decimal?: return try FoundationForm.decimal { try scalar(of: object, $0) }.map { .decimal($0) }
        case .geometry?: return try geometry(of: object).map { .geometry($0) }
        default: return nil
        }
    }

    /// Returns the value under a key. Returns nil if the object has no such key, or if the value is nil.
    private func value(of object: ArchiveObject, _ key: StaticString) throws -> ArchiveReader.Place? {
        guard let position = try object.shape.position(of: key) else { return nil }
        let place = try archive.place(list.number(position, in: object.values))
        return archive.isNil(place) ? nil : place
    }

    /// Returns the scalar under a key: a scalar of the property list, or the text or data of an `NSString` or
    /// `NSData` object. Returns nil if there is no such scalar.
    private mutating func scalar(of object: ArchiveObject, _ key: StaticString) throws -> ModelScalar? {
        guard let place = try value(of: object, key) else { return nil }
        switch place.object.kind {
        case .bool: return .bool(try list.bool(place.object))
        case .integer: return try list.int64(place.object).map { .int64($0) }
        case .real: return .double(try list.double(place.object))
        case .string:
            let text = try string(place.object)
            try count(bytes: text.utf8.count)
            return .string(text)
        case .data:
            let data = try data(place.object)
            try count(bytes: data.count)
            return .data(data)
        case .dictionary:
            let inner = try self.object(of: place.object)
            switch (inner.kind, key.description) {
            // No object is read for a key that contains an object's own text or data: Foundation doesn't nest these.
            case (.string?, "NS.bytes"), (.string?, "NS.data"), (.data?, "NS.data"): return nil
            case (.string?, _): return try string(of: inner).map { .string($0) }
            case (.data?, _): return try data(of: inner, "NS.data").map { .data($0) }
            default: return nil
            }
        default: return nil
        }
    }

    private mutating func data(of object: ArchiveObject, _ key: StaticString) throws -> Data? {
        try FoundationForm.data(key) { try scalar(of: object, $0) }
    }

    /// Returns the text of an `NSString` object. If the text is stored in the object itself, `$null` is a text, too.
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
            guard url.kind == .url, parts.count < 32, case .string(let text)? = try scalar(of: url, "NS.relative")
            else { return nil }
            parts.append(text)
            next = nil
            if let base = try value(of: url, "NS.base"), base.object.kind != .null {
                guard base.object.kind == .dictionary, case let found = try self.object(of: base.object) else {
                    return nil
                }
                // An object that represents null counts as nil.
                if found.kind != .null { next = found }
            }
        }
        var result: URL?
        for text in parts.reversed() {
            guard let url = URL(string: text, relativeTo: result) else { return nil }
            // The absolute URL grows with each base.
            try count(bytes: url.absoluteString.utf8.count)
            result = url
        }
        return result
    }

    private mutating func geometry(of object: ArchiveObject) throws -> ModelGeometry? {
        switch object.archiveClass.codedClass.name {
        case "NSValue": return try FoundationForm.geometry { try scalar(of: object, $0) }
        case "NSAffineTransform": return try transform(of: object)
        default:
            return try FoundationForm.indexSet { key in
                let found = try scalar(of: object, key)
                // Each byte may be a number, and many objects may share the data.
                if case .data(let data)? = found { try count(bytes: data.count * 16) }
                return found
            }
        }
    }

    private mutating func transform(of object: ArchiveObject) throws -> ModelGeometry? {
        if let data = try data(of: object, "transform") ?? data(of: object, "NSTransformStruct") {
            return ArchiveTransform.transform(data)
        }
        // Foundation on Linux writes an unkeyed array of floats.
        guard let place = try value(of: object, "$0"), place.object.kind == .dictionary else { return nil }
        let array = try self.object(of: place.object)
        let names: [StaticString] = ["$0", "$1", "$2", "$3", "$4", "$5"]
        let numbers = try names.compactMap { name in try FoundationForm.real(name) { try scalar(of: array, $0) } }
        return ArchiveTransform.transform(numbers)
    }
}
