import FormatSupport
import Synchronization

/// The facts about a file that a format needs to read or write it.
public struct FormatContext: Sendable {
    /// The format.
    public let format: FileFormat
    /// The limits for the file. When reading, the file's size limits the number of values further.
    public let limits: DecodingLimits
    /// When reading, the expected class of the root, or a superclass of the root's class. When writing, the root's
    /// class. Nil if the root is no model.
    public let rootType: Any.Type?
    /// When writing, the root's class as the file names it. Nil if the root is no object, and when reading.
    public let rootClass: CodedClass?
    /// When writing, an older file of the format. Values that haven't changed may keep the bytes of that file. Nil if
    /// there is none.
    public let olderFile: Data?
    /// The decrypted or otherwise opened content of the file, shared by a direct reading and a reading through a
    /// document. Nil if the file is read only once.
    package var content: OpenedContent?

    /// Creates a context for one file.
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
    /// Returns the content inside a file that encloses it, such as a decrypted archive. `open` returns this content.
    ///
    /// A file that can't be read directly into memory is read again, through a document. `open` is called once for
    /// both readings, so that a person isn't asked for a password twice.
    public func opened<Content: Sendable>(_ open: () throws -> Content) rethrows -> Content {
        try content?.value(open) ?? open()
    }
}

/// Keeps the content that was opened inside one file while the file is read.
package final class OpenedContent: Sendable {
    private let known = Mutex<(any Sendable)?>(nil)
    /// The root that was made by a reading that failed. Nil if the root can't be filled again. The next reading uses
    /// this root, so that the program's `init()` isn't called again.
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
