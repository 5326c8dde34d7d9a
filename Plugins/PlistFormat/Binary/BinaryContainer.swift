import FormatSupport

/// An array or a dictionary that a ``BinaryPropertyListDecoder`` has entered.
struct BinaryContainer {
    enum Kind {
        case root
        case array
        /// A dictionary that is read entry by entry.
        case entries
        /// A dictionary that is asked for keys.
        case object
    }

    let kind: Kind
    var keys: BinaryPropertyListReferences
    var values: BinaryPropertyListReferences
    /// Which element or key is expected next.
    var next = 0

    init(
        kind: Kind, keys: BinaryPropertyListReferences = .empty, values: BinaryPropertyListReferences = .empty
    ) {
        self.kind = kind
        self.keys = keys
        self.values = values
    }
}
