extension BinaryPropertyListReferences {
    /// No references.
    public static var empty: Self { Self(start: 8, count: 0) }
}
