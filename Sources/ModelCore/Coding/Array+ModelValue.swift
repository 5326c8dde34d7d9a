extension Array: ModelValue where Element: ModelValue {
    @inlinable
    public static var codesOneValue: Bool { true }
    @inlinable
    public static func encode(_ value: [Element], to encoder: ModelEncoder) throws {
        try encoder.encodeElements(value, as: .array)
    }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> [Element] {
        var elements: [Element] = []
        try decoder.decodeElements(
            Element.self, reserve: { elements.reserveCapacity($0) }, add: { elements.append($0) })
        return elements
    }
}

extension ModelEncoder {
    /// Encodes the elements of an array, or of a set in an order that is the same each time.
    @inlinable
    @inline(__always)
    public func encodeElements<Element: ModelValue>(_ elements: [Element], as kind: ModelArrayKind) throws {
        try beginArray(kind)
        var index = 0
        do {
            for element in elements {
                try encodeValue(element)
                index &+= 1
            }
        } catch {
            throw failing(.index(index), error)
        }
        try endArray()
    }
}

extension ModelDecoder {
    /// Decodes the elements of an array or a set, one after the other.
    @inlinable
    @inline(__always)
    public func decodeElements<Element: ModelValue>(
        _ type: Element.Type, reserve: (Int) -> Void, add: (Element) throws -> Void
    ) throws {
        // Not a call of this method by itself, which would keep it from being inlined.
        if let archive = try embeddedArchive() {
            return try archive.decodeOwnElements(type, reserve: reserve, add: add)
        }
        try decodeOwnElements(type, reserve: reserve, add: add)
    }

    @inlinable
    @inline(__always)
    func decodeOwnElements<Element: ModelValue>(
        _ type: Element.Type, reserve: (Int) -> Void, add: (Element) throws -> Void
    ) throws {
        reserve(try beginArray())
        var index = 0
        do {
            while try nextElement() {
                try add(try decodeValue(Element.self))
                index &+= 1
            }
        } catch {
            throw failing(.index(index), error)
        }
    }
}
