import Documents
import FormatSupport

/// A file's first bytes: the mark, the version, and counts that are hints.
struct FastHeader {
    /// "FAST", as a little-endian number.
    static let mark: [UInt8] = [0x54, 0x53, 0x41, 0x46]
    /// The size in bytes of a header of version 3, which is the version that is written.
    static let size = 20

    let major: Int
    let minor: Int
    /// The number of objects that the writer counted. 0 if it didn't count them.
    let objectCount: Int
    /// The number of class definitions that the writer counted. 0 if it didn't count them, as in version 2.
    let classCount: Int
    /// The number of strings that the writer counted. 0 if it didn't count them, as in version 2.
    let stringCount: Int

    /// True if the file may be of release 3.0 or 3.0.1. These releases wrote the count of strings where later
    /// releases write the count of classes, and 0 as the third count. In a file of 3.0, nothing is aligned.
    var mayBeEarly: Bool { major == 3 && minor == 0 && stringCount == 0 }
    /// True if the writer counted nothing.
    var countsNothing: Bool { objectCount == 0 && classCount == 0 && stringCount == 0 }

    /// - Throws: `corruptData` if the file has no valid header, `newerVersion` for a version above 3.
    init(_ source: ByteSource) throws {
        guard source.count >= 12, (0..<4).allSatisfy({ source[$0] == Self.mark[$0] }) else {
            throw ModelError(.corruptData, "The file doesn't begin with FAST.").at(ModelLocation(byteOffset: 0))
        }
        major = source.integer(at: 4, UInt16.self)
        minor = source.integer(at: 6, UInt16.self)
        objectCount = source.integer(at: 8, UInt32.self)
        let hasCounts = major == 3 && source.count >= Self.size
        classCount = hasCounts ? source.integer(at: 12, UInt32.self) : 0
        stringCount = hasCounts ? source.integer(at: 16, UInt32.self) : 0
        guard major >= 2, major == 2 || source.count >= Self.size else {
            throw ModelError(.corruptData, "There is no version \(major).\(minor), or its header isn't complete.").at(
                ModelLocation(byteOffset: 4))
        }
        guard major <= 3 else {
            throw ModelError(
                .newerVersion, "The file was written by version \(major).\(minor); this reads versions 2 and 3."
            ).at(ModelLocation(byteOffset: 4))
        }
    }

    /// Returns true if the content can only be a file of this format.
    static func begins(_ content: Data) -> Bool {
        let head = content.prefix(8)
        guard head.count == 8, head.starts(with: mark) else { return false }
        let version = [UInt8](head.suffix(4))
        return version[1] == 0 && version[3] == 0
    }
}
