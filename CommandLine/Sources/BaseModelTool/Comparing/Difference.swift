import ModelCore

/// One difference between two documents.
struct Difference {
    enum Kind {
        /// Only the right document has a value here.
        case added
        /// Only the left document has a value here.
        case removed
        /// The value, or the kind of container, is another one.
        case changed
        /// The class is another one, or there is none.
        case classChanged
        /// One document has a container here that is in other places too, and the other document has not.
        case sharing
        /// The value is the same in other terms: a date as its text, a set as an array.
        case restated
    }

    let kind: Kind
    /// The path of the difference: in the right document if only that one has a value, else in the left one.
    let path: ModelPath
    let left: ModelDocument.Value?
    let right: ModelDocument.Value?
}
