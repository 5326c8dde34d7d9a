import FormatSupport

/// A container that a decoder has entered.
struct ArchiveFrame {
    enum Container {
        case root
        /// Elements: references, or numbers in `list`.
        case array
        /// Keys and values: references, or numbers one after the other in `list`.
        case dictionary
        /// Properties of an object, or of a dictionary whose keys are strings of the property list.
        case object
        /// A dictionary that stands for an object, by its keys' text.
        case named
    }

    let container: Container
    var elements = BinaryPropertyListReferences.none
    var keys = BinaryPropertyListReferences.none
    var shape: ArchiveShape?
    var list: [Int]?
    var names: [String]?
    var positions: [String: Int]?
    /// The index of the next element or entry; in an object, how many keys were asked for.
    var next = 0
    /// The number of the value to move to once the key at the position was decoded; else -1.
    var valueAfterKey = -1

    init(_ container: Container) { self.container = container }
}
