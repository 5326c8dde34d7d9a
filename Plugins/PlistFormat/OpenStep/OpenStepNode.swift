import Documents

/// One value of a property list in the OpenStep style, in a list of all of them in the order of the text.
struct OpenStepNode {
    enum Kind {
        case scalar(ModelScalar)
        /// Its elements follow.
        case array
        /// Its keys and values follow, in turn.
        case dictionary
    }

    var kind: Kind
    /// Where it stands in the text.
    var offset: Int
    /// The number of the node behind it and all that it holds.
    var end: Int

    /// True of a single value that is neither text nor data.
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
