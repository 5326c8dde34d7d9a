import FormatSupport

extension BinaryPropertyListReferences {
    /// No references.
    package static var empty: Self { Self(start: 8, count: 0) }
}
