import Synchronization

/// The code of a property or a class, for values that have no form or don't match it. For example, the code of a type
/// in the program.
///
/// Each of these values goes through a separate document. The module of the classes implements the code.
@usableFromInline
package protocol OwnCode: AnyObject, Sendable {
    /// True if it may be the program's code, or may call it.
    var mayBeProgram: Bool { get }
    /// True for a property that is reached only through its getter and its setter. The setter may depend on the
    /// properties that are declared before.
    var isAccessor: Bool { get }

    /// Gets the value of a property, and calls `body` with its address.
    func withValue(of owner: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) -> Bool
    /// Sets a property to the value at an address, which moves. Returns false if that isn't possible.
    func set(moving value: UnsafeMutableRawPointer, of owner: UnsafeMutableRawPointer) -> Bool

    /// Makes the encoder for one file.
    func makeEncoder(
        _ capabilities: FormatCapabilities, _ conventions: FileConventions, _ limits: DecodingLimits
    ) -> any OwnEncoder
    /// Makes the decoder for one file of this many bytes.
    ///
    /// - Parameter content: The content that gets the values.
    func makeDecoder(
        _ content: ModelDocument.Content, _ capabilities: FormatCapabilities, _ conventions: FileConventions,
        _ limits: DecodingLimits, byteCount: Int
    ) -> any OwnDecoder
}

/// Encodes values by their own code while one file is written, each as a document.
@usableFromInline
package protocol OwnEncoder: AnyObject {
    /// Encodes a value. Its document is valid until the next call.
    ///
    /// - Parameters:
    ///   - owner: The address of the object or the struct that has the value, or of the object that is the value.
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
    /// Writes the object's properties. Returns false if that fails.
    func writeProperties() -> Bool
    /// Writes the members of a document's object. Returns false if that fails.
    func write(_ document: ModelDocument) -> Bool
    /// Writes the value at an address, under a key that isn't a property's. Returns false if that fails.
    func write(_ value: UnsafeRawPointer, _ form: ValueForm, under key: String) -> Bool
    /// True if a property of the object has a key.
    func hasProperty(_ key: String) -> Bool
}

/// A value that its own code has encoded.
@usableFromInline
package enum OwnValue {
    /// The property has no value, and its key is omitted.
    case absent
    case document(ModelDocument)
    /// The value can't be written without the rest of the file, or its code has failed or may not run.
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
    /// Removes and returns the objects that were made since the last call, with the numbers by which the content
    /// refers to them.
    func takeMade() -> [(object: AnyObject, number: Int)]
    /// True if a value can't be decoded without the rest of the file.
    var needsWhole: Bool { get }
    /// Calls the code for an object that was read whole. Returns the object that replaces it.
    ///
    /// - Parameter expected: The code of the class that is expected at this position.
    func awake(_ object: AnyObject, expected: (any OwnCode)?) throws(ModelError) -> AnyObject
    /// Called when the file was read.
    func finish()
}

/// The members of an object that is being read by its class's code. Nothing of them was read when the code begins.
@usableFromInline
package protocol UnreadMembers: AnyObject {
    /// Reads the object's properties into the object, and parses its other members.
    ///
    /// - Returns: The index in the content of a dictionary with the other members; ``ModelDocument/Content/noIndex``
    ///   if there are none. Nil if that fails.
    func readProperties() -> Int?
    /// Parses the whole object. Returns its index in the content. Returns nil if that fails.
    func parse() -> Int?
    /// True if a property has a key, or had it in older files.
    func hasProperty(_ key: String) -> Bool
}

/// The values of one file that are read through a document, at one depth of nesting. The depth is the number of
/// objects around a value whose class's code is reading them.
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

    /// True if the value at an index of the content is a null, or may represent a null in a property list.
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

    /// The index of the dictionary that was begun, and the number of values that were read before it. Nil if none is
    /// open.
    private var open: (index: Int, values: Int)?

    /// Parses a member of a dictionary. The first member begins the dictionary. The parameters are those of
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

    /// Ends the dictionary. Returns its index in the content and the number of its values. Returns nil if none was
    /// begun.
    func endMembers() throws(ModelError) -> (index: Int, values: Int)? {
        guard let (index, values) = open else { return nil }
        open = nil
        try builder.end()
        return (index, try builder.endPart() - values)
    }
}

/// Tells whether the program's code may run while a value is written or read directly. This is noted when the forms
/// are made, and later when a subclass is seen.
package final class ProgramCode: Sendable {
    private let isNoted = Atomic(false)

    package init() {}

    package var mayRun: Bool { isNoted.load(ordering: .relaxed) }
    package func note() { isNoted.store(true, ordering: .relaxed) }
}
