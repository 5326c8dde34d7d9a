/// A container that was entered and isn't left yet.
struct DecoderFrame {
    enum Kind {
        case root
        case array
        /// An object with a class definition.
        case object
        case dictionary
        /// An object by its table of keys: one with keys of its own, or a dictionary.
        case keyed
        /// An object that is read as a dictionary, by its table of keys.
        case keyedDictionary
        /// A transform in space, as an object of sixteen numbers.
        case transform
    }

    var kind = Kind.root
    /// The container's number; -1 for a transform.
    var number = -1
    /// Which member comes next.
    var slot = 0
    var slotCount = 0
    /// Where the class definition's names begin among all of them.
    var firstName = 0
    /// The index of the class definition.
    var classIndex = 0
    /// Where the first member stands; in dictionaries, the next.
    var start = 0
    /// Where the value stands that was moved to last.
    var value = -1
    /// Where the value stands that belongs to the key at the position; -1 where there is none.
    var valueAfterKey = -1
    /// Where to go on behind an alias that led here; -1 where none did.
    var resume = -1
    /// True where members are entered into the tables.
    var wasStreaming = false
    /// True where the container takes its index when it is left.
    var isIndexedAtEnd = false
    /// Where the places of all members begin in the list of them; -1 where they aren't known.
    var slotBase = -1
}
