import FormatSupport

// Sets of `Any`, and dictionaries whose keys are of any kind. Their elements are unordered.

extension AnyValue {
    static func encodeEntries(_ dictionary: [AnyHashable: Any], to encoder: ModelEncoder) throws {
        let (keys, values) = dictionary.keysAndValues
        try encoder.encodeEntries(keys, values, in: try order(of: keys.map(\.base), for: encoder)) {
            scalar(of: $0.base).flatMap(ScalarConversion.keyText)
        } key: {
            try encodeUndeclared($0.base, to: encoder)
        } value: {
            try encodeUndeclared($0, to: encoder)
        }
    }

    /// The elements of a set, in an order that is the same in each run.
    static func sorted(_ set: Set<AnyHashable>, for encoder: ModelEncoder) throws -> [Any] {
        let elements = set.map(\.base)
        return try order(of: elements, for: encoder).map { elements[$0] }
    }

    /// The indexes of elements, in an order that is the same in each run.
    private static func order(of elements: [Any], for encoder: ModelEncoder) throws -> ElementOrder {
        // Sort texts are sorted later. Sorting here too would go through sets inside sets twice at each level.
        if encoder.models == .sortTexts { return ElementOrder(unsorted: elements.count) }
        return StableOrder.order(
            of: try StableOrder.texts { encoder in
                for element in elements { try encode(element, to: encoder) }
            })
    }
}
