/// What is wrong with the bytes of a property list, and where.
public struct PropertyListError: Error, Sendable, Hashable {
    /// What is wrong, in a sentence without the place.
    public var reason: String
    /// The number of bytes before the place.
    public var offset: Int

    public init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
