import Synchronization

/// The amount of long text with which the models of a file may be set by way of `Any`. Each of these models gets a
/// separate document, and a small file may contain one text in very many places.
package final class TextAllowance: Sendable {
    private let limit: Int
    private let counted = Atomic(0)

    package init(values limit: Int) { self.limit = limit }

    /// Counts text or data that is processed, by the same measure as in a file. Throws `nodesExceeded`.
    package func count(bytes: Int) throws { try count(values: Self.steps(bytes)) }

    /// The number of values as which reading a text or data of that length counts.
    package static func steps(_ bytes: Int) -> Int { bytes > DecodingLimits.shortText ? bytes >> 4 : 0 }

    /// Counts values that are processed. Throws `nodesExceeded`.
    package func count(values steps: Int) throws {
        guard steps > 0 else { return }
        guard counted.wrappingAdd(steps, ordering: .relaxed).newValue <= limit else { throw ModelError.tooMany(limit) }
    }
}
