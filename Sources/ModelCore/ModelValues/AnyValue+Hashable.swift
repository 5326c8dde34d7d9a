// Sets and dictionaries of `Any` with keys of any kind, whose elements have no order of their own.

extension AnyValue {
    static func encodeEntries(_ dictionary: [AnyHashable: Any], to encoder: ModelEncoder) throws {
        let entries = try sorted(Array(dictionary), for: encoder) { $0.key.base }
        try encoder.encodeEntries(entries) {
            scalar(of: $0.base).flatMap(ScalarConversion.keyText)
        } key: {
            try encodeUndeclared($0.base, to: encoder)
        } value: {
            try encodeUndeclared($0, to: encoder)
        }
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
