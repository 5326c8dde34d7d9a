import Foundation

extension ModelNode: ModelValue {
    public static var codesOneValue: Bool { true }

    public static func isNil(_ node: ModelNode) -> Bool {
        if case .scalar(.null) = node { true } else { false }
    }

    public static func encode(_ node: ModelNode, to encoder: any ModelEncoder) throws {
        try encode(node, to: encoder, .shared)
    }

    /// Whose a tree is.
    enum Origin {
        /// Somebody's, who may hold its parts in other places too.
        case shared
        /// Made on the way from values whose types nobody declares. Its arrays and dictionaries are nobody's instances: an encoder that
        /// remembered their addresses would take the next such tree for this one.
        case untyped
        /// Made on the way too, of a value whose reader knows which types to expect.
        case typed
    }

    /// Encodes a tree that was made on the way.
    static func encodeTemporary(_ node: ModelNode, to encoder: any ModelEncoder, _ origin: Origin = .untyped) throws {
        try encode(node, to: encoder, origin)
    }

    private static func encode(_ node: ModelNode, to encoder: any ModelEncoder, _ origin: Origin) throws {
        switch node {
        case .scalar(let scalar): origin == .typed ? try encoder.encodeExpected(scalar) : try encoder.encode(scalar)
        case .array(let array): try encode(array, to: encoder, origin)
        case .dictionary(let dictionary): try encode(dictionary, to: encoder, origin)
        case .object(let object): try encode(object, to: encoder)
        case .model(let model): try encoder.encodeObject(model, expected: nil)
        }
    }

    private static func encode(_ array: ArrayNode, to encoder: any ModelEncoder, _ origin: Origin) throws {
        try encoder.context.enter()
        do {
            let identity = origin == .shared ? array : nil
            guard try encoder.beginArray(array.kind, count: array.elements.count, identity: identity) else {
                return encoder.context.leave()
            }
            for (index, element) in array.elements.enumerated() {
                do {
                    try encode(element, to: encoder, origin)
                } catch {
                    throw ModelError.prefixing(.index(index), to: error)
                }
            }
            try encoder.endArray()
        } catch {
            throw ModelError.leaving(array, with: error)
        }
        try encoder.context.count(array.elements.count)
        encoder.context.leave()
    }

    private static func encode(
        _ dictionary: DictionaryNode, to encoder: any ModelEncoder, _ origin: Origin
    ) throws {
        try encoder.context.enter()
        do {
            let hasTextKeys = dictionary.hasTextKeys
            let asText = hasTextKeys || !encoder.capabilities.contains(.valueKeys)
            guard
                try encoder.beginDictionary(
                    keys: asText ? .strings : .values, count: dictionary.entries.count,
                    identity: origin == .shared ? dictionary : nil)
            else { return encoder.context.leave() }
            var keys = KeySet()
            for (key, value) in dictionary.entries {
                let text = key.scalar.flatMap(ScalarConversion.keyText)
                do {
                    if asText {
                        guard let text else { throw ModelDictionaryKey.notText(key) }
                        guard keys.insert(text) else {
                            throw hasTextKeys ? KeySet.twice(text) : ModelDictionaryKey.repeated(text)
                        }
                        try encoder.encodeKey(text)
                    } else {
                        if let scalar = key.scalar, !keys.insert(scalar) {
                            throw KeySet.twice(text ?? "\(scalar)")
                        }
                        try encode(key, to: encoder, origin)
                    }
                    try encode(value, to: encoder, origin)
                } catch {
                    throw ModelError.prefixing(.key(text ?? "?"), to: error)
                }
            }
            try encoder.endDictionary()
        } catch {
            throw ModelError.leaving(dictionary, with: error)
        }
        try encoder.context.count(dictionary.entries.count)
        encoder.context.leave()
    }

    private static func encode(_ object: ObjectNode, to encoder: any ModelEncoder) throws {
        encoder.context.willEncode(object)
        try encoder.context.enter()
        do {
            guard try encoder.beginObject(object, class: object.codedClass, isExpected: false) else {
                return encoder.context.leave()
            }
            var names = NodeNames()
            // As they are now: code of a model further in may change the object.
            let properties = object.properties
            for (index, (key, value)) in properties.enumerated() {
                do {
                    guard names.isNew(key, at: index, in: properties) else { throw KeySet.twice(key) }
                    if isNil(value) {
                        try encoder.encodeNil(forKey: ModelKey(key), isDefault: false)
                    } else {
                        try encoder.encodeKey(ModelKey(key))
                        try encode(value, to: encoder)
                    }
                } catch {
                    throw ModelError.prefixing(.key(key), to: error)
                }
            }
            try encoder.endObject()
        } catch {
            throw ModelError.leaving(object, with: error)
        }
        encoder.context.leave()
    }

    public static func decode(from decoder: any ModelDecoder) throws -> ModelNode {
        let reference = decoder.reference
        if let reference, let known = decoder.context.object(for: reference) {
            try decoder.skipReference()
            switch known {
            case let node as ArrayNode: return .array(node)
            case let node as DictionaryNode: return .dictionary(node)
            case let node as ObjectNode: return .object(node)
            case let model as BaseModel: return .model(model)
            default: break
            }
        }
        switch try decoder.peekKind() {
        case .array: return .array(try decodeArray(.array, from: decoder, reference))
        case .set: return .array(try decodeArray(.set, from: decoder, reference))
        case .orderedSet: return .array(try decodeArray(.orderedSet, from: decoder, reference))
        case .dictionary: return .dictionary(try decodeDictionary(from: decoder, reference))
        case .object: return .object(try decodeObject(from: decoder, reference))
        default: return .scalar(try decoder.decodeScalar())
        }
    }

    private static func decodeArray(
        _ kind: ModelArrayKind, from decoder: any ModelDecoder, _ reference: Int?
    ) throws -> ArrayNode {
        let node = ArrayNode(kind: kind)
        if let reference { decoder.context.setObject(node, for: reference) }
        try decoder.context.enter()
        let room = try decoder.beginArray()
        try decoder.context.count(room)
        node.elements.reserveCapacity(room)
        do {
            while try decoder.nextElement() { node.elements.append(try decode(from: decoder)) }
        } catch {
            throw ModelError.prefixing(.index(node.elements.count), to: error)
        }
        try decoder.context.count(node.elements.count - room)
        decoder.context.leave()
        return node
    }

    private static func decodeDictionary(from decoder: any ModelDecoder, _ reference: Int?) throws -> DictionaryNode {
        let node = DictionaryNode()
        if let reference { decoder.context.setObject(node, for: reference) }
        try decoder.context.enter()
        let room = try decoder.beginDictionary()
        try decoder.context.count(room)
        node.entries.reserveCapacity(room)
        while let entry = try decoder.nextEntry() {
            switch entry {
            case .text(let text):
                do {
                    node.entries.append((.scalar(.string(text)), try decode(from: decoder)))
                } catch {
                    throw ModelError.prefixing(.key(text), to: error)
                }
            case .value:
                let key = try decode(from: decoder)
                node.entries.append((key, try decode(from: decoder)))
            }
        }
        try decoder.context.count(node.entries.count - room)
        if let key = node.repeatedKey {
            throw ModelError(.duplicateKey, "The dictionary has the key \(key) twice.").at(decoder.location)
        }
        decoder.context.leave()
        return node
    }

    private static func decodeObject(from decoder: any ModelDecoder, _ reference: Int?) throws -> ObjectNode {
        try decoder.context.enter()
        defer { decoder.context.leave() }
        return try decodeObject(of: try decoder.beginObject() ?? CodedClass(name: ""), from: decoder, reference)
    }

    /// The rest of an object that was entered already.
    static func decodeObject(
        of codedClass: CodedClass, from decoder: any ModelDecoder, _ reference: Int?
    ) throws -> ObjectNode {
        let node = ObjectNode(codedClass)
        if let reference { decoder.context.setObject(node, for: reference) }
        for key in try decoder.objectKeys() {
            do {
                guard try decoder.moveToKey(ModelKey(key)) else {
                    if decoder.foundNil { node.properties.append((key, .null)) }
                    continue
                }
                node.properties.append((key, try decode(from: decoder)))
            } catch {
                throw ModelError.prefixing(.key(key), to: error)
            }
        }
        try decoder.context.count(node.properties.count)
        try decoder.endObject()
        return node
    }
}

extension DictionaryNode {
    /// A key that is there twice, which no format could write; nil where there is none.
    fileprivate var repeatedKey: String? {
        guard entries.count > 1 else { return nil }
        var known = KeySet()
        for entry in entries {
            if let key = entry.key.scalar, !known.insert(key) { return ScalarConversion.keyText(key) ?? "\(key)" }
        }
        return nil
    }
}

/// Tells a key that an object has twice. Few are compared, which costs less than hashing them.
private struct NodeNames {
    private var names = KeySet()

    mutating func isNew(_ key: String, at index: Int, in properties: [(key: String, value: ModelNode)]) -> Bool {
        guard properties.count > 16 else {
            return !properties[..<index].contains { $0.key.utf8.elementsEqual(key.utf8) }
        }
        return names.insert(key)
    }
}
