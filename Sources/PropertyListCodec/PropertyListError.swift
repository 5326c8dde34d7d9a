import FormatSupport

/// An error in the bytes of a property list.
@usableFromInline
package struct PropertyListError: PlacedError, Sendable, Hashable {
    /// The reason, as a sentence without the offset.
    package var reason: String
    /// The offset of the error in bytes.
    package var offset: Int

    package init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// Returns the error of work whose task is cancelled. ``LongWork/run(_:)`` throws `CancellationError` instead of
    /// this error.
    package static func cancelled(at offset: Int) -> PropertyListError {
        PropertyListError("It was cancelled.", at: offset)
    }
}
