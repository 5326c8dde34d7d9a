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
        /// The offset of the value in the file.
        let offset: Int
        let content: Content
    }

    enum Content {
        /// The value is in the document of the part: its index in the content, and the number of levels around it.
        case document(index: Int, depth: Int)
        case memory(KeptValue)
    }

    /// The address of the object. The reader keeps the object alive.
    @safe let owner: UnsafeMutableRawPointer
    var values: [Value] = []

    @unsafe init(_ owner: UnsafeMutableRawPointer) { unsafe self.owner = owner }
}

/// A value that was read, and waits for its setter. If the setter isn't called, the value is destroyed.
@usableFromInline
@safe
final class KeptValue {
    @usableFromInline let form: ValueForm
    @safe @usableFromInline let place: UnsafeMutableRawPointer
    /// True while there is a value at the address.
    @usableFromInline var hasValue = false

    @usableFromInline
    init(_ form: ValueForm) {
        self.form = form
        place = .allocate(byteCount: max(form.stride, 16), alignment: 16)
    }

    deinit {
        if hasValue { unsafe form.deinitialize(place) }
        unsafe place.deallocate()
    }

    /// Calls the setter of a property with the value. Returns false if the owner has no such property.
    func set(by code: any OwnCode, of owner: UnsafeMutableRawPointer) -> Bool {
        hasValue = false
        return unsafe code.set(moving: place, of: owner)
    }
}
