import FormatSupport

/// Codes values without a declared type: the contents of `Any`, `[Any]` and `[String: Any]`.
public enum AnyValue {
    /// The null in arrays and dictionaries of `Any`, in programs without FoundationValues. Programs with
    /// FoundationValues use `NSNull`.
    public struct Null: Hashable, Sendable {
        public init() {}
    }

    static var null: Any { support?.null ?? Null() }

    /// The null as a value of the type `Any` or `Any?`. Returns nil for any other type.
    static func null<Value>(as type: Value.Type) -> Value? {
        if type == Any?.self { return Any?.some(null) as? Value }
        return type == Any.self ? null as? Value : nil
    }

    /// Converts a collection of Foundation to Swift's own collection. Returns any other value unchanged.
    ///
    /// - Throws: `cycle` for a collection that contains itself; `depthExceeded`.
    static func native(_ value: Any) throws(ModelError) -> Any { try support?.native(value) ?? value }

    /// The value inside an optional, however deeply nested. Any other value is returned unchanged. Nil for nil and
    /// `NSNull`.
    package static func unwrapped(_ value: Any?) -> Any? {
        // The type is compared, and no cast tried: casting an array or a dictionary to a class would convert it to
        // Foundation's, with all its contents.
        guard let value else { return nil }
        let type = type(of: value)
        guard !isNull(type) else { return nil }
        guard isOptional(type), let optional = value as? any OptionalValue else { return value }
        return optional.wrappedValue.flatMap { unwrapped($0) }
    }

    /// True for the type of an optional. A cast to ``OptionalValue`` takes a hundred times as long.
    private static func isOptional(_ type: Any.Type) -> Bool {
        func isOptional<Value>(_ type: Value.Type) -> Bool { _isOptional(type) }
        return _openExistential(type, do: isOptional)
    }

    private static func isNull(_ type: Any.Type) -> Bool { type == Null.self || support?.isNull(type) == true }

    /// The value inside an optional, however deeply nested. Any other value, even `NSNull`, is returned unchanged.
    /// Nil for nil.
    static func wrapped(_ value: Any?) -> Any? {
        guard let value, isOptional(type(of: value)), let optional = value as? any OptionalValue else { return value }
        return optional.wrappedValue.flatMap { wrapped($0) }
    }

    /// The value as a model; nil if it isn't a model.
    static func model(_ value: Any) -> BaseModel? {
        // The type is compared, as above. Converting a set would even stop the program: Foundation's hash of a Swift
        // value calls itself without end.
        type(of: value) is BaseModel.Type ? value as? BaseModel : nil
    }

    // MARK: Encoding

    /// Encodes a value of any type that a property may have.
    ///
    /// - Throws: `unrepresentableValue` for a value of another type.
    public static func encode(_ value: Any, to encoder: ModelEncoder) throws {
        try encoder.encodeUndeclared { try encodeUndeclared(value, to: encoder) }
    }

    static func encodeUndeclared(_ value: Any, to encoder: ModelEncoder) throws {
        guard let value = unwrapped(value) else { return try encoder.encodeNull() }
        if let model = model(value) { return try encoder.encodeObject(model) }
        // Casts would take an object for a value that it isn't.
        if support == nil, type(of: value) is AnyObject.Type, lacksSupport(type(of: value)) {
            throw lackingSupport("\(type(of: value))")
        }
        if let scalar = scalar(of: value) {
            // A long scalar isn't converted: all readers get the same instance, however often it occurs.
            return try encoder.models == .kept && scalar.isLong
                ? encoder.encode(unread: scalar) : encoder.encode(scalar)
        }
        if let native = try support?.native(value) { return try encodeUndeclared(native, to: encoder) }
        switch value {
        case let document as ModelDocument: try encoder.encode(document)
        case let dictionary as [String: Any]:
            // The value itself, and not the result of the cast, which may be a new one each time.
            if encoder.models == .kept { return try encoder.encode(unread: value) }
            try encoder.count(value, elements: dictionary.count)
            try encodeEntries(dictionary, to: encoder)
        case let range as Range<Int>: try encodeTyped(range, to: encoder)
        case let value as any ModelValue where !(value is any Collection): try encodeTyped(value, to: encoder)
        case let dictionary as [AnyHashable: Any]:
            try encoder.count(value, elements: dictionary.count)
            try encodeEntries(dictionary, to: encoder)
        case let set as Set<AnyHashable>: try encodeElements(try sorted(set, for: encoder), as: .set, to: encoder)
        case let array as [Any]:
            if encoder.models == .kept { return try encoder.encode(unread: value) }
            try encoder.count(value, elements: array.count)
            try encodeElements(array, as: .array, to: encoder)
        case let hashable as AnyHashable
        where !(hashable.base is AnyHashable) && type(of: hashable.base) != type(of: value):
            try encodeUndeclared(hashable.base, to: encoder)
        case let encodable as any Encodable:
            if lacksSupport(type(of: value)) { throw lackingSupport("\(type(of: value))") }
            try encoder.encode(codable: encodable)
        default:
            throw ModelError(.unrepresentableValue, "A value of type \(type(of: value)) can't be saved.")
        }
    }

    /// Encodes the elements of an array or a dictionary. If the encoder's `models` is `.kept`, collections among the
    /// elements are put into the document without converting them.
    static func encodeCollection(_ value: Any, to encoder: ModelEncoder) throws {
        try encoder.encodeUndeclared {
            switch value {
            case let dictionary as [String: Any]: try encodeEntries(dictionary, to: encoder)
            case let array as [Any]: try encodeElements(array, as: .array, to: encoder)
            default: try encodeUndeclared(value, to: encoder)
            }
        }
    }

    private static func encodeEntries(_ dictionary: [String: Any], to encoder: ModelEncoder) throws {
        try encoder.encodeEntries(dictionary) { try encodeUndeclared($0, to: encoder) }
    }

    static func encodeElements(_ elements: [Any], as kind: ModelArrayKind, to encoder: ModelEncoder) throws {
        try encoder.encodeElements(elements, as: kind) { try encodeUndeclared($0, to: encoder) }
    }

    private static func encodeTyped<Value: ModelValue>(_ value: Value, to encoder: ModelEncoder) throws {
        try encoder.encodeValue(value)
    }

    /// The scalar for a value of a type that is stored as a single value, such as text or a date. Nil for a value of
    /// any other type.
    static func scalar(of value: Any) -> ModelScalar? {
        // On Linux, a cast of a number would succeed for each type that its value fits.
        let type = type(of: value)
        if type == String.self { return (value as? String).map { .string($0) } }
        if type == Int.self { return (value as? Int).map { .int64(Int64($0)) } }
        if type == Bool.self { return (value as? Bool).map { .bool($0) } }
        if type == Double.self { return (value as? Double).map { .double($0) } }
        // Collections are frequent, too, and each of the casts below would compare their types.
        if type == [Any].self || type == [String: Any].self { return nil }
        let support = support
        if let support, let number = support.number(value) { return number }
        return switch value {
        case let value as String: .string(value)
        case let value as Float: .float(value)
        case let value as any FixedWidthInteger: try? ModelScalar(integer: value)
        case let value as Date: .date(value)
        case let value as Data: .data(value)
        case let value as URL: .url(value)
        case let value as UUID: .uuid(value)
        case let value as Decimal: .decimal(value)
        default: support?.scalar(of: value)
        }
    }

    // MARK: Decoding

    /// Decodes a value by its kind in the file. Arrays become `[Any]` with ``null`` for nulls, dictionaries
    /// `[String: Any]`, sets `Set<AnyHashable>`, objects models, and objects of unknown classes `ModelDocument`.
    public static func decode(from decoder: ModelDecoder) throws -> Any? {
        if let model = decoder.knownObject {
            try decoder.skipValue()
            decoder.context.instances += 1
            return model
        }
        switch try decoder.peekKind() {
        case .array, .orderedSet:
            return try decodeArray(from: decoder)
        case .set:
            let instances = decoder.context.instances
            decoder.context.setDepth += 1
            defer { decoder.context.setDepth -= 1 }
            let elements = try decoder.decodeCompared { try decodeArray(from: decoder) }
            // Hashing nested sets takes twice as long for each level. A set that is nested too deeply becomes an array.
            // The sets around it contain an array then, and become arrays, too.
            guard decoder.context.setDepth <= deepestSet else { return elements }
            guard instances == decoder.context.instances || !elements.contains(where: isContainer) else {
                return elements
            }
            let hashable = elements.compactMap { $0 as? AnyHashable }
            var hashes = HashCounter()
            for (index, element) in hashable.enumerated() { try hashes.note(element, among: index, in: decoder) }
            let set = Set(hashable)
            // Swift takes some different elements for equal, such as 1 and 1.0. Only an array keeps them all.
            return set.count == elements.count ? set as Any : elements
        case .dictionary:
            return try decodeDictionary(from: decoder)
        case .object:
            return try decodeObject(from: decoder)
        default:
            if let archive = try decoder.cursor.archivedObject() {
                decoder.context.instances += 1
                return try decodeObject(from: archive)
            }
            return try decoder.madeOnce { try decodeScalar(from: decoder) }
        }
    }

    private static func decodeScalar(from decoder: ModelDecoder) throws -> Any? {
        let long = decoder.cursor.longDecimal
        let scalar = try decoder.decodeScalar()
        if let long { return long }
        // A numeral becomes a double, unless no double has the same digits.
        if case .decimal(let value) = scalar, decoder.cursor.readsNumerals,
            let double = ScalarConversion.doubleOfNumeral(value)
        {
            return double
        }
        if case .geometry(let geometry) = scalar, support == nil { throw lackingSupport(geometry.typeName) }
        return native(scalar)
    }

    /// The deepest level of nested sets at which a set is decoded as a set. Below it, a set becomes an array.
    private static let deepestSet = 8

    /// True for a collection. A collection, and a value in it, must not be compared with an instance of a class:
    /// Swift would convert it to a Foundation object, whose hash calls itself without end on Linux. A set makes such
    /// a comparison if two hashes are equal by chance.
    private static func isContainer(_ value: Any) -> Bool {
        let type = type(of: value)
        return type == [Any].self || type == [String: Any].self || type == [AnyHashable: Any].self
            || type == Set<AnyHashable>.self
    }

    private static func decodeArray(from decoder: ModelDecoder) throws -> [Any] {
        var elements: [Any] = []
        let count = try decoder.beginArray()
        // An empty array allocates no memory.
        if count > 0 { try decoder.context.count(memory: 32 + count * MemoryLayout<Any>.size) }
        elements.reserveCapacity(count)
        try decoder.forEachElement { elements.append(try decode(from: decoder) ?? madeNull(in: decoder)) }
        return elements
    }

    private static func decodeDictionary(from decoder: ModelDecoder) throws -> Any {
        var named: [String: Any] = [:]
        var others: [AnyHashable: Any] = [:]
        var hashes = HashCounter()
        var (keysHoldInstances, keysHoldContainers) = (false, false)
        let count = try decoder.beginDictionary()
        // A hash table has room for more entries than it contains: it is at most two thirds full.
        if count > 0 { try decoder.context.count(memory: 64 + 2 * count * MemoryLayout<(String, Any)>.size) }
        named.reserveCapacity(count)
        while let entry = try decoder.nextEntry() {
            switch entry {
            case .text(let text):
                do {
                    guard try named.updateValue(decode(from: decoder) ?? madeNull(in: decoder), forKey: text) == nil
                    else {
                        throw ModelError(.duplicateKey, "The dictionary has the key \(ErrorText.quoted(text)) twice.")
                    }
                } catch {
                    throw decoder.failing(.key(text), error)
                }
            case .value:
                let place = decoder.location
                let instances = decoder.context.instances
                guard let key = try decoder.decodeCompared({ try decode(from: decoder) }) as? AnyHashable else {
                    throw ModelError(.typeMismatch, expected: "a key that can be compared", found: "another").at(place)
                }
                if instances != decoder.context.instances { keysHoldInstances = true }
                if isContainer(key.base) { keysHoldContainers = true }
                guard others.isEmpty || !keysHoldInstances || !keysHoldContainers else {
                    throw ModelError(
                        .typeMismatch, expected: "keys that can be compared",
                        found: "objects beside arrays, sets or dictionaries"
                    ).at(place)
                }
                let value = try decode(from: decoder) ?? madeNull(in: decoder)
                try hashes.note(key, among: others.count, in: decoder)
                guard others.updateValue(value, forKey: key) == nil else {
                    let text = PrintableValue.text(of: key)
                    throw ModelError(.duplicateKey, "The dictionary has the key \(text) twice.").at(place)
                }
            }
        }
        if others.isEmpty { return named }
        for (key, value) in named { others[key] = value }
        return others
    }

    private static func decodeObject(from decoder: ModelDecoder) throws -> Any {
        guard try decoder.context.classes.registry.type(named: decoder.peekClass?.name ?? "") != nil else {
            return try decoder.decodeDocument()
        }
        decoder.context.instances += 1
        return try decoder.makeObject(expected: BaseModel.self)
    }

    /// The null in a container. It counts as an instance.
    private static func madeNull(in decoder: ModelDecoder) -> Any {
        decoder.context.instances += 1
        return null
    }

    /// The Swift value of a scalar. An integer is an `Int` if it fits.
    static func native(_ scalar: ModelScalar) -> Any? {
        switch scalar {
        case .null: nil
        case .bool(let value): value
        case .int64(let value): Int(exactly: value) ?? value
        case .uint64(let value): Int(exactly: value) ?? value
        case .float(let value): value
        case .double(let value): value
        case .decimal(let value): value
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .url(let value): value
        case .uuid(let value): value
        case .uid(let value): Int(exactly: value) ?? value
        case .geometry(let geometry): support?.value(of: geometry) ?? geometry
        }
    }

    /// Casts a value to a type. Returns nil if the cast fails. A missing value becomes the nil of an optional type.
    static func cast<Value>(_ value: Any?, to type: Value.Type) -> Value? {
        guard let value else { return Optional<Any>.none as? Value }
        // See `model(_:)`.
        let isClass = (type as? any OptionalValue.Type)?.isOfClass ?? (type is AnyObject.Type)
        if isClass, let plain = unwrapped(value), !(Swift.type(of: plain) is AnyObject.Type) { return nil }
        return value as? Value
    }
}

/// An optional of any type. A value of type `Any` is an optional if it can be cast to this protocol.
protocol OptionalValue {
    static var wrappedType: Any.Type { get }
    static var isOfClass: Bool { get }
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    static var wrappedType: Any.Type { Wrapped.self }
    static var isOfClass: Bool { Wrapped.self is AnyObject.Type }
    var wrappedValue: Any? { map { $0 } }
}
