import Synchronization

/// The code of a property or a class, for values that have no form or don't match their form: for example, the code
/// of a type in the program.
///
/// Each of these values goes through a separate document. The module of the classes implements the protocol.
@usableFromInline
package protocol OwnCode: AnyObject, Sendable {
    /// True if the code may be the program's, or may call the program's code.
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

/// Encodes values by their own code while one file is written. Each value becomes a document.
@usableFromInline
package protocol OwnEncoder: AnyObject {
    /// Encodes a value. The document of the value is valid until the next call.
    ///
    /// - Parameters:
    ///   - owner: The address of the object or the struct that contains the value. If the value is an object itself,
    ///     the address of that object.
    ///   - depth: The number of levels around the value.
    func encode(_ code: any OwnCode, in owner: UnsafeRawPointer, depth: Int) throws(ModelError) -> OwnValue
    /// Encodes the members of an object that was begun, by the code of its class.
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
    /// Writes the value at an address, under a key that belongs to no property. Returns false if the value can't be
    /// written.
    func write(_ value: UnsafeRawPointer, _ form: ValueForm, under key: String) -> Bool
    /// Returns true if a property of the object has the key.
    func hasProperty(_ key: String) -> Bool
}

/// A value that its own code has encoded.
@usableFromInline
package enum OwnValue {
    /// The property has no value, and its key is omitted.
    case absent
    case document(ModelDocument)
    /// The value has no document: it can't be written without the rest of the file, or its code has failed or may not
    /// run.
    case none
}

/// An object in the document of a value with its own code, in a format with references. It is written like any other
/// object.
@usableFromInline
package struct OwnInstance {
    @usableFromInline let object: AnyObject
    /// The table of its class. Nil for a reference that is dropped if nothing else refers to the object.
    @usableFromInline let table: PropertyTable?

    package init(_ object: AnyObject, _ table: PropertyTable?) {
        self.object = object
        self.table = table
    }
}

/// Decodes values by their own code while one file is read. All of these values are in one document.
@usableFromInline
package protocol OwnDecoder: AnyObject {
    /// Sets a property of the object or the struct at an address to the value at an index of the content.
    func set(_ code: any OwnCode, in owner: UnsafeMutableRawPointer, to index: Int, depth: Int) throws(ModelError)
    /// Makes a value from the value at an index of the content, in memory that has no value yet. Returns false if the
    /// code isn't a type's.
    func read(
        _ code: any OwnCode, into place: UnsafeMutableRawPointer, from index: Int, depth: Int
    ) throws(ModelError) -> Bool
    /// Makes an object from the value at an index of the content.
    ///
    /// - Parameter made: An object without values, which is filled if it is of the right class.
    func object(
        _ code: any OwnCode, from index: Int, depth: Int, filling made: AnyObject?
    ) throws(ModelError) -> AnyObject?
    /// Fills a new object by the code of its class.
    ///
    /// - Parameter members: Reads the members that the code asks for.
    func fill(_ object: AnyObject, from members: any UnreadMembers, depth: Int) throws(ModelError)
    /// Removes and returns the objects that were made since the last call. The number of an object identifies it in
    /// the content's references.
    func takeMade() -> [(object: AnyObject, number: Int)]
    /// True if a value can't be decoded without the rest of the file.
    var needsWhole: Bool { get }
    /// Calls `awakeAfterDecoding()` of an object that was read completely. Returns the object that replaces it.
    ///
    /// - Parameter expected: The code of the class that is expected at this position.
    func awake(_ object: AnyObject, expected: (any OwnCode)?) throws(ModelError) -> AnyObject
    /// Called when the file was read.
    func finish()
}

/// The members of an object that is being read by its class's code. When the code begins, none of the members was
/// read.
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

/// Reads those values of one file that can't be read directly: each is parsed into a document. There is one instance
/// for each nesting depth. The depth is the number of objects around the values that their class's code is reading.
final class PartReading {
    // Only the functions below use it, and none of them uses it while another does.
    @safe @exclusivity(unchecked) private var builder: DocumentBuilder
    let decoder: any OwnDecoder
    private let hasData: Bool

    /// - Parameter code: The code of the first value.
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

    /// Parses a value. Returns its index in the content.
    ///
    /// - Parameters:
    ///   - limits: The limits on the file.
    ///   - depth: The number of levels around the value.
    ///   - values: The number of values that were read before. The values in this value are added to it.
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
