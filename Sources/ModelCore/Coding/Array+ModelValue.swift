extension Array: ModelValue where Element: ModelValue {
    @inlinable
    public static var codesOneValue: Bool { true }
    @inlinable
    public static func encode(_ value: [Element], to encoder: any ModelEncoder) throws {
        try encoder.encodeElements(value, as: .array)
    }

    @inlinable
    public static func decode(from decoder: any ModelDecoder) throws -> [Element] {
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
        // Asked for once: each question to an encoder of unknown type costs a reference count.
        let context = self.context
        try context.enter()
        guard try beginArray(kind, count: elements.count, identity: nil) else { return context.leave() }
        var index = 0
        do {
            for element in elements {
                try encodeValue(element)
                index &+= 1
            }
        } catch {
            throw ModelError.prefixing(.index(index), to: error)
        }
        try endArray()
        try context.count(elements.count)
        context.leave()
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
        // Asked for once: each question to a decoder of unknown type costs a reference count.
        let context = self.context
        let reference = self.reference
        if reference != nil { try context.open(reference) }
        try context.enter()
        // Counted before there is memory for them, and set right when they are known.
        let room = try beginArray()
        try context.count(room)
        reserve(room)
        var index = 0
        do {
            while try nextElement() {
                try add(try decodeValue(Element.self))
                index &+= 1
            }
        } catch {
            throw ModelError.prefixing(.index(index), to: error)
        }
        try context.count(index - room)
        context.leave()
        if reference != nil { context.close(reference) }
    }
}
