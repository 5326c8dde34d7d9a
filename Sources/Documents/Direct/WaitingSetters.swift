/// The values of an object that wait for their setters, because a property that is declared before theirs has no
/// value yet.
@safe
struct WaitingSetters {
    struct Value {
        /// The table of the row: that of the class, or of a dictionary on a key path.
        let table: PropertyTable
        let row: Int
        /// The position of the property among those of the class.
        let order: Int
        /// The index of the value in the content.
        let index: Int
        /// The number of levels around the value.
        let depth: Int
    }

    /// The address of the object, which the reader keeps.
    @safe let owner: UnsafeMutableRawPointer
    var values: [Value] = []

    @unsafe init(_ owner: UnsafeMutableRawPointer) { unsafe self.owner = owner }
}
