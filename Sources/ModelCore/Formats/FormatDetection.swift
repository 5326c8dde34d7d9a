/// What a provider makes of a file's content.
public enum FormatDetection: Sendable, Hashable {
    /// It could be of that format: worth a try where nobody is certain.
    case possible(FileFormat)
    /// It can be of no other format.
    case certain(FileFormat)

    /// The format that the content seems to be of.
    public var format: FileFormat {
        switch self {
        case .possible(let format), .certain(let format): format
        }
    }
}
