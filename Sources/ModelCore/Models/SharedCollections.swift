/// Counts what collections of `Any` hold that is stored once and stands in several places, as in `[wide, wide]`: a few
/// of these in each other are more values than any memory holds.
struct SharedCollections {
    /// The memory of those that were met.
    private var known: Set<UInt> = []
    private var elements = 0
    private var repeated = 0

    /// Counts a collection that the program keeps while this is in use.
    ///
    /// - Throws: `nodesExceeded` where much more is repeated than there is.
    mutating func count(_ collection: Any, elements count: Int) throws(ModelError) {
        guard count > 0, let collection = collection as? any Collection,
            let storage = Self.storage(of: collection)
        else { return }
        if known.insert(storage).inserted {
            elements += count
            return
        }
        repeated += count
        guard repeated > max(DecodingLimits.repetition * elements, Self.least) else { return }
        throw ModelError(
            .nodesExceeded,
            "What arrays and dictionaries have in several places makes them more than "
                + "\(DecodingLimits.repetition) times as large.")
    }

    /// The number of repeated elements that is always allowed: as many as in a small file.
    private static let least = 1 << 20

    /// The address of a collection's elements: arrays, dictionaries and sets are one pointer. Nil for any other type.
    private static func storage<Elements: Collection>(of collection: Elements) -> UInt? {
        guard MemoryLayout<Elements>.size == MemoryLayout<UInt>.size else { return nil }
        // Only compared.
        return unsafe unsafeBitCast(collection, to: UInt.self)
    }
}
