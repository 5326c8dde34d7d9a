import Foundation

/// Counts the elements of a set, or the keys of a dictionary, that have the same hash: to put one more in takes as many
/// steps as there are of them.
///
/// A file may have very many: NaNs are never equal, of data Foundation hashes the first bytes alone, of decimals the
/// nearest double.
@usableFromInline
struct HashCounter {
    private var counts: [Int: Int] = [:]
    private var isTrusted: Bool?

    @usableFromInline
    init() {}

    /// Counts one towards the limits of what is read.
    ///
    /// - Parameter count: How many are there already. A few of them can do no harm.
    /// - Throws: `nodesExceeded`.
    @usableFromInline
    mutating func note<Element: Hashable>(_ element: Element, among count: Int, in decoder: ModelDecoder) throws {
        guard count >= 1000 else { return }
        let isTrusted = isTrusted ?? Self.isTrusted(Element.self)
        self.isTrusted = isTrusted
        if isTrusted { return }
        let same = counts[element.hashValue, default: 0]
        counts[element.hashValue] = same + 1
        try decoder.context.count(same)
    }

    /// True for types of which different values have different hashes.
    private static func isTrusted<Element>(_ type: Element.Type) -> Bool {
        type == String.self || type == UUID.self || type is any FixedWidthInteger.Type
    }
}
