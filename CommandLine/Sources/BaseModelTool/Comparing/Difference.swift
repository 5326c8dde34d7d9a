import ModelCore

/// One way in which two documents differ.
struct Difference {
    enum Kind {
        /// There is a value on the right alone.
        case added
        /// There is a value on the left alone.
        case removed
        /// There is another value, or another kind of container.
        case changed
        /// There is another class, or none.
        case classChanged
        /// One of them has a container here that stands elsewhere too, and the other has not.
        case sharing
        /// There is the same value in other terms: a date as its text, a set as an array.
        case restated
    }

    let kind: Kind
    /// Where it is: on the right for what is on the right alone, else on the left.
    let path: ModelPath
    let left: ModelDocument.Value?
    let right: ModelDocument.Value?
}
