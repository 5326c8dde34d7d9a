import Documents

/// One key or value of a property list in the OpenStep style. All keys and values are in one list, in the order of
/// the text.
struct OpenStepNode {
    enum Kind {
        case scalar(ModelScalar)
        /// An array. The nodes of its elements follow in the list.
        case array
        /// A dictionary. The nodes of its keys and values follow in the list, in turn.
        case dictionary
    }

    var kind: Kind
    /// The offset in the text. For a container, it is the offset of the sign that opens the container, or of the
    /// beginning of the text if the outer braces are omitted. If a key has no value, the node of the value has the
    /// offset of the key's end.
    var offset: Int
    /// The index of the node after this node and all its contents.
    var end: Int

    /// True for a single value that is neither text nor data.
    var isTyped: Bool {
        switch kind {
        case .array, .dictionary, .scalar(.string), .scalar(.data): false
        case .scalar: true
        }
    }

    var text: String? {
        if case .scalar(.string(let text)) = kind { text } else { nil }
    }
}
