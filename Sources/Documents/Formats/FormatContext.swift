import Foundation

/// What a format is told of the file that it reads or writes.
public struct FormatContext: Sendable {
    /// The format.
    public let format: FileFormat
    /// What bounds the file: when reading, no more values than a file of its size may be read as.
    public let limits: DecodingLimits
    /// When reading, the class of which, or below which, the root is expected to be; when writing, the root's class.
    /// Nil where the root is no model.
    public let rootType: Any.Type?
    /// When writing, the class of the root as the file names it; nil where the root is no object, and when reading.
    public let rootClass: CodedClass?
    /// When writing, an older file of the format: what is as it was there may stay as it is written there. Nil if there
    /// is none.
    public let olderFile: Data?

    /// A context of one file.
    public init(
        format: FileFormat, limits: DecodingLimits = .standard, rootType: Any.Type? = nil,
        rootClass: CodedClass? = nil, olderFile: Data? = nil
    ) {
        self.format = format
        self.limits = limits
        self.rootType = rootType
        self.rootClass = rootClass
        self.olderFile = olderFile
    }
}
