/// An array or a dictionary that an ``XMLPropertyListDecoder`` has entered.
struct XMLContainer {
    enum Kind {
        case root
        case array
        /// A dictionary that is read entry by entry.
        case entries
        /// A dictionary that is asked for keys.
        case object
    }

    let kind: Kind
    /// Where its entries begin in the decoder's list.
    let firstEntry: Int
    /// Which entry is expected to be asked for next.
    var next: Int
    /// Where the text goes on behind the last entry. Not known while that entry's value is being read.
    var frontier = 0
    /// True while the last entry's value is read for the first time.
    var isReadingLast = false
    /// True where the end was reached.
    var hasEnded: Bool
    /// True where keys were passed that nobody asked for in the file's order.
    var hasPassedKeys = false

    init(kind: Kind, firstEntry: Int, isEmpty: Bool = false, frontier: Int = 0) {
        self.kind = kind
        self.firstEntry = firstEntry
        next = firstEntry
        hasEnded = isEmpty
        self.frontier = frontier
    }
}

/// A key of a dictionary, and where its value stands.
struct XMLEntry {
    /// Where the key's text stands. Where it has escapes, an empty range at -1 less the key's place in the decoder's list of those.
    var key: Range<Int>
    /// Where the value's tag begins.
    var value: Int
}
