import Foundation

/// The facts about a file that a format needs to read or write it.
public struct FormatContext: Sendable {
    /// The format.
    public let format: FileFormat
    /// The limits for the file. When reading, the file's size limits the number of values further.
    public let limits: DecodingLimits
    /// When reading, the class that the root is expected to be of, or to inherit from. When writing, the root's class.
    /// Nil if the root is no model.
    public let rootType: Any.Type?
    /// When writing, the root's class as the file names it. Nil if the root is no object, and when reading.
    public let rootClass: CodedClass?
    /// When writing, an older file of the format. Values that haven't changed may keep their bytes from it. Nil if
    /// there is none.
    public let olderFile: Data?

    /// A context for one file.
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
