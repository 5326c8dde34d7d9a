// Sets and dictionaries of `Any` with keys of any kind, whose elements have no order of their own.

extension AnyValue {
    static func encodeEntries(_ dictionary: [AnyHashable: Any], to encoder: ModelEncoder) throws {
        let asText = !encoder.capabilities.contains(.valueKeys)
        if asText { try encoder.beginDictionary() } else { try encoder.beginValueDictionary() }
        var texts: Set<String> = []
        for (key, value) in try sorted(Array(dictionary), for: encoder, by: { $0.key.base }) {
            let text = scalar(of: key.base).flatMap(ScalarConversion.keyText)
            do {
                if asText {
                    guard let text else { throw ModelDictionaryKey.notText(type(of: key.base)) }
                    guard texts.insert(text).inserted else { throw ModelDictionaryKey.repeated(text) }
                    try encoder.encodeKey(text)
                } else {
                    try encodeUndeclared(key.base, to: encoder)
                }
                try encodeUndeclared(value, to: encoder)
            } catch {
                throw encoder.failing(.key(text ?? "?"), error)
            }
        }
        try encoder.end()
    }

    /// What a set holds, in an order that is the same each time.
    static func sorted(_ set: Set<AnyHashable>, for encoder: ModelEncoder) throws -> [Any] {
        try sorted(set.map(\.base), for: encoder) { $0 }
    }

    /// What was given, in an order that is the same each time.
    private static func sorted<Element>(
        _ elements: [Element], for encoder: ModelEncoder, by key: (Element) -> Any
    ) throws -> [Element] {
        // Their texts are sorted: else sets in sets would be gone through twice at each level.
        if encoder.models == .sortTexts { return elements }
        let texts = try StableOrder.texts { encoder in
            for element in elements { try encode(key(element), to: encoder) }
        }
        return StableOrder.sorted(elements, by: texts)
    }
}
