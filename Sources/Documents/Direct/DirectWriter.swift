import FormatSupport

/// Writes the values of models and structs as a format stores them, one after the other: from memory, or from a document.
///
/// A writer has a function for each kind of value that the format's capabilities include. A function that returns
/// false hasn't written anything, because the format can't store the value unchanged. The value is then written
/// through a document. A function for a kind of value that not every format can store has a default, which returns
/// false.
public protocol DirectWriter: ~Copyable {
    /// True if the bytes that were written exceed the limit.
    var isOverfull: Bool { get }
    /// The reason for which a value or a key was refused last, if the writer knows one.
    var refusal: ModelError? { get }

    // Single values

    mutating func append(_ value: Bool)
    mutating func append(_ value: Int64)
    mutating func append(_ value: Double) -> Bool
    mutating func append(_ value: Float) -> Bool
    mutating func append(_ value: Date) -> Bool
    /// Writes a text, given by its UTF-8 bytes. The bytes are valid only during the call.
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool
    /// Writes a text of a model. The default calls ``append(utf8:)``, and refuses a text that isn't stored as UTF-8.
    mutating func append(_ value: String) -> Bool
    /// Writes a scalar for which there is no separate function, and which the format's capabilities include: data, for
    /// example, or a text that isn't in memory. It is also called with a scalar that the separate function for its
    /// kind has refused.
    mutating func append(_ value: ModelScalar) -> Bool
    /// Writes data of a document. The default writes it as another scalar.
    mutating func append(_ data: Data) -> Bool
    /// Writes a number of a document that has more digits than a double or a decimal, in a format with
    /// ``FormatCapabilities/longNumbers``. The digits are written as in JSON. The default refuses the number.
    mutating func append(numeral digits: String) -> Bool
    /// Writes a null that is a value: an element of an array, for example.
    mutating func appendNull() -> Bool
    /// Writes the nil of a property that can't be omitted. The default writes a null.
    mutating func appendNil() -> Bool

    // Arrays

    /// Begins an array or a set with `count` elements, which follow. Returns false for a set if the format has no
    /// sets: the writer may also work for a format around this one that has sets.
    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool
    /// Called before each element. The default writes nothing.
    mutating func element(isFirst: Bool)
    /// Ends the array that was begun last.
    mutating func endArray(isEmpty: Bool)

    // Dictionaries

    /// True if the keys of dictionaries are sorted by their bytes. The default is false.
    var sortsKeys: Bool { get }
    /// Begins a dictionary.
    ///
    /// - Parameter count: The number of its entries. With ``FormatCapabilities/uncountedMembers`` it may be 0.
    mutating func beginDictionary(count: Int) -> Bool
    /// Writes the key of the next value, given by its UTF-8 bytes: in a dictionary, or in an object of a document.
    ///
    /// - Parameter number: The number that identifies the key in a document: the writer may note something under it.
    ///   If the key occurs again, ``repeatKey(_:isFirst:)`` gets the same number. Nil outside documents.
    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool
    /// Writes again the key that ``key(_:number:isFirst:)`` wrote with this number. Returns false if the writer hasn't
    /// noted anything for it. The default returns false.
    mutating func repeatKey(_ number: Int, isFirst: Bool) -> Bool
    /// Forgets the numbers of keys and the shapes of objects. The next document may use the same numbers for different
    /// keys and shapes.
    mutating func forgetKeys()
    /// Ends the dictionary that was begun last.
    mutating func endDictionary(isEmpty: Bool)
    /// Begins a dictionary with `count` entries, whose keys may be any values. Keys and values follow in turn, and
    /// ``endDictionary(isEmpty:)`` ends the dictionary. Returns nil if the writer refuses the dictionary, as the
    /// default does.
    mutating func beginValueDictionary(count: Int) -> EntryOrder?

    // Models and structs in memory

    /// Begins an object or a struct. The default begins a dictionary.
    ///
    /// - Parameter count: The number of properties that have a value: omitted properties aren't counted. With
    ///   ``FormatCapabilities/uncountedMembers`` it is 0, and keys that aren't in the table may come between the keys
    ///   of the properties.
    mutating func begin(_ table: PropertyTable, count: Int) -> Bool
    /// Returns false for a table whose objects are written without keys, for example because a class definition
    /// contains them. Then ``key(_:isFirst:)`` is called only for optional values. The default is true.
    func hasKeys(_ table: PropertyTable) -> Bool
    /// Writes the key of the value that comes next. The default writes it as a dictionary's key.
    ///
    /// - Parameter isFirst: True for the first key of an object.
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool)
    /// Writes that the property of a row has no value, if the format stores that. The default calls ``skip(key:)``.
    mutating func skip(_ row: PropertyTable.Row)
    /// Ends the object or the struct that was begun last. The default ends a dictionary.
    mutating func end(_ table: PropertyTable, isEmpty: Bool)

    // Objects of documents, and references

    /// Begins an object of a document. Its keys and values follow. The default refuses the object.
    ///
    /// - Parameters:
    ///   - codedClass: The object's class.
    ///   - shape: A number that identifies the class and the list of keys. Objects with the same class and the same
    ///     keys have the same number, until ``forgetKeys()``.
    ///   - count: The number of members. With ``FormatCapabilities/uncountedMembers`` it is 0.
    ///   - keys: Returns the keys of the shape, also those of properties that are nil.
    mutating func beginObject(_ codedClass: CodedClass, shape: Int, count: Int, keys: () -> [String]) -> Bool
    /// Ends the object that ``beginObject(_:shape:count:keys:)`` began last.
    mutating func endObject(isEmpty: Bool)
    /// Writes that the property with a key has no value: in an object of a document, in a format with
    /// ``FormatCapabilities/sharedKeys``. The default writes nothing.
    mutating func skip(key: UnsafeBufferPointer<UInt8>)
    /// Called before the beginning of a container that references refer to. ``refer(to:)`` gets the same number.
    mutating func number(_ number: Int)
    /// Writes a reference to the object with this number, in a format with ``FormatCapabilities/identity``. Objects
    /// are numbered from 0, in the order of their beginnings. The default refuses the reference.
    mutating func refer(to number: Int) -> Bool

    // Long texts and data of documents, which a format may store once: see ``DocumentWalker/sharesLongText``

    /// Notes the value that was written last under a number, so that ``repeatValue(_:)`` can write it again.
    mutating func noteValue(_ number: Int)
    /// Writes again the value that ``noteValue(_:)`` noted under this number. Returns false if no value was noted. The
    /// default returns false.
    mutating func repeatValue(_ number: Int) -> Bool
}

/// The order of keys and values in a dictionary whose keys are any values.
public enum EntryOrder: Sendable {
    case keysFirst, valuesFirst
}

extension DirectWriter where Self: ~Copyable {
    @inlinable public var isOverfull: Bool { false }
    @inlinable public var refusal: ModelError? { nil }

    @inlinable
    public mutating func append(_ value: String) -> Bool {
        value.withStoredUTF8 { unsafe append(utf8: $0) } ?? false
    }
    @inlinable
    public mutating func append(_ value: ModelScalar) -> Bool {
        // The index of a long text in memory means nothing here.
        if case .string(let text) = value, text.utf8.count <= DecodingLimits.shortText { append(text) } else { false }
    }
    @inlinable public mutating func append(_ data: Data) -> Bool { append(ModelScalar.data(data)) }
    @inlinable public mutating func append(numeral digits: String) -> Bool { false }
    @inlinable public mutating func appendNil() -> Bool { appendNull() }

    @inlinable public mutating func element(isFirst: Bool) {}

    @inlinable public var sortsKeys: Bool { false }
    @inlinable public mutating func repeatKey(_ number: Int, isFirst: Bool) -> Bool { false }
    @inlinable public mutating func forgetKeys() {}
    @inlinable public mutating func beginValueDictionary(count: Int) -> EntryOrder? { nil }

    @inlinable public mutating func begin(_ table: PropertyTable, count: Int) -> Bool { beginDictionary(count: count) }
    @inlinable public func hasKeys(_ table: PropertyTable) -> Bool { true }
    @inlinable
    public mutating func key(_ row: PropertyTable.Row, isFirst: Bool) {
        _ = unsafe key(row.key, number: nil, isFirst: isFirst)
    }
    @inlinable public mutating func skip(_ row: PropertyTable.Row) { unsafe skip(key: row.key) }
    @inlinable public mutating func end(_ table: PropertyTable, isEmpty: Bool) { endDictionary(isEmpty: isEmpty) }

    @inlinable
    public mutating func beginObject(_ codedClass: CodedClass, shape: Int, count: Int, keys: () -> [String]) -> Bool {
        false
    }
    @inlinable public mutating func endObject(isEmpty: Bool) {}
    @inlinable public mutating func skip(key: UnsafeBufferPointer<UInt8>) {}
    @inlinable public mutating func number(_ number: Int) {}
    @inlinable public mutating func refer(to number: Int) -> Bool { false }
    @inlinable public mutating func noteValue(_ number: Int) {}
    @inlinable public mutating func repeatValue(_ number: Int) -> Bool { false }
}

/// A value in memory, for a format that writes it directly.
@safe
public struct DirectSource: ~Copyable {
    @safe @usableFromInline let place: UnsafeRawPointer
    @usableFromInline let form: ValueForm
    /// The limits for the file.
    public let limits: DecodingLimits
    @usableFromInline let capabilities: FormatCapabilities
    @usableFromInline let conventions: FileConventions
    @usableFromInline let runsCode: Bool
    @safe @usableFromInline let failure: UnsafeMutablePointer<ModelError?>?
    @usableFromInline let reasons: DocumentReasons?

    /// - Parameters:
    ///   - place: The address of the value, which stays valid while the source is used. Only the program's code may
    ///     change the value meanwhile.
    ///   - capabilities: The capabilities of the file's format, to which scalars are lowered.
    ///   - conventions: The conventions of the file.
    ///   - runsCode: True if the program's code may run.
    ///   - failure: The address for the error that ends the writing. The error stays nil if the value has to be
    ///     written through a document.
    ///   - reasons: Collects the reasons why values become documents. Nil if the caller needs no reasons.
    @unsafe
    package init(
        _ place: UnsafeRawPointer, _ form: ValueForm, limits: DecodingLimits, _ capabilities: FormatCapabilities,
        _ conventions: FileConventions = FileConventions(), runsCode: Bool = false,
        failure: UnsafeMutablePointer<ModelError?>? = nil, reasons: DocumentReasons? = nil
    ) {
        self.reasons = reasons
        unsafe self.place = place
        self.form = form
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
        self.runsCode = runsCode
        unsafe self.failure = failure
    }

    /// Writes the value. Returns false if it can't be written directly: the caller then drops the bytes that were
    /// written.
    @inlinable
    public func write<Writer: DirectWriter & ~Copyable>(to writer: inout Writer) -> Bool {
        var writing = DirectWriting(limits, capabilities, conventions, runsCode: runsCode, reasons: reasons)
        if unsafe writer.write(place, form, isShared: true, &writing) { return true }
        writing.noteFile()
        if let result = writing.result { failure?.pointee = result }
        return false
    }
}
