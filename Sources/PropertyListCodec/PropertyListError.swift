import FormatSupport

/// What is wrong with the bytes of a property list, and where.
@usableFromInline
package struct PropertyListError: PlacedError, Sendable, Hashable {
    /// What is wrong, in a sentence without the place.
    package var reason: String
    /// The number of bytes before the place.
    package var offset: Int

    package init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
