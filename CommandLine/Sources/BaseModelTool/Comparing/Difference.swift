import ModelCore

/// One difference between two documents.
struct Difference {
    /// The raw values are part of the output of `diff --json`.
    enum Kind: String {
        /// Only the right document has a value at the path.
        case added
        /// Only the left document has a value at the path.
        case removed
        /// The two values differ, or the two containers are of different kinds.
        case changed
        /// The two objects have different classes, or only one of them has a class.
        case classChanged
        /// The container is shared in at least one document, and its references have different paths in the two
        /// documents.
        case sharing
        /// The two values have the same content *in other terms*, that is, in different representations: a date and
        /// its text, or a set and an array. A property with a declared type reads both values as the same value.
        case restated
    }

    let kind: Kind
    /// The path of the difference. It is a path in the right document if only that document has a value, otherwise in
    /// the left document.
    let path: ModelPath
    let left: ModelDocument.Value?
    let right: ModelDocument.Value?

    /// Adds the difference to an array of `diff --json`.
    func report(to builder: inout DocumentBuilder) throws {
        try builder.beginDictionary()
        try builder.key("kind")
        try builder.append(kind.rawValue)
        try builder.key("path")
        try builder.append(path.description)
        for (side, value) in [("old", left), ("new", right)] {
            guard let value else { continue }
            switch kind {
            case .sharing:
                try builder.key(side + "IsShared")
                try builder.append(value.identity != nil)
            case .classChanged:
                try builder.key(side + "Class")
                if let name = value.className { try builder.append(name) } else { try builder.appendNull() }
            default:
                try builder.key(side)
                try builder.append(ModelDocument(value))
            }
        }
        try builder.end()
    }
}
