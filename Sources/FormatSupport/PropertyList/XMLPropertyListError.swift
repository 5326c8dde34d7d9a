/// Why text isn't a property list, and where.
public struct XMLPropertyListError: Error, Hashable {
    public let reason: String
    /// The number of bytes of UTF-8 before the place. See ``XMLPropertyListScanner/source``.
    public let offset: Int

    public init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
