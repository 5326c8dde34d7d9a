import FormatSupport

/// Counts the elements of a set, or the keys of a dictionary, that have equal hashes. Inserting one more element takes
/// as many steps as there are elements with the same hash.
///
/// A file may contain very many elements with the same hash: NaNs are never equal, Foundation hashes only the first
/// bytes of data, and a decimal has the hash of the nearest double.
struct HashCounter {
    private var counts: [Int: Int] = [:]
    private var isTrusted: Bool?

    init() {}

    /// Counts an element towards the limits of the decoding.
    ///
    /// - Parameter count: The number of elements before this element. The first 1000 elements aren't counted, because
    ///   they take little time.
    /// - Throws: `nodesExceeded`.
    mutating func note<Element: Hashable>(_ element: Element, among count: Int, in decoder: ModelDecoder) throws {
        guard count >= 1000 else { return }
        let isTrusted = isTrusted ?? Self.isTrusted(Element.self)
        self.isTrusted = isTrusted
        if isTrusted { return }
        let same = counts[element.hashValue, default: 0]
        counts[element.hashValue] = same + 1
        try decoder.context.count(same)
    }

    /// True for a type whose different values have different hashes.
    private static func isTrusted<Element>(_ type: Element.Type) -> Bool {
        type == String.self || type == UUID.self || type is any FixedWidthInteger.Type
    }
}
