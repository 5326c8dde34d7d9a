import FormatSupport

/// Reads the values of models and structs from a file, one after the other, without a document between.
///
/// Each function expects one kind of value at the position. For any other value, or an error, it returns nil or
/// false. The value is then read through a document. In a format that can't parse a part of a file, the whole file is
/// read through a document. The document finds the error, too.
public protocol DirectReader: ~Copyable {
    // Single values

    /// Consumes a null and returns true. For any other value, returns false and leaves the position as it is.
    mutating func skipNull() -> Bool
    mutating func readBool() -> Bool?
    mutating func readInteger() -> Int64?
    mutating func readDouble() -> Double?
    mutating func readFloat() -> Float?
    mutating func readDate() -> Date?
    mutating func readString() -> String?
    /// Consumes the given text and returns true. For any other value, returns false. The reader may then have
    /// consumed the value. The default compares the text that ``readString()`` returns.
    ///
    /// - Parameter utf8: The bytes of the text.
    @safe
    mutating func skipString(_ text: String, utf8: UnsafeBufferPointer<UInt8>) -> Bool
    /// Consumes a scalar that isn't a null, a boolean, a number or a date: a text, or another scalar that the format
    /// has. The default reads a text.
    mutating func readScalar() -> ModelScalar?

    // Arrays and dictionaries

    /// Enters the array or the set of a kind at the position. Returns false for any other value, and for a set if the
    /// format has no sets.
    mutating func beginArray(_ kind: ModelArrayKind) -> Bool
    /// Moves to the next element of the array that was entered last, and returns ``ReadStep/value``. At the end of
    /// the array, leaves it and returns ``ReadStep/end``.
    mutating func nextElement(isFirst: Bool) -> ReadStep
    /// Enters the dictionary with text keys at the position. Returns false for any other value.
    mutating func beginDictionary() -> Bool
    /// Moves to the next value of the dictionary that was entered last, as ``nextElement(isFirst:)`` does, and sets its
    /// key.
    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> ReadStep

    // Models and structs

    /// Enters the object, or the dictionary of a struct, at the position. Returns false for any other value, and for
    /// an object that names another class. The default enters a dictionary. It refuses a dictionary for which
    /// ``className()`` returns a name, unless the table's first row has the name of the class.
    mutating func begin(_ table: PropertyTable) -> Bool
    /// Moves to the value of the next property of the object that was entered last.
    ///
    /// - Parameter expected: The index of the row that most likely comes next.
    /// - Returns: The row; ``ReadStep/end`` at the end of the object, after leaving it; ``ReadStep/other`` for a key
    ///   that isn't in the table.
    mutating func nextRow(of table: PropertyTable, expected: Int) -> ReadStep
    /// Consumes the key for which ``nextRow(of:expected:)`` has returned ``ReadStep/other``, up to its value. Returns
    /// nil if there is no key, and in a format that can't parse a part of a file. The default returns nil.
    mutating func unknownKey() -> String?
    /// Returns the name of the class of the object at the position, which ``begin(_:)`` has refused. The default
    /// returns nil: objects don't name their classes.
    mutating func className() -> String?
    /// Returns the text under a row's key in the object or the dictionary at the position: the name of a class or of
    /// an enum's case. The reader stays at the position. Returns nil for any other kind of value, and if finding the
    /// text takes much longer than reading the object. The default returns nil.
    mutating func text(of row: PropertyTable.Row) -> String?

    // References

    /// Consumes a reference to an object that was read before, and returns the object. Returns nil for any other
    /// value. The default returns nil.
    mutating func readReference() -> AnyObject?
    /// Called for each new object, before its properties are read: references may point to it.
    ///
    /// - Parameter number: The number that ``parse(valueAt:into:)`` gave to an object in a part of the file. Nil for
    ///   the object that was entered last.
    mutating func note(_ object: AnyObject, number: Int?)
    /// Called if another object replaces an object that was noted. The default does nothing.
    mutating func replace(_ object: AnyObject, by other: AnyObject)

    // Values that become documents

    /// The values that ``parse(valueAt:into:)`` can parse. The default is ``ParsedParts/none``.
    static var parsedParts: ParsedParts { get }
    /// The offset of the position in the file, or any other number that is different at each position. A reader that
    /// never moves when it refuses a scalar doesn't need it. The default is 0.
    var offset: Int { get }
    /// Goes back to a value that has another form than expected, parses it into a document, and moves to its end.
    ///
    /// In a format with references, each object of a class gets a number. If an object was read before, the builder
    /// gets the object itself: ``DocumentBuilder/append(object:)``.
    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws
}

/// The result of a reader's move inside a container: to a value, to the end of the container, or to a key that isn't
/// in the container's table.
public struct ReadStep: Equatable, Sendable, BitwiseCopyable {
    /// The index of a row, or a negative number that encodes a step without a row.
    @usableFromInline let index: Int

    @inlinable
    @inline(__always)
    init(index: Int) { self.index = index }

    /// Returns the step to the value of a property: the property's row has the given index in its table.
    @inlinable
    @inline(__always)
    public static func row(_ index: Int) -> ReadStep { ReadStep(index: Swift.max(index, other.index)) }
    /// The step to a value: to an element of an array, or to the value of a dictionary's next entry.
    @inlinable public static var value: ReadStep { @inline(__always) get { ReadStep(index: 0) } }
    /// The step out of the container: the container has ended, and the reader has left it.
    @inlinable public static var end: ReadStep { @inline(__always) get { ReadStep(index: -1) } }
    /// The step that is neither a known value nor the end: the key isn't in the table, or the file has an error.
    @inlinable public static var other: ReadStep { @inline(__always) get { ReadStep(index: -2) } }
}

extension DirectReader where Self: ~Copyable {
    @safe
    @inlinable
    public mutating func skipString(_ text: String, utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        readString().map { ExactText($0) == ExactText(text) } ?? false
    }
    @inlinable public mutating func readScalar() -> ModelScalar? { readString().map { .string($0) } }
    @inlinable
    public mutating func begin(_ table: PropertyTable) -> Bool {
        (table.namesClass || className() == nil) && beginDictionary()
    }
    @inlinable public mutating func unknownKey() -> String? { nil }
    @inlinable public mutating func className() -> String? { nil }
    @inlinable public mutating func text(of row: PropertyTable.Row) -> String? { nil }
    @inlinable public mutating func readReference() -> AnyObject? { nil }
    @inlinable public mutating func note(_ object: AnyObject, number: Int?) {}
    @inlinable public mutating func replace(_ object: AnyObject, by other: AnyObject) {}
    @inlinable public static var parsedParts: ParsedParts { .none }
    @inlinable public var offset: Int { 0 }
    @inlinable
    public mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) throws {
        throw ModelError(.invalidCoding, "The format can't parse a part of a file.")
    }
}

/// The values of a file that a reader can parse into a document while it reads the other values directly. Each case
/// includes the cases before it.
public enum ParsedParts: Int, Comparable, Sendable {
    /// No value: the whole file is read either directly or through a document.
    case none
    /// Only a value that its property's own code reads. The reader hasn't read any part of it yet.
    case unread
    /// Any value of the object that was entered last, even if the value was read in part.
    case values
    /// An object that was just left. ``DirectReader/unknownKey()`` consumes every key that isn't in a table, so an
    /// object is read directly even if its class's code decodes additional keys.
    case objects

    @inlinable
    public static func < (left: ParsedParts, right: ParsedParts) -> Bool { left.rawValue < right.rawValue }
}

/// Memory for a value that a format reads directly.
@safe
public struct DirectTarget: ~Copyable {
    @safe @usableFromInline let place: UnsafeMutableRawPointer
    @usableFromInline let form: ValueForm
    /// The limits for the file, lowered to its size.
    public let limits: DecodingLimits
    @usableFromInline let capabilities: FormatCapabilities
    @usableFromInline let conventions: FileConventions
    @usableFromInline let byteCount: Int
    @usableFromInline let runsCode: Bool
    @safe @usableFromInline let failure: UnsafeMutablePointer<DirectFailure>?
    @usableFromInline let reasons: DocumentReasons?

    /// - Parameters:
    ///   - place: The address of uninitialized memory for the value.
    ///   - capabilities: The capabilities of the file's format, for values that aren't as expected.
    ///   - conventions: The conventions of the file, for values that aren't as expected.
    ///   - byteCount: The size of the file.
    ///   - runsCode: True if the program's code may run.
    ///   - failure: The address for the error of a reading that ends early, and for the object that was made for the
    ///     root.
    ///   - reasons: Collects the reasons why values become documents. Nil if the caller needs no reasons.
    @unsafe
    package init(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, limits: DecodingLimits, _ capabilities: FormatCapabilities,
        _ conventions: FileConventions = FileConventions(), byteCount: Int = 0, runsCode: Bool = false,
        failure: UnsafeMutablePointer<DirectFailure>? = nil, reasons: DocumentReasons? = nil
    ) {
        self.reasons = reasons
        unsafe self.place = place
        self.form = form
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
        self.byteCount = byteCount
        self.runsCode = runsCode
        unsafe self.failure = failure
    }

    /// Reads the value. Returns false if the value can't be read directly. The memory then has no value.
    ///
    /// - Parameter isAtEnd: Returns true if the file ends after the value.
    @inlinable
    public func read<Reader: DirectReader & ~Copyable>(
        from reader: inout Reader, _ isAtEnd: (inout Reader) -> Bool
    ) -> Bool {
        if runsCode, Reader.parsedParts == .none { return false }
        var reading = DirectReading(limits, capabilities, conventions, byteCount: byteCount, reasons: reasons)
        guard unsafe reader.read(into: place, form, &reading) else {
            reading.noteFile()
            failure?.pointee = reading.result
            return false
        }
        if reading.left >= 0, isAtEnd(&reader), reading.finish() { return true }
        unsafe form.deinitialize(place)
        return false
    }
}

/// The error of a reading that has ended early, and the object that was made for the root.
@usableFromInline
package struct DirectFailure {
    /// The error. Nil if the file has to be read through a document.
    package var error: ModelError?
    /// The object that was made for the root. Nil if it can't be filled again.
    package var root: AnyObject?

    package init() {}
}
