// Sets of `Any`, and dictionaries whose keys are of any kind. Their elements have no order of their own.

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

    /// The elements of a set, in an order that is the same each time.
    static func sorted(_ set: Set<AnyHashable>, for encoder: ModelEncoder) throws -> [Any] {
        try sorted(set.map(\.base), for: encoder) { $0 }
    }

    /// The elements in an order that is the same each time.
    private static func sorted<Element>(
        _ elements: [Element], for encoder: ModelEncoder, by key: (Element) -> Any
    ) throws -> [Element] {
        // Sort texts are sorted later. Sorting here too would go through sets inside sets twice at each level.
        if encoder.models == .sortTexts { return elements }
        let texts = try StableOrder.texts { encoder in
            for element in elements { try encode(key(element), to: encoder) }
        }
        return StableOrder.sorted(elements, by: texts)
    }
}
