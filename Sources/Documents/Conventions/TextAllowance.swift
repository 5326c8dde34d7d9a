import Synchronization

/// Limits the long text in models of a file that are set with values of type `Any`. Each of these models gets a
/// separate document, and a small file may contain one text in very many places.
package final class TextAllowance: Sendable {
    private let limit: Int
    private let counted = Atomic(0)

    package init(values limit: Int) { self.limit = limit }

    /// Counts text or data that is processed, in the same units as ``DecodingLimits/nodes``. Throws `nodesExceeded`
    /// above the limit.
    package func count(bytes: Int) throws { try count(values: Self.steps(bytes)) }

    /// Returns the number of values as which a text or data of `bytes` bytes counts: one for each 16 bytes of a long
    /// text or data, 0 for a short one.
    package static func steps(_ bytes: Int) -> Int { bytes > DecodingLimits.shortText ? bytes >> 4 : 0 }

    /// Counts values that are processed. Throws `nodesExceeded` above the limit.
    package func count(values steps: Int) throws {
        guard steps > 0 else { return }
        guard counted.wrappingAdd(steps, ordering: .relaxed).newValue <= limit else { throw ModelError.tooMany(limit) }
    }
}
