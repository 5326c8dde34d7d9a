import Foundation

/// Values whose type nobody declared: the contents of `Any`, `[Any]` and `[String: Any]`.
public enum AnyValue {
    /// What stands for null in arrays and dictionaries of `Any`. One for all: on Linux each has a hash of its own, though all are equal, and a
    /// set that holds two of them stops the program.
    static let null = NSNull()

    /// The value itself where it is an optional, however deep; nil where it is nil or `NSNull`.
    public static func unwrapped(_ value: Any?) -> Any? {
        // Asked of its type: to cast an array or a dictionary to a class is to convert it to Foundation's, with all that it holds.
        guard let value, !(type(of: value) is NSNull.Type) else { return nil }
        guard let optional = value as? any OptionalValue else { return value }
        return optional.wrappedValue.flatMap { unwrapped($0) }
    }

    /// The model that a value is; nil where it is none.
    static func model(_ value: Any) -> BaseModel? {
        // Asked of its type, as above. To convert a set even stops the program: Foundation's hash of a Swift value calls itself without end.
        type(of: value) is BaseModel.Type ? value as? BaseModel : nil
    }

    /// Encodes a value of any type that a property may have.
    ///
    /// - Throws: `unrepresentableValue` for a value of another type.
    public static func encode(_ value: Any, to encoder: any ModelEncoder) throws {
        try ModelNode.encodeTemporary(try node(of: value), to: encoder)
    }

    /// Decodes a value as what the file says it is. Arrays become `[Any]` with `NSNull` for nulls, dictionaries
    /// `[String: Any]`, sets `Set<AnyHashable>`, objects models, and objects of unknown classes `ModelNode`.
    public static func decode(from decoder: any ModelDecoder) throws -> Any? {
        let reference = decoder.reference
        if let reference, let model = decoder.context.object(for: reference) as? BaseModel {
            try decoder.skipReference()
            decoder.context.instances += 1
            return model
        }
        switch try decoder.peekKind() {
        case .array, .orderedSet:
            return try decodeArray(from: decoder)
        case .set:
            let instances = decoder.context.instances
            let elements = try decodeArray(from: decoder)
            guard instances == decoder.context.instances || !elements.contains(where: isContainer) else { return elements }
            let hashable = elements.compactMap { $0 as? AnyHashable }
            let set = Set(hashable)
            // Elements that Swift takes for equal, as 1 and 1.0, only stay apart in an array.
            return set.count == elements.count ? set as Any : elements
        case .dictionary:
            return try decodeDictionary(from: decoder)
        case .object:
            return try decodeObject(from: decoder)
        default:
            return native(try decoder.decodeScalar())
        }
    }

    /// True for what mustn't be compared with an instance of a class, neither may anything in it: Swift would make Foundation's object of it,
    /// whose hash calls itself without end on Linux. Sets compare elements whose hashes happen to meet.
    private static func isContainer(_ value: Any) -> Bool {
        let type = type(of: value)
        return type == [Any].self || type == [String: Any].self || type == [AnyHashable: Any].self || type == Set<AnyHashable>.self
    }

    private static func decodeArray(from decoder: any ModelDecoder) throws -> [Any] {
        let reference = decoder.reference
        try decoder.context.open(reference)
        try decoder.context.enter()
        var elements: [Any] = []
        let room = try decoder.beginArray()
        try decoder.context.count(room)
        elements.reserveCapacity(room)
        do {
            while try decoder.nextElement() { elements.append(try decode(from: decoder) ?? madeNull(in: decoder)) }
        } catch {
            throw ModelError.prefixing(.index(elements.count), to: error)
        }
        try decoder.context.count(elements.count - room)
        decoder.context.leave()
        decoder.context.close(reference)
        return elements
    }

    private static func decodeDictionary(from decoder: any ModelDecoder) throws -> Any {
        let reference = decoder.reference
        try decoder.context.open(reference)
        try decoder.context.enter()
        var named: [String: Any] = [:]
        var others: [AnyHashable: Any] = [:]
        var (keysHoldInstances, keysHoldContainers) = (false, false)
        let room = try decoder.beginDictionary()
        try decoder.context.count(room)
        named.reserveCapacity(room)
        while let entry = try decoder.nextEntry() {
            switch entry {
            case .text(let text):
                do {
                    guard try named.updateValue(decode(from: decoder) ?? madeNull(in: decoder), forKey: text) == nil else {
                        throw ModelError(.duplicateKey, "The dictionary has the key \(text) twice.")
                    }
                } catch {
                    throw ModelError.prefixing(.key(text), to: error)
                }
            case .value:
                let place = decoder.location
                let instances = decoder.context.instances
                guard let key = try decode(from: decoder) as? AnyHashable else {
                    throw ModelError(.typeMismatch, expected: "a key that can be compared", found: "another").at(place)
                }
                if instances != decoder.context.instances { keysHoldInstances = true }
                if isContainer(key.base) { keysHoldContainers = true }
                guard others.isEmpty || !keysHoldInstances || !keysHoldContainers else {
                    throw ModelError(
                        .typeMismatch, expected: "keys that can be compared", found: "objects beside arrays, sets or dictionaries"
                    ).at(place)
                }
                let value = try decode(from: decoder) ?? madeNull(in: decoder)
                guard others.updateValue(value, forKey: key) == nil else {
                    throw ModelError(.duplicateKey, "The dictionary has the key \(key) twice.").at(place)
                }
            }
        }
        try decoder.context.count(named.count + others.count - room)
        decoder.context.leave()
        decoder.context.close(reference)
        if others.isEmpty { return named }
        for (key, value) in named { others[key] = value }
        return others
    }

    private static func decodeObject(from decoder: any ModelDecoder) throws -> Any {
        let reference = decoder.reference
        try decoder.context.enter()
        defer { decoder.context.leave() }
        decoder.context.instances += 1
        let codedClass = try decoder.beginObject() ?? CodedClass(name: "")
        if codedClass.name.isEmpty { return try decodeClassless(from: decoder) }
        guard try decoder.context.classes.type(named: codedClass.name) != nil else {
            return ModelNode.object(try ModelNode.decodeObject(of: codedClass, from: decoder, reference))
        }
        return try decoder.makeObject(of: codedClass, expected: BaseModel.self, reference: reference)
    }

    /// The rest of an object whose class has no name, as a dictionary: as one it would be written.
    private static func decodeClassless(from decoder: any ModelDecoder) throws -> Any {
        var named: [String: Any] = [:]
        for key in try decoder.objectKeys() {
            named[key] = try decoder.decodeAny(forKey: ModelKey(key)) ?? madeNull(in: decoder)
        }
        try decoder.context.count(named.count)
        try decoder.endObject()
        return named
    }

    /// What stands for a null in a container.
    private static func madeNull(in decoder: any ModelDecoder) -> NSNull {
        decoder.context.instances += 1
        return null
    }

    /// The Swift value of a scalar: integers are `Int` where they fit.
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
        case .geometry(.point(let value)): value
        case .geometry(.size(let value)): value
        case .geometry(.rect(let value)): value
        case .geometry(.range(let value)): value
        case .geometry(.indexSet(let value)): value
        case .geometry(.transform(let value)): value
        }
    }

    /// The value as another type, nil for an optional one that has none.
    static func cast<Value>(_ value: Any?, to type: Value.Type) -> Value? {
        guard let value else { return Optional<Any>.none as? Value }
        // See `model(_:)`.
        let isClass = (type as? any OptionalValue.Type)?.isOfClass ?? (type is AnyObject.Type)
        if isClass, let plain = unwrapped(value), !(Swift.type(of: plain) is AnyObject.Type) { return nil }
        return value as? Value
    }

    /// The node of any value, models kept as themselves.
    static func node(of value: Any?, depth: Int = 0) throws -> ModelNode {
        guard let value = unwrapped(value) else { return .null }
        guard depth < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
            throw ModelError.tooDeep(.standard, at: depth)
        }
        if let model = model(value) { return .model(model) }
        switch value {
        case let node as ModelNode: return node
        case let number where type(of: value) is NSNumber.Type: return .scalar(scalar(of: number))
        case let text as String: return .scalar(.string(text))
        case let dictionary as [String: Any]:
            return .dictionary(
                DictionaryNode(
                    try dictionary.keys.sorted(by: StableOrder.utf8Order).map { key in
                        do {
                            return (.scalar(.string(key)), try node(of: dictionary[key], depth: depth + 1))
                        } catch {
                            throw ModelError.prefixing(.key(key), to: error)
                        }
                    }))
        case let value as any ModelValue where !(value is any Collection):
            return try NodeEncoder.node(keepsModels: true) { try encode(value, to: $0) }
        case let value as any ModelValue where value is Data || value is IndexSet || value is Range<Int>:
            return try NodeEncoder.node(keepsModels: true) { try encode(value, to: $0) }
        case let dictionary as [AnyHashable: Any]:
            let entries = try dictionary.map { (try node(of: $0.key, depth: depth + 1), try node(of: $0.value, depth: depth + 1)) }
            return .dictionary(DictionaryNode(entries.sorted { $0.0.sortKey < $1.0.sortKey }))
        case let set as Set<AnyHashable>:
            let elements = try set.map { try node(of: $0.base, depth: depth + 1) }
            return .array(ArrayNode(elements.sorted { $0.sortKey < $1.sortKey }, kind: .set))
        case let array as [Any]:
            return .array(
                ArrayNode(
                    try array.enumerated().map { index, element in
                        do {
                            return try node(of: element, depth: depth + 1)
                        } catch {
                            throw ModelError.prefixing(.index(index), to: error)
                        }
                    }))
        case let hashable as AnyHashable where !(hashable.base is AnyHashable) && type(of: hashable.base) != type(of: value):
            return try node(of: hashable.base, depth: depth + 1)
        case let encodable as any Encodable:
            return try CodableNodeEncoder.node(of: encodable, EncodingContext(format: .node))
        default:
            throw ModelError(.unrepresentableValue, "A value of type \(type(of: value)) can't be saved.")
        }
    }

    /// The node of any value, whose arrays and dictionaries are only looked through when somebody reads them: see ``ArrayNode/expand()``.
    static func unreadNode(of value: Any) throws -> ModelNode {
        let type = type(of: value)
        if type == [String: Any].self, let entries = value as? [String: Any] { return .dictionary(DictionaryNode(unread: entries)) }
        if type == [Any].self, let elements = value as? [Any] { return .array(ArrayNode(unread: elements)) }
        return try node(of: value)
    }

    /// What Foundation's `NSNumber` holds, by its type code.
    private static func scalar(of value: Any) -> ModelScalar {
        guard let number = value as? NSNumber else { return .null }
        if let decimal = number as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
        switch unsafe number.objCType.pointee {
        case CChar(UInt8(ascii: "B")), CChar(UInt8(ascii: "c")):
            // Booleans and bytes share a code.
            return number === NSNumber(value: true) || number === NSNumber(value: false)
                ? .bool(number.boolValue) : .int64(number.int64Value)
        case CChar(UInt8(ascii: "f")): return .float(number.floatValue)
        case CChar(UInt8(ascii: "d")): return .double(number.doubleValue)
        case CChar(UInt8(ascii: "Q")): return .uint64(number.uint64Value)
        default: return .int64(number.int64Value)
        }
    }

    private static func encode<Value: ModelValue>(_ value: Value, to encoder: any ModelEncoder) throws {
        try encoder.encodeValue(value)
    }
}

/// Lets `Any` be asked whether it holds an optional.
private protocol OptionalValue {
    static var isOfClass: Bool { get }
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate static var isOfClass: Bool { Wrapped.self is AnyObject.Type }
    fileprivate var wrappedValue: Any? { map { $0 } }
}
