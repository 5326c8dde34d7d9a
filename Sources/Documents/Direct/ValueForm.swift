import FormatSupport

/// The form of a type's values: their layout in memory, and their representation in files. Values of a type that has a
/// form are written and read directly.
///
/// A form describes only what the type's own encode and decode functions would do. If a value or a file contains other
/// data, the value or the whole file goes through a document.
@safe
public final class ValueForm: Sendable {
    /// The kinds of values.
    @usableFromInline
    package enum Kind: UInt8, BitwiseCopyable, Sendable {
        case text, int64, double, float, bool, date
        /// An array of texts: the most frequent array.
        case texts
        /// An integer of another width: ``ScalarAccess`` reads and writes it.
        case integer
        /// An enum that is stored as text: ``ScalarAccess`` reads and writes the text.
        case choice
        /// An instance of a class with a ``PropertyTable``.
        case object
        /// A text that isn't in memory and is always the same: the name of a class.
        case constant
        /// An integer that isn't in memory and is always the same: the version of a class.
        case version
        /// A struct with a ``PropertyTable``: its properties are inside its own memory.
        case record
        /// An array: ``ContainerAccess`` reads and writes it.
        case array
        /// A scalar that formats may lower, such as a URL: ``ScalarAccess`` reads and writes it as a ``ModelScalar``.
        case scalar
        /// A dictionary with text keys: ``EntriesAccess`` reads and writes it.
        case entries
        /// A set: ``EntriesAccess`` reads and writes it.
        case set
        /// An enum whose cases have values: ``CaseForms`` tells them apart.
        case cases
        // Properties of the kinds below may have no value, so that their key is omitted.
        /// A dictionary in the file that exists only to contain properties of the object around it.
        case group
        /// An optional: ``ContainerAccess`` reads and writes it.
        case optional
        /// A property that is reached by its getter and its setter, which ``OwnCode`` calls. The value has a form.
        case accessed
        /// A property that ``OwnCode`` encodes and decodes, because its value has no form.
        case own

        /// True if a value of the kind contains no other values.
        @usableFromInline
        var isScalar: Bool {
            switch self {
            case .text, .int64, .double, .float, .bool, .date, .integer, .choice, .scalar: true
            case .texts, .object, .constant, .version, .record, .group, .array, .optional, .entries, .set, .cases,
                .accessed, .own:
                false
            }
        }

        /// True for a property that only its ``OwnCode`` gets or sets. The functions that read a value by its kind
        /// refuse the property, and consume nothing of its value.
        @inlinable
        var hasOwnCode: Bool { self == .own || self == .accessed }

        /// True if a row of the kind may have no value, so that its key is omitted.
        @inlinable
        var mayBeOmitted: Bool { @inline(__always) get { rawValue >= Kind.group.rawValue } }
    }

    /// References to ``element``, its table and ``container``, which exist as long as the form. To count references
    /// would take longer than to read or write a short array.
    @frozen
    @safe
    @usableFromInline
    struct Uncounted: @unchecked Sendable {
        @safe @usableFromInline let element: Unmanaged<ValueForm>
        /// The kind of the elements.
        @usableFromInline let kind: Kind
        @safe @usableFromInline let container: Unmanaged<ContainerAccess>
        /// The table of the elements' class. Nil if the elements are no objects.
        @safe @usableFromInline let table: Unmanaged<PropertyTable>?

        init(_ element: ValueForm, _ container: ContainerAccess) {
            unsafe self.element = .passUnretained(element)
            kind = element.kind
            unsafe self.container = .passUnretained(container)
            unsafe table = element.kind == .object ? element.table.map { unsafe .passUnretained($0) } : nil
        }
    }

    @usableFromInline package let kind: Kind
    /// The number of bytes from one value to the next in an array.
    @usableFromInline package let stride: Int
    /// The form of the elements of an array, or of the value of an optional.
    @usableFromInline package let element: ValueForm?
    /// Encodes and decodes the elements' type through a document, for elements that don't match their form. Nil if the
    /// elements can't be read through a document.
    @usableFromInline package let elementCode: (any OwnCode)?
    @usableFromInline package let container: ContainerAccess?
    /// The form of the elements and the access to them, without counting references. Nil unless the form is that of an
    /// array or an optional.
    @usableFromInline let uncounted: Uncounted?
    @usableFromInline package let scalar: ScalarAccess?
    /// The memory of an integer; `.other` if only ``scalar`` reads and writes it.
    @usableFromInline let integer: IntegerLayout
    @usableFromInline package let entries: EntriesAccess?
    /// The text of a value that isn't in memory, such as the name of a class.
    @usableFromInline package let constant: String?
    /// The bytes of ``constant``.
    @safe @usableFromInline nonisolated(unsafe) let constantBytes: UnsafeBufferPointer<UInt8>
    /// The integer of a value that isn't in memory: the version of a class.
    @usableFromInline package let version: Int64
    /// The properties of an object, a struct or a group.
    @usableFromInline package let table: PropertyTable?
    /// The cases of an enum.
    @usableFromInline package let cases: CaseForms?
    /// Answers whether the library's own code writes a struct or an enum. Nil: it always does.
    @usableFromInline let record: CodingQuestion?
    /// True for a weak property.
    @usableFromInline let isWeak: Bool
    /// True if each value that can be read directly is written again in the same representation.
    @usableFromInline let isWrittenAsRead: Bool
    /// True for scalars, and optionals of scalars, that have to be compared with the file's value to know whether they
    /// are written again in the same representation.
    @usableFromInline let comparesScalars: Bool

    private init(
        _ kind: Kind, stride: Int, element: ValueForm? = nil, container: ContainerAccess? = nil,
        scalar: ScalarAccess? = nil, entries: EntriesAccess? = nil, table: PropertyTable? = nil,
        cases: CaseForms? = nil, record: CodingQuestion? = nil, constant: String? = nil, version: Int64 = 0,
        isWeak: Bool = false, elementCode: (any OwnCode)? = nil, integer: IntegerLayout = .other
    ) {
        self.integer = integer
        self.elementCode = elementCode
        self.isWeak = isWeak
        isWrittenAsRead =
            switch kind {
            case .text, .int64, .double, .bool, .texts, .integer, .choice, .object, .constant, .version: true
            case .array, .entries, .optional: element?.isWrittenAsRead ?? false
            case .float, .date, .scalar, .record, .set, .cases, .group, .accessed, .own: false
            }
        let compared = kind == .optional ? element?.kind : kind
        comparesScalars = compared == .date || compared == .scalar
        self.kind = kind
        self.stride = stride
        self.element = element
        self.container = container
        uncounted = if let element, let container { Uncounted(element, container) } else { nil }
        self.scalar = scalar
        self.entries = entries
        self.table = table
        self.cases = cases
        self.record = record
        self.constant = constant
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: constant?.utf8.count ?? 0)
        _ = unsafe bytes.initialize(from: (constant ?? "").utf8)
        constantBytes = UnsafeBufferPointer(bytes)
        self.version = version
    }

    deinit { unsafe constantBytes.deallocate() }

    /// The form of a scalar type. Returns nil for a type that isn't known.
    package convenience init?<Value>(scalar type: Value.Type) {
        let kind: Kind
        switch type {
        case is String.Type: kind = .text
        case is Int64.Type: kind = .int64
        case is Int.Type where Int.bitWidth == 64: kind = .int64
        case is Double.Type: kind = .double
        case is Float.Type: kind = .float
        case is Bool.Type: kind = .bool
        case is Date.Type: kind = .date
        default: return nil
        }
        self.init(kind, stride: MemoryLayout<Value>.stride)
    }

    /// The form of an integer of any width.
    package convenience init<Value: FixedWidthInteger>(integer type: Value.Type) {
        self.init(
            .integer, stride: MemoryLayout<Value>.stride, scalar: IntegerAccess<Value>(), integer: IntegerLayout(type))
    }

    /// The form of an enum whose cases are stored as these texts.
    package convenience init<Value>(choices: [(text: String, value: Value)]) {
        self.init(.choice, stride: MemoryLayout<Value>.stride, scalar: ChoiceAccess(choices))
    }

    /// The form of a type with raw values that are texts.
    ///
    /// - Parameter isCoded: As in ``init(record:_:isCoded:)``.
    package convenience init<Value: RawRepresentable>(
        rawTexts type: Value.Type, isCoded: (@Sendable (Value) -> Bool)? = nil
    ) {
        self.init(
            .choice, stride: MemoryLayout<Value>.stride, scalar: RawTextAccess(isCoded.map { TypeQuestion($0) }))
    }

    /// The form of a type with raw values that are integers.
    ///
    /// - Parameter isCoded: As in ``init(record:_:isCoded:)``.
    package convenience init<Value: RawRepresentable, Raw: FixedWidthInteger>(
        rawIntegers type: Value.Type, _ raw: Raw.Type, isCoded: (@Sendable (Value) -> Bool)? = nil
    ) {
        self.init(
            .integer, stride: MemoryLayout<Value>.stride,
            scalar: RawIntegerAccess(isCoded.map { TypeQuestion($0) }, raw))
    }

    /// The form of a scalar that formats may lower.
    ///
    /// - Parameters:
    ///   - scalar: Returns the scalar of a value.
    ///   - value: Returns the value for a scalar of a file. Returns nil for a scalar that only the type's own decode
    ///     function reads.
    package convenience init<Value>(
        lowered type: Value.Type, _ scalar: @escaping @Sendable (Value) -> ModelScalar,
        _ value: @escaping @Sendable (ModelScalar) -> Value?
    ) {
        self.init(.scalar, stride: MemoryLayout<Value>.stride, scalar: LoweredAccess(scalar, value))
    }

    /// The form of a dictionary with text keys. Its values have the form `element`. If a value doesn't match this
    /// form, `code` decodes it through a document.
    package convenience init<Value>(entriesOf element: ValueForm, _ type: Value.Type, code: (any OwnCode)? = nil) {
        self.init(
            .entries, stride: MemoryLayout<[String: Value]>.stride, element: element,
            entries: element.isReference ? DictionaryAccess<AnyObject>() : DictionaryAccess<Value>(), elementCode: code)
    }

    /// The form of a dictionary whose keys are texts only in files.
    ///
    /// - Parameters:
    ///   - element: The form of the values.
    ///   - keys: Converts the keys to texts, and back.
    ///   - code: Decodes a value that doesn't match its form through a document.
    package convenience init<Key, Value>(
        entriesOf element: ValueForm, _ type: Value.Type, keys: KeyTexts<Key>, code: (any OwnCode)? = nil
    ) {
        self.init(
            .entries, stride: MemoryLayout<[Key: Value]>.stride, element: element,
            entries: KeyedAccess<Key, Value>(keys), elementCode: code)
    }

    /// The form of a set whose elements have the given form.
    ///
    /// - Parameters:
    ///   - order: Returns the indexes of elements in the order in which files contain the elements.
    ///   - isShort: Returns false for an element that only the type's own code compares. Nil if there are no such
    ///     elements.
    package convenience init<Element: Hashable>(
        setOf element: ValueForm, _ type: Element.Type, isShort: (@Sendable (Element) -> Bool)? = nil,
        order: @escaping ([Element]) -> [Int]
    ) {
        self.init(
            .set, stride: MemoryLayout<Set<Element>>.stride, element: element,
            entries: SetAccess<Element>(order, isShort))
    }

    /// The form of a text that isn't in memory, and always the same.
    ///
    /// - Parameter property: The form of a property that gets the text when the text is read. Nil if there is no such
    ///   property.
    package convenience init(constant text: String, settingTo property: ValueForm? = nil) {
        self.init(.constant, stride: 0, element: property, constant: text)
    }

    /// The form of an integer that isn't in memory, and always the same.
    package convenience init(version: Int64) { self.init(.version, stride: 0, version: version) }

    /// The form of a dictionary that exists only to contain properties of the object around it.
    package convenience init(group table: PropertyTable) { self.init(.group, stride: 0, table: table) }

    /// The form of a property that is reached through its getter and its setter.
    package convenience init(accessed value: ValueForm, isWeak: Bool = false) {
        self.init(.accessed, stride: 0, element: value, isWeak: isWeak)
    }

    /// The form of a property that its ``OwnCode`` encodes and decodes.
    package static let own = ValueForm(.own, stride: 0)

    /// The form of an array. Its elements have the form `element`. If an element doesn't match this form, `code`
    /// decodes it through a document.
    package convenience init<Element>(arrayOf element: ValueForm, _ type: Element.Type, code: (any OwnCode)? = nil) {
        self.init(
            element.kind == .text ? .texts : .array, stride: MemoryLayout<[Element]>.stride, element: element,
            container: .arrays(of: type, isReference: element.isReference), elementCode: code)
    }

    /// The form of an optional. Returns nil if its value is an optional, too: files have one null for both.
    package convenience init?<Wrapped>(optional wrapped: ValueForm, _ type: Wrapped.Type) {
        guard wrapped.kind != .optional else { return nil }
        self.init(
            .optional, stride: MemoryLayout<Wrapped?>.stride, element: wrapped,
            container: .optionals(of: type, isReference: wrapped.isReference))
    }

    /// True for values that consist of one reference in memory: objects and arrays.
    ///
    /// An array of such values may be stored as an array of `AnyObject`, as after a cast.
    private var isReference: Bool {
        #if canImport(ObjectiveC)
            // There, the reference of an array has marks.
            kind == .object
        #else
            kind == .object || kind == .array || kind == .texts
        #endif
    }

    /// True for integers of at most 64 bits.
    package var holdsWords: Bool { (kind == .int64 || kind == .integer) && stride <= 8 }
    /// True for scalars, and for enums whose cases are stored as scalars.
    package var holdsScalar: Bool { kind.isScalar }
    /// True for values that are stored as texts.
    package var holdsTexts: Bool { kind == .choice }

    /// The kind of a file's outermost value that has this form. Nil for a value that may be nil.
    package var rootKind: ModelKind? {
        switch kind {
        case .object: .object
        case .record, .group, .entries: .dictionary
        case .array, .texts, .set: .array
        case .text, .choice, .constant: .string
        case .int64, .integer, .version: .integer
        case .double, .float: .real
        case .bool: .bool
        case .date: .date
        case .optional, .accessed: element.flatMap(\.rootKind)
        // Any scalar will do: no format mistakes a scalar for a dictionary or an array.
        case .scalar, .cases, .own: .string
        }
    }

    /// Returns the number of elements of a collection at an address. Returns nil for a value that is no collection, and
    /// for an optional without a value.
    package func elementCount(at place: UnsafeRawPointer) -> Int? {
        switch kind {
        case .array, .texts: unsafe container?.elements(at: place).count
        case .entries, .set: unsafe entries?.count(at: place)
        case .optional: unsafe container?.elements(at: place).start.flatMap { unsafe element?.elementCount(at: $0) }
        default: nil
        }
    }

    /// Returns true for an optional without a value.
    package func isNil(at place: UnsafeRawPointer) -> Bool {
        unsafe kind == .optional && container?.elements(at: place).start == nil
    }

    /// Returns the scalar at an address. Returns nil for an optional without a value, for an integer of more than 64
    /// bits, and for a value that is no scalar.
    package func scalarValue(at place: UnsafeRawPointer) -> ModelScalar? {
        switch kind {
        case .text: unsafe .string(place.assumingMemoryBound(to: String.self).pointee)
        case .int64: unsafe .int64(place.assumingMemoryBound(to: Int64.self).pointee)
        case .double: unsafe .double(place.assumingMemoryBound(to: Double.self).pointee)
        case .float: unsafe .float(place.assumingMemoryBound(to: Float.self).pointee)
        case .bool: unsafe .bool(place.assumingMemoryBound(to: Bool.self).pointee)
        case .date: unsafe .date(place.assumingMemoryBound(to: Date.self).pointee)
        case .integer: unsafe scalar?.integer(at: place).map { .int64($0) }
        case .choice: unsafe scalar?.text(at: place).map { .string($0) }
        case .scalar: unsafe scalar?.scalar(at: place)
        case .optional:
            unsafe container?.elements(at: place).start.flatMap { unsafe element?.scalarValue(at: $0) }
        default: nil
        }
    }

    /// Returns the object that is the value at an address. Returns nil for any other value.
    package func object(at place: UnsafeRawPointer) -> AnyObject? {
        switch kind {
        case .object: unsafe place.assumingMemoryBound(to: AnyObject.self).pointee
        case .optional: unsafe container?.elements(at: place).start.flatMap { unsafe element?.object(at: $0) }
        default: nil
        }
    }

    /// Returns true if the value at an address is an instance of a subclass of the form's class.
    package func isOfSubclass(at place: UnsafeRawPointer) -> Bool {
        let table = kind == .optional ? element?.table : table
        return unsafe object(at: place).map { Swift.type(of: $0) != table?.type } ?? false
    }

    /// Destroys the value at an address.
    @usableFromInline
    func deinitialize(_ place: UnsafeMutableRawPointer) {
        switch kind {
        case .text: unsafe place.assumingMemoryBound(to: String.self).deinitialize(count: 1)
        case .object: unsafe place.assumingMemoryBound(to: AnyObject.self).deinitialize(count: 1)
        case .texts, .array, .optional: unsafe container?.deinitialize(place)
        case .record: unsafe table?.deinitialize(place, .max)
        case .scalar: unsafe scalar?.deinitialize(place)
        case .entries, .set: unsafe entries?.deinitialize(place)
        case .cases: unsafe cases?.access.deinitialize(place)
        case .int64, .double, .float, .bool, .date, .integer, .choice, .constant, .version, .group, .accessed, .own:
            break
        }
    }

    /// The form of a reference to an instance of a class.
    package convenience init(object table: PropertyTable) {
        self.init(.object, stride: MemoryLayout<AnyObject>.stride, table: table)
    }

    /// The form of a struct that consists of its properties.
    ///
    /// - Parameter isCoded: Returns true if the library's code writes the value, and not the type's own code. It is
    ///   called once, with the first value that is written. Nil: the library's code writes all values.
    package convenience init<Value>(
        record table: PropertyTable, _ type: Value.Type, isCoded: (@Sendable (Value) -> Bool)? = nil
    ) {
        self.init(
            .record, stride: MemoryLayout<Value>.stride, table: table, record: isCoded.map { TypeQuestion($0) })
    }

    /// The form of a dictionary that contains the values of an enum's case. The rows' offsets count from the address
    /// of these values.
    package convenience init(dictionary codedClass: CodedClass, _ rows: [(PropertyTable.Property, ValueForm)]) {
        let table = PropertyTable(codedClass, rows.map(\.0))
        table.fill(rows.map(\.1))
        self.init(.record, stride: 0, table: table)
    }

    /// The form of an enum whose cases have values.
    ///
    /// - Parameter isCoded: As in ``init(record:_:isCoded:)``.
    package convenience init<Value>(
        cases: CaseForms, _ type: Value.Type, isCoded: @escaping @Sendable (Value) -> Bool
    ) {
        self.init(.cases, stride: MemoryLayout<Value>.stride, cases: cases, record: TypeQuestion(isCoded))
    }

    /// Returns true if the library's own code writes the struct or the enum at an address.
    @inlinable
    @inline(__always)
    func isCoded(at place: UnsafeRawPointer) -> Bool {
        guard let record else { return true }
        return unsafe record.isCoded(at: place)
    }
}
