import FormatSupport
import Synchronization

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
    /// The content that was opened in the file, for both ways of reading it. Nil if there is only one reading.
    package var content: OpenedContent?

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
    /// The content inside a file that encloses it: what `open` returns, an archive that was decrypted for example.
    ///
    /// A file that can't be read straight into memory is read again, by way of a document. `open` is called once for
    /// both, so that nobody is asked for a password twice.
    public func opened<Content: Sendable>(_ open: () throws -> Content) rethrows -> Content {
        try content?.value(open) ?? open()
    }
}

/// The content inside one file, while the file is read.
package final class OpenedContent: Sendable {
    private let known = Mutex<(any Sendable)?>(nil)
    /// The root that was made by the reading that gave up; nil if it can't be filled again. The next reading takes it, so
    /// that the program's `init()` isn't called again.
    // Only the thread that reads the file uses it.
    @safe package nonisolated(unsafe) var unfilledRoot: AnyObject?

    package init() {}

    fileprivate func value<Content: Sendable>(_ open: () throws -> Content) rethrows -> Content {
        if let known = known.withLock({ $0 }) as? Content { return known }
        let content = try open()
        known.withLock { $0 = content }
        return content
    }
}
