/// A container that was begun and isn't ended yet.
struct EncoderFrame {
    enum Kind {
        case root
        case array
        /// An object with a class definition: its values stand in the order of the names there.
        case object
        /// A dictionary with text keys.
        case dictionary
        /// A dictionary whose keys are values, which come before what they stand for, and are written behind it.
        case valueDictionary
        /// An object with keys of its own.
        case codedObject
    }

    var kind = Kind.root
    /// True where a key follows each value.
    var owesKey = false
    /// True where the container takes its index in the object cache when it ends.
    var isIndexedAtEnd = false
    /// How many values were begun, in objects with a class definition and where the count is written at the end.
    var slot = 0
    /// How many names the class definition has.
    var slotCount = 0
    /// Where the class definition's names begin among all of them.
    var firstName = 0
    /// Where the count is to be written at the end; 0 where it is written.
    var countOffset = 0
}
