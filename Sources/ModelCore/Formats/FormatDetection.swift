/// What a provider makes of a file's content.
public struct FormatDetection: Sendable, Hashable, Comparable {
    /// How sure it is.
    public enum Confidence: Int, Sendable, Hashable, Comparable {
        /// It could be: worth a try where nobody is certain.
        case possible
        /// It can be nothing else.
        case certain

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
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

    public static func < (left: Self, right: Self) -> Bool { left.confidence < right.confidence }
}
