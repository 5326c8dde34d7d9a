/// What a provider makes of a file's content.
public struct FormatDetection: Sendable, Hashable {
    /// How sure it is.
    public enum Confidence: Sendable, Hashable, Comparable {
        /// It could be: worth a try where nobody is certain.
        case possible
        /// It can be nothing else.
        case certain
    }

    /// The format that the content seems to be of.
    public var format: FileFormat
    /// How sure the provider is.
    public var confidence: Confidence

    /// A format, and how sure the provider is of it.
    public init(_ format: FileFormat, _ confidence: Confidence) {
        self.format = format
        self.confidence = confidence
    }
}
