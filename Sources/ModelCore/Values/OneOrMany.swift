/// A list that files may also contain as a single value. The list is written as it was read.
///
/// ```swift
/// var authors: OneOrMany<String> = ["Ann"]
/// ```
///
/// The elements mustn't be arrays or sets, and mustn't be written as arrays. If a list needn't be written as it was
/// read, an array with `@Transform(.oneOrMany())` is simpler.
public struct OneOrMany<Element: ModelValue> {
    /// The elements.
    public var elements: [Element] {
        didSet { if elements.count != 1 { isSingle = false } }
    }
    /// True if the only element is written alone, and not in an array. Setting this to true has no effect unless the
    /// list has exactly one element.
    public var isSingle: Bool {
        didSet { if isSingle, elements.count != 1 { isSingle = false } }
    }

    /// Creates a list.
    public init(_ elements: [Element]) {
        self.elements = elements
        isSingle = false
    }

    /// Creates a single value.
    public init(single element: Element) {
        elements = [element]
        isSingle = true
    }
}

extension OneOrMany: ModelValue, UncheckedModelValue {
    public static func encode(_ value: OneOrMany, to encoder: ModelEncoder) throws {
        if value.isSingle, let single = value.elements.first { return try encoder.encodeValue(single) }
        try encoder.encodeValue(value.elements)
    }

    public static func decode(from decoder: ModelDecoder) throws -> OneOrMany {
        try decoder.isAtArray
            ? OneOrMany(decoder.decodeValue([Element].self)) : OneOrMany(single: decoder.decodeValue(Element.self))
    }
}

extension OneOrMany: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension OneOrMany: Equatable where Element: Equatable {}
extension OneOrMany: Hashable where Element: Hashable {}
extension OneOrMany: Sendable where Element: Sendable {}
