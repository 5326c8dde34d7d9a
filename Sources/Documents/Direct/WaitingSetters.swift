/// The values of one object that wait for their setters. A setter isn't called before the properties that are declared
/// before its property have their values.
@safe
struct WaitingSetters {
    struct Value {
        /// The table that contains the row: the table of the class, or the table of a dictionary on a key path.
        let table: PropertyTable
        let row: Int
        /// The position of the property in the order of the class's declarations.
        let order: Int
        /// The index of the value in the document's content.
        let index: Int
        /// The number of levels around the value.
        let depth: Int
    }

    /// The address of the object. The reader keeps the object alive.
    @safe let owner: UnsafeMutableRawPointer
    var values: [Value] = []

    @unsafe init(_ owner: UnsafeMutableRawPointer) { unsafe self.owner = owner }
}
