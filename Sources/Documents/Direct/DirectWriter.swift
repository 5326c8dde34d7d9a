import FormatSupport

/// Writes the values of a model's or a struct's properties as a format stores them, one after the other, without a
/// document between.
///
/// A function returns false for a value that the format doesn't store as it is, and has written nothing then. Such a
/// value is written by way of a document, or, unless the writer ``writesDocuments``, all that was written is dropped, and
/// the model is written so. What a format has nothing for, it needn't implement.
public protocol DirectWriter: ~Copyable {
    /// True if a second reference to an object can be written. Otherwise it ends the direct way: only the document's
    /// way knows cycles from repetitions.
    static var refersBack: Bool { get }

    /// True if the writer has all that ``write(_:)`` needs for the documents of the format. Then values with code of their
    /// own are written, too. The default is false.
    static var writesDocuments: Bool { get }
    /// True if dictionaries, objects and structs are begun with the number of their members. Otherwise that may be 0, and
    /// nobody counts. The default is true.
    ///
    /// If only code of the program's tells which values an object has, the number isn't known before. Such an object is
    /// then written by its class's code, and a struct by way of a document. A writer that doesn't count gets the object's
    /// members as the code encodes them: rows, and other keys by ``key(_:isFirst:)-(UnsafeBufferPointer<UInt8>,_)``, in any
    /// order.
    static var countsMembers: Bool { get }

    /// Begins an object or a struct. Its rows follow in the order of ``order(of:)``. Returns false if the format
    /// doesn't store the table's objects: the default.
    mutating func begin(_ table: PropertyTable) -> Bool
    /// Begins an object or a struct of which this many rows have a value: omitted ones aren't counted. The default calls
    /// ``begin(_:)``, for formats that don't need the number.
    mutating func begin(_ table: PropertyTable, count: Int) -> Bool
    /// Ends the object or the struct that was begun last.
    mutating func end(_ table: PropertyTable, isEmpty: Bool)
    /// Writes a reference to the object that was begun as the one with this number, counted from 0.
    mutating func refer(to number: Int)

    /// The order in which the rows are written: their indexes. Nil for the order of the table.
    func order(of table: PropertyTable) -> [Int]?
    /// True if the keys of dictionaries are sorted by their bytes. The default is false.
    var sortsKeys: Bool { get }
    /// False for a table whose objects are written without keys, for example because a class definition contains them.
    /// Then ``key(_:isFirst:)-(PropertyTable.Row,_)`` is called for optional values alone. The default is true.
    func hasKeys(_ table: PropertyTable) -> Bool
    /// Writes the key of the value that comes next. `isFirst` is true for the first key of an object.
    mutating func key(_ row: PropertyTable.Row, isFirst: Bool)
    /// Writes that the property of a row has no value, if the format has something for that.
    mutating func skip(_ row: PropertyTable.Row)

    /// Begins an array, of which this many elements follow.
    mutating func beginArray(count: Int) -> Bool
    /// Comes before each element.
    mutating func element(isFirst: Bool)
    /// Ends the array that was begun last.
    mutating func endArray(isEmpty: Bool)

    /// Begins a dictionary, of which this many entries follow.
    mutating func beginDictionary(count: Int) -> Bool
    /// Writes the key of the value that comes next, by its UTF-8 bytes: in a dictionary, or in an object of a document.
    mutating func key(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool
    /// Ends the dictionary that was begun last.
    mutating func endDictionary(isEmpty: Bool)

    /// Writes a key as ``key(_:isFirst:)-(UnsafeBufferPointer<UInt8>,_)`` does. A writer may note what it writes for the
    /// key's number in the document: ``repeatKey(_:isFirst:)`` gets the number where the key comes again.
    mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool
    /// Writes the key with a number once more. Returns false if nothing was noted for it. The default notes nothing.
    mutating func repeatKey(_ number: Int, isFirst: Bool) -> Bool
    /// Forgets what was noted for keys: another document follows, in which the numbers may mean other keys.
    mutating func forgetKeys()

    // Only in documents, see `write(_:)`.

    /// True if the bytes that were written exceed the limit.
    var isOverfull: Bool { get }
    /// The reason for which a value or a key was refused last, if the writer knows one.
    var refusal: ModelError? { get }
    /// Begins an array or a set, of which this many elements follow. The default begins arrays with
    /// ``beginArray(count:)``, and refuses sets.
    mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool
    /// Begins a dictionary whose keys are any values, of which this many entries follow: keys and values in turn.
    /// ``endDictionary(isEmpty:)`` ends it. The default refuses it.
    mutating func beginValueDictionary(count: Int) -> Bool
    /// True if each value of such a dictionary comes before its key. The default is false.
    static var writesValuesFirst: Bool { get }
    /// Begins an object, whose keys and values follow. The default refuses it.
    ///
    /// - Parameters:
    ///   - codedClass: The object's class.
    ///   - shape: A number: the same for objects with the same class and the same keys, until ``forgetKeys()``.
    ///   - keys: Returns the keys, also those of properties that are nil.
    mutating func beginObject(_ codedClass: CodedClass, shape: Int, keys: () -> [String]) -> Bool
    /// Begins an object of which this many members follow. The default calls ``beginObject(_:shape:keys:)``, for formats
    /// that don't need the number.
    mutating func beginObject(_ codedClass: CodedClass, shape: Int, count: Int, keys: () -> [String]) -> Bool
    /// Ends the object that ``beginObject(_:shape:keys:)`` began last.
    mutating func endObject(isEmpty: Bool)
    /// True if objects may also get their properties that are nil, with ``appendNil()``: those for which ``writesAbsent``
    /// is true when they were begun. The default is false.
    static var visitsAbsent: Bool { get }
    var writesAbsent: Bool { get }
    /// Comes before the beginning of a container, if references lead to it: ``refer(to:)`` gets this number.
    mutating func number(_ number: Int)
    /// True if a long text or data that a document has in several places is written once. The default is false.
    static var repeatsValues: Bool { get }
    /// Notes the value that was written last by a number.
    mutating func noteValue(_ number: Int)
    /// Writes the value with a number once more. Returns false if it wasn't noted.
    mutating func repeatValue(_ number: Int) -> Bool

    mutating func append(_ value: String) -> Bool
    /// Writes a text by its UTF-8 bytes, which stay valid only during the call.
    mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool
    mutating func append(_ value: Int64)
    mutating func append(_ value: Double) -> Bool
    mutating func append(_ value: Float) -> Bool
    mutating func append(_ value: Bool)
    mutating func append(_ value: Date) -> Bool
    /// Writes text that isn't in memory, or a scalar of another kind, as the format's capabilities have it. It also gets
    /// a scalar that the function for its kind has refused.
    mutating func append(_ value: ModelScalar) -> Bool
    /// Writes data of a document.
    mutating func append(_ data: Data) -> Bool
    /// Writes a number of a document that has more digits than a double or a decimal, as its digits: a format with
    /// ``FormatCapabilities/longNumbers`` gets it. It is written as JSON writes numbers. The default refuses it.
    mutating func append(numeral digits: String) -> Bool
    /// Writes a null that is a value: an element of an array, for example.
    mutating func appendNull() -> Bool
    /// Writes the nil of a property that can't be omitted.
    mutating func appendNil() -> Bool
}

extension DirectWriter where Self: ~Copyable {
    @inlinable public static var refersBack: Bool { false }
    @inlinable public static var writesDocuments: Bool { false }
    @inlinable public static var countsMembers: Bool { true }
    @inlinable public mutating func begin(_ table: PropertyTable) -> Bool { false }
    @inlinable public mutating func begin(_ table: PropertyTable, count: Int) -> Bool { begin(table) }
    @inlinable public mutating func refer(to number: Int) {}
    @inlinable public func order(of table: PropertyTable) -> [Int]? { sortsKeys ? table.sorted : nil }
    @inlinable public var sortsKeys: Bool { false }
    @inlinable public func hasKeys(_ table: PropertyTable) -> Bool { true }
    @inlinable public mutating func skip(_ row: PropertyTable.Row) {}
    @inlinable public mutating func element(isFirst: Bool) {}
    @inlinable public mutating func appendNil() -> Bool { appendNull() }
    @safe
    @inlinable
    public mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        append(ModelScalar.string(unsafe String(decoding: text, as: UTF8.self)))
    }
    @inlinable
    public mutating func append(_ value: ModelScalar) -> Bool {
        // The place of a long text in memory means nothing here.
        if case .string(let text) = value, text.utf8.count <= DecodingLimits.shortText { append(text) } else { false }
    }
    @inlinable public mutating func beginDictionary(count: Int) -> Bool { false }
    @inlinable public mutating func key(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool { false }
    @inlinable public mutating func endDictionary(isEmpty: Bool) {}
    @safe
    @inlinable
    public mutating func key(_ text: UnsafeBufferPointer<UInt8>, number: Int?, isFirst: Bool) -> Bool {
        unsafe key(text, isFirst: isFirst)
    }
    @inlinable public mutating func repeatKey(_ number: Int, isFirst: Bool) -> Bool { false }
    @inlinable public mutating func forgetKeys() {}
    @inlinable public var isOverfull: Bool { false }
    @inlinable public var refusal: ModelError? { nil }
    @inlinable
    public mutating func beginArray(_ kind: ModelArrayKind, count: Int) -> Bool {
        kind == .array && beginArray(count: count)
    }
    @inlinable public mutating func beginValueDictionary(count: Int) -> Bool { false }
    @inlinable public static var writesValuesFirst: Bool { false }
    @inlinable
    public mutating func beginObject(_ codedClass: CodedClass, shape: Int, keys: () -> [String]) -> Bool { false }
    @inlinable
    public mutating func beginObject(_ codedClass: CodedClass, shape: Int, count: Int, keys: () -> [String]) -> Bool {
        beginObject(codedClass, shape: shape, keys: keys)
    }
    @inlinable public mutating func endObject(isEmpty: Bool) {}
    @inlinable public static var visitsAbsent: Bool { false }
    @inlinable public var writesAbsent: Bool { false }
    @inlinable public mutating func number(_ number: Int) {}
    @inlinable public static var repeatsValues: Bool { false }
    @inlinable public mutating func noteValue(_ number: Int) {}
    @inlinable public mutating func repeatValue(_ number: Int) -> Bool { false }
    @inlinable public mutating func append(_ data: Data) -> Bool { append(ModelScalar.data(data)) }
    @inlinable public mutating func append(numeral digits: String) -> Bool { false }
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

    /// - Parameters:
    ///   - place: The address of the value, which stays valid while the source is used. Only code of the program's own
    ///     may change the value meanwhile.
    ///   - capabilities: The capabilities of the file's format, to which scalars are lowered, and `conventions` its
    ///     conventions.
    ///   - runsCode: True if code of the program's may run.
    ///   - failure: The address for the error that ends the writing. It stays nil if the value has to be written by way
    ///     of a document.
    @unsafe
    package init(
        _ place: UnsafeRawPointer, _ form: ValueForm, limits: DecodingLimits, _ capabilities: FormatCapabilities,
        _ conventions: FileConventions = FileConventions(), runsCode: Bool = false,
        failure: UnsafeMutablePointer<ModelError?>? = nil
    ) {
        unsafe self.place = place
        self.form = form
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
        self.runsCode = runsCode
        unsafe self.failure = failure
    }

    /// Writes the value. Returns false if it can't be written directly: then what was written is to be dropped.
    @inlinable
    public func write<Writer: DirectWriter & ~Copyable>(to writer: inout Writer) -> Bool {
        if runsCode, !Writer.writesDocuments { return false }
        var writing = DirectWriting(limits, capabilities, conventions, runsCode: runsCode)
        if unsafe writer.write(place, form, isShared: true, &writing) { return true }
        if let result = writing.result { failure?.pointee = result }
        return false
    }
}
