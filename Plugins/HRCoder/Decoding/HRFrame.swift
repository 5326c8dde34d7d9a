/// A container that was entered otherwise than as the plain format would, or by an alias.
struct HRFrame {
    enum Kind: UInt8 {
        /// The file.
        case root
        /// An array, dictionary or object as the plain format has it.
        case plain
        /// A coded set, whose elements have keys of their own: `NS.object.0` and so on.
        case elements
        /// A coded set with an array of its elements.
        case elementList
        /// A coded dictionary with keys of their own: `NS.key.0`, `NS.object.0` and so on.
        case entries
        /// A coded dictionary with arrays of its keys and of its values.
        case entryLists
    }

    var kind: Kind
    /// True where an alias led here.
    var isDetour = false
    /// How many plain containers are open in this one.
    var open = 0
    /// Which element or entry is read.
    var index = -1
    /// True while an entry's key is to be consumed.
    var isAtKey = false
    /// True while the decoder is at an element of one of the lists.
    var isInList = false
    /// Where the keys and the values of the lists stand.
    var keys: [Int] = []
    var values: [Int] = []
}
