import FormatSupport
import PropertyListCodec

/// What is known of a dictionary of the property list: whose object it is, and where its keys and values stand.
struct ArchiveObject {
    let archiveClass: ArchiveClass
    let shape: ArchiveShape
    let values: BinaryPropertyListReferences
    /// False for a dictionary that is one.
    let hasClass: Bool

    var role: ArchiveClass.Role { hasClass ? archiveClass.role : .dictionary }
}
