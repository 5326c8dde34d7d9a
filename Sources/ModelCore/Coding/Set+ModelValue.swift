extension Set: ModelValue where Element: ModelValue {
    @inlinable
    public static var codesOneValue: Bool { true }
    @inlinable
    public static func encode(_ value: Set<Element>, to encoder: ModelEncoder) throws {
        try encoder.encodeElements(try StableOrder.sorted(value), as: .set)
    }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Set<Element> {
        var elements: Set<Element> = []
        try decoder.decodeCompared {
            try decoder.decodeElements(
                Element.self, reserve: { elements.reserveCapacity($0) }, add: { elements.insert($0) })
        }
        return elements
    }
}
