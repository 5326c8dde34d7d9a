import Synchronization

/// Encodes and decodes values with the functions of a property, a type or a class, instead of the direct reader and
/// writer. This is necessary for a value whose type has no ``ValueForm``, such as a type of the program, and for a
/// value that doesn't match its form.
///
/// Each of these values goes through a separate document. ModelCore implements the protocol.
@usableFromInline
package protocol OwnCode: AnyObject, Sendable {
    /// True if the functions may be the program's, or may call the program's code.
    var mayBeProgram: Bool { get }
    /// True for a property that is reached only through its getter and its setter. The setter may depend on the
    /// properties that are declared before.
    var isAccessor: Bool { get }

    /// Gets the value of a property, and calls `body` with its address.
    func withValue(of owner: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool
    /// Sets a property to the value at an address, which is moved. Returns false if the property can't be set.
    func set(moving value: UnsafeMutableRawPointer, of owner: UnsafeMutableRawPointer) -> Bool

    /// Makes the encoder for one file.
    func makeEncoder(
        _ capabilities: FormatCapabilities, _ conventions: FileConventions, _ limits: DecodingLimits
    ) -> any OwnEncoder
    /// Makes the decoder for one file of `byteCount` bytes.
    ///
    /// - Parameter content: The document content into which the values are parsed.
    func makeDecoder(
        _ content: ModelDocument.Content, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ limits: DecodingLimits, byteCount: Int
    ) -> any OwnDecoder
}

/// Encodes the values of one file that the direct writer can't write, with their own encode functions. Each value
/// becomes a document.
@usableFromInline
package protocol OwnEncoder: AnyObject {
    /// Encodes a value. The document of the value is valid until the next call.
    ///
    /// - Parameters:
    ///   - owner: The address of the object or the struct that contains the value. If the value is an object itself,
    ///     the address of that object.
    ///   - depth: The number of levels around the value.
    func encode(_ code: any OwnCode, in owner: UnsafeRawPointer, depth: Int) throws(ModelError) -> OwnValue
    /// Encodes the members of an object that the writer has begun, with the encode function of the object's class.
    ///
    /// - Parameters:
    ///   - object: The address of the object.
    ///   - members: Writes the encoded members.
    ///   - depth: The number of levels around the object.
    /// - Returns: False if the object can't be written in this way.
    func encode(
        membersOf object: UnsafeRawPointer, to members: any OwnMembers, depth: Int
    ) throws(ModelError) -> Bool
}

/// The members of an object that is being written while its class's code runs.
@usableFromInline
package protocol OwnMembers: AnyObject {
    /// Writes the object's properties. Returns false if a property can't be written.
    func writeProperties() -> Bool
    /// Writes the members of a document's object. Returns false if a member can't be written.
    func write(_ document: ModelDocument) -> Bool
    /// Writes the value at an address under a key that isn't a property's key. Returns false if the value can't be
    /// written.
    func write(_ value: UnsafeRawPointer, _ form: ValueForm, under key: String) -> Bool
    /// Returns true if a property of the object has the key.
    func hasProperty(_ key: String) -> Bool
}

/// The result of encoding a value with its own encode function.
@usableFromInline
package enum OwnValue {
    /// The property has no value, and its key is omitted.
    case absent
    case document(ModelDocument)
    /// The value has no document. Either it can't be written without the rest of the file, or its encode function has
    /// failed or may not run.
    case none
}

/// An object that a value's own encode function has encoded, in a format with references. The document of the value
/// doesn't contain the object: the direct writer writes the object like any other object.
@usableFromInline
package struct OwnInstance {
    @usableFromInline let object: AnyObject
    /// The table of the object's class. Nil for a weak reference: it is dropped if nothing else refers to the object.
    @usableFromInline let table: PropertyTable?

    package init(_ object: AnyObject, _ table: PropertyTable?) {
        self.object = object
        self.table = table
    }
}

/// Decodes the values of one file that the direct reader can't read, with their own decode functions. All of these
/// values are in one document.
@usableFromInline
package protocol OwnDecoder: AnyObject {
    /// Sets a property of the object or the struct at an address to the value at an index of the content.
    func set(_ code: any OwnCode, in owner: UnsafeMutableRawPointer, to index: Int, depth: Int) throws(ModelError)
    /// Makes a value from the value at an index of the content, in memory that has no value yet. Returns false if
    /// `code` belongs to a property or a class, and not to a type.
    func read(
        _ code: any OwnCode, into place: UnsafeMutableRawPointer, from index: Int, depth: Int
    ) throws(ModelError) -> Bool
    /// Makes an object from the value at an index of the content.
    ///
    /// - Parameter made: An object without values, which is filled if it is of the right class.
    func object(
        _ code: any OwnCode, from index: Int, depth: Int, filling made: AnyObject?
    ) throws(ModelError) -> AnyObject?
    /// Fills a new object with the decode function of its class, which may be the program's.
    ///
    /// - Parameter members: Reads the members that the decode function asks for.
    func fill(_ object: AnyObject, from members: any UnreadMembers, depth: Int) throws(ModelError)
    /// Removes and returns the objects that were made since the last call. The number of each object identifies it in
    /// references of the content.
    func takeMade() -> [(object: AnyObject, number: Int)]
    /// True if a value can't be decoded without the rest of the file.
    var needsWhole: Bool { get }
    /// Calls `awakeAfterDecoding()` of an object that was read completely. Returns the object that replaces it.
    ///
    /// - Parameter expected: The code of the class that the position expects.
    func awake(_ object: AnyObject, expected: (any OwnCode)?) throws(ModelError) -> AnyObject
    /// Called when the file was read.
    func finish()
}

/// The members of an object that the decode function of its class is reading. When the function begins, none of the
/// members was read.
@usableFromInline
package protocol UnreadMembers: AnyObject {
    /// Reads the object's properties into the object, and parses its other members.
    ///
    /// - Returns: The index in the content of a dictionary with the other members; ``ModelDocument/Content/noIndex``
    ///   if there are none. Nil on failure.
    func readProperties() -> Int?
    /// Parses the whole object. Returns the index of the object in the content. Returns nil if the object can't be
    /// parsed.
    func parse() -> Int?
    /// Returns true if a property has the key, or had the key in older files.
    func hasProperty(_ key: String) -> Bool
}

/// Reads the values of one file that the direct reader can't read, through a document. Such a value is a part of the
/// file: the values around it are read directly.
///
/// There is one instance for each nesting depth: the number of objects around a value whose own decode functions are
/// running.
final class PartReading {
    // Only the functions below use it. None of them uses it while another of them is running.
    @safe @exclusivity(unchecked) private var builder: DocumentBuilder
    let decoder: any OwnDecoder
    private let hasData: Bool

    /// - Parameter code: Makes the decoder. It belongs to the first value.
    init(
        _ code: any OwnCode, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ limits: DecodingLimits, byteCount: Int
    ) {
        builder = DocumentBuilder(for: capabilities, conventions, limits: limits)
        hasData = capabilities.contains(.data)
        decoder = code.makeDecoder(builder.document, capabilities, conventions, limits, byteCount: byteCount)
    }

    /// Returns true if the value at an index of the content is a null, or may represent a null in a property list.
    func mayBeNull(_ index: Int) -> Bool {
        switch builder.document.word(at: index).tag {
        case .null: true
        case .string, .data: hasData
        default: false
        }
    }

    /// Parses a value into the document. Returns the value's index in the content.
    ///
    /// - Parameters:
    ///   - limits: The limits on the file.
    ///   - depth: The number of levels around the value.
    ///   - values: The number of values that were read before this value. The call adds the number of values in this
    ///     value.
    func parse(
        _ limits: DecodingLimits, depth: Int, values: inout Int, _ parse: (inout DocumentBuilder) throws -> Void
    ) throws(ModelError) -> Int {
        open = nil
        builder.beginPart(limits, depth: depth, values: values)
        let index = builder.document.words.count
        try add(parse)
        values = try builder.endPart()
        return index
    }

    private func add(_ parse: (inout DocumentBuilder) throws -> Void) throws(ModelError) {
        do {
            try parse(&builder)
        } catch {
            throw builder.locating(error)
        }
    }

    // MARK: A dictionary of members

    /// The index of the open dictionary, and the number of values that were read before it. Nil if no dictionary is
    /// open.
    private var open: (index: Int, values: Int)?

    /// Parses a member of a dictionary. The first member begins the dictionary. The parameters are the same as in
    /// ``parse(_:depth:values:_:)``.
    func parse(
        member key: String, _ limits: DecodingLimits, depth: Int, values: Int,
        _ parse: (inout DocumentBuilder) throws -> Void
    ) throws(ModelError) {
        if open == nil {
            builder.beginPart(limits, depth: depth, values: values)
            open = (builder.document.words.count, values)
            try builder.beginDictionary()
        }
        try builder.key(key)
        try add(parse)
    }

    /// Ends the dictionary. Returns its index in the content and the number of its values. Returns nil if no
    /// dictionary is open.
    func endMembers() throws(ModelError) -> (index: Int, values: Int)? {
        guard let (index, values) = open else { return nil }
        open = nil
        try builder.end()
        return (index, try builder.endPart() - values)
    }
}

/// Tells whether the program's code may run while a value is written or read directly. The answer is noted when the
/// forms of the types are made, and again when a subclass is seen.
package final class ProgramCode: Sendable {
    private let isNoted = Atomic(false)

    package init() {}

    package var mayRun: Bool { isNoted.load(ordering: .relaxed) }
    package func note() { isNoted.store(true, ordering: .relaxed) }
}
