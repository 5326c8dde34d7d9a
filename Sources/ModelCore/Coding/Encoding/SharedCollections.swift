/// Limits how often the elements of shared collections of `Any` are repeated.
///
/// In `[wide, wide]`, the elements of `wide` are in memory once, and are written twice. With a few such levels, there
/// are more values to write than fit into memory.
struct SharedCollections {
    /// The addresses of the collections that were counted.
    private var known: Set<UInt> = []
    private var elements = 0
    private var repeated = 0

    /// Counts a collection. The program keeps it alive while this value is in use.
    ///
    /// - Throws: `nodesExceeded` if there are many more repeated elements than stored elements.
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

    /// The address of a collection's elements: an array, a dictionary or a set is one pointer. Nil for any other type.
    private static func storage<Elements: Collection>(of collection: Elements) -> UInt? {
        guard MemoryLayout<Elements>.size == MemoryLayout<UInt>.size else { return nil }
        // The pointer is only compared.
        return unsafe unsafeBitCast(collection, to: UInt.self)
    }
}
