/// Text that is compared by its UTF-8 bytes, as keys in files are. Swift's `String` compares characters: as a
/// `String`, an é of one Unicode scalar and an é of two scalars are equal. The order is the same in every locale and
/// for every Unicode version.
public struct ExactText: Hashable, Comparable, Sendable {
    /// The text itself.
    public let text: String

    /// Wraps a text.
    public init(_ text: String) { self.text = text }

    public static func == (left: ExactText, right: ExactText) -> Bool {
        let areEqual = left.text.withStoredUTF8 { left in right.text.withStoredUTF8 { right in left.equals(right) } }
        return (areEqual ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    public static func < (left: ExactText, right: ExactText) -> Bool {
        let precedes = left.text.withStoredUTF8 { left in right.text.withStoredUTF8 { right in left.precedes(right) } }
        return (precedes ?? nil) ?? left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: $0) }
    }
}
