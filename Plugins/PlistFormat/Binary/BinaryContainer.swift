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
    /// For a root, where the reference to its value stands; 0 for the file's own, to which none leads.
    var place = 0
    /// What the decoder stood at when it left for this root.
    var left: BinaryPropertyListObject?

    init(
        kind: Kind, keys: BinaryPropertyListReferences = .empty, values: BinaryPropertyListReferences = .empty
    ) {
        self.kind = kind
        self.keys = keys
        self.values = values
    }
}
