import FormatSupport
import Foundation

/// Reads the values of a model's or a struct's properties from a file, one after the other, without a document between.
///
/// Each function expects one kind of value at the position. If there is anything else, or an error, it returns nil or
/// false. Then all that was read is dropped, and the file is read by way of a document, which also finds the error.
public protocol DirectReader: ~Copyable {
    /// Enters the object, or the dictionary of a struct, at the position. Returns false for anything else.
    mutating func begin(_ table: PropertyTable) -> Bool
    /// Moves to the value of the next property of the object that was entered last.
    ///
    /// - Parameter expected: The index of the row that most likely comes next.
    /// - Returns: The index of its row; -1 at the end of the object, which is left; -2 for a key that isn't in the
    ///   table.
    mutating func nextRow(of table: PropertyTable, expected: Int) -> Int

    /// Enters the array at the position. Returns false for anything else.
    mutating func beginArray() -> Bool
    /// Moves to the next element of the array that was entered last. Returns 0 at its end, and leaves it; -1 for
    /// anything but an element or the end.
    mutating func nextElement(isFirst: Bool) -> Int

    /// Enters the dictionary with text keys at the position. Returns false for anything else.
    mutating func beginDictionary() -> Bool
    /// Moves to the next value of the dictionary that was entered last, and sets its key. Returns 1, or as
    /// ``nextElement(isFirst:)`` does.
    mutating func nextEntry(_ key: inout String, isFirst: Bool) -> Int

    /// Consumes a null and returns true; else leaves the position as it is.
    mutating func skipNull() -> Bool
    mutating func readString() -> String?
    mutating func readInteger() -> Int64?
    mutating func readDouble() -> Double?
    mutating func readFloat() -> Float?
    mutating func readBool() -> Bool?
    mutating func readDate() -> Date?
    /// Consumes a scalar that isn't a null, a boolean, a number or a date: text, and what else the format has.
    mutating func readScalar() -> ModelScalar?

    /// The name of the class of the object at the position, which ``begin(_:)`` has refused; nil if it names none.
    mutating func className() -> String?
    /// The object at the position, if it is a reference to one that was read before, which is consumed; nil for
    /// anything else.
    mutating func readReference() -> AnyObject?
    /// Called for each new object, before its properties are read: references may lead to it.
    mutating func note(_ object: AnyObject)

    /// Consumes the key at the position, which is none of a table's, up to its value. Returns nil for anything else, and
    /// in a format that can't parse a part of a file.
    mutating func unknownKey() -> String?
    /// The offset of the position in the file. A format that doesn't move before it has read a scalar needn't have it.
    var offset: Int { get }
    /// Goes back to a value that isn't as expected, parses it into a document, and moves behind it. Returns false if
    /// that fails, or the format can't parse a part of a file.
    mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) -> Bool
}

extension DirectReader where Self: ~Copyable {
    @inlinable public mutating func readReference() -> AnyObject? { nil }
    @inlinable public mutating func className() -> String? { nil }
    @inlinable public mutating func note(_ object: AnyObject) {}
    @inlinable public mutating func readScalar() -> ModelScalar? { readString().map { .string($0) } }
    @inlinable public mutating func beginDictionary() -> Bool { false }
    @inlinable public mutating func nextEntry(_ key: inout String, isFirst: Bool) -> Int { -1 }
    @inlinable public var offset: Int { 0 }
    @inlinable public mutating func parse(valueAt offset: Int, into builder: inout DocumentBuilder) -> Bool { false }
    @inlinable public mutating func unknownKey() -> String? { nil }
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

    /// - Parameters:
    ///   - place: The address of uninitialized memory for the value.
    ///   - capabilities: The capabilities of the file's format, and `conventions` its conventions: for objects that
    ///     aren't as expected.
    @unsafe
    package init(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, limits: DecodingLimits, _ capabilities: FormatCapabilities,
        _ conventions: FileConventions
    ) {
        unsafe self.place = place
        self.form = form
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
    }

    /// Reads the value. Returns false if it can't be read directly: then the memory has no value.
    ///
    /// - Parameter isAtEnd: Returns true if the file ends behind the value.
    @inlinable
    public func read<Reader: DirectReader & ~Copyable>(
        from reader: inout Reader, _ isAtEnd: (inout Reader) -> Bool
    ) -> Bool {
        var reading = DirectReading(limits, capabilities, conventions)
        guard unsafe reader.read(into: place, form, &reading) else { return false }
        if reading.values >= 0, isAtEnd(&reader), reading.finish() { return true }
        unsafe form.deinitialize(place)
        return false
    }
}

/// The state of one direct reading.
@usableFromInline
struct DirectReading: ~Copyable {
    @usableFromInline var levels: DirectLevels
    /// The number of values that are left.
    @usableFromInline var values: Int
    private let limits: DecodingLimits
    private let capabilities: FormatCapabilities
    private let conventions: FileConventions
    /// The number of objects that weren't as expected.
    private var misses = 0
    /// True if such an object couldn't be read by way of a document either.
    private var isLost = false
    /// The subclass whose table was looked for last, and the table of its superclass.
    private var subclass: (table: PropertyTable, below: PropertyTable)?
    /// The members of objects that their classes don't know; nil as long as there are none.
    private var unknown: UnknownReading?

    @usableFromInline
    init(_ limits: DecodingLimits, _ capabilities: FormatCapabilities, _ conventions: FileConventions) {
        self.limits = limits
        self.capabilities = capabilities
        self.conventions = conventions
        levels = DirectLevels(limits)
        values = max(limits.nodes, 0)
    }

    /// The table of the subclass of a table's class that the file names; nil if its instances aren't read directly.
    @usableFromInline
    @inline(never)
    mutating func table(named name: String, below table: PropertyTable) -> PropertyTable? {
        if let subclass, subclass.below === table, subclass.table.name == name { return subclass.table }
        guard let found = table.subclasses?.named(name) else { return nil }
        subclass = (found, table)
        return found
    }

    /// Reads the value of an object's member that its class doesn't know. Returns false if it can't be read directly.
    @usableFromInline
    @inline(never)
    mutating func readUnknown(
        _ key: String, of object: AnyObject, _ table: PropertyTable, _ parse: (inout DocumentBuilder) -> Bool
    ) -> Bool {
        var limits = limits
        limits.nodes = values
        if unknown == nil { unknown = UnknownReading(capabilities, conventions, limits) }
        guard let count = unknown?.read(key, of: object, table, levels: levels.left, parse) else { return false }
        // Whatever is made of a value, it has at least one word.
        values -= count
        return true
    }

    /// Ends the reading of a file. Returns false if an object has an unknown key twice.
    @usableFromInline
    mutating func finish() -> Bool {
        guard let members = unknown.take() else { return true }
        return members.finish()
    }

    /// Makes an instance from an object that isn't as expected, by way of a document.
    ///
    /// A document for one object costs more than its part of a document for the whole file. So after a few misses, and
    /// if they are more than one in so many values, the whole file is read by way of a document.
    ///
    /// - Parameters:
    ///   - levels: The number of levels that were left before the object, and `values` that of values.
    ///   - parse: Parses the object.
    /// - Returns: Nil if the whole file has to be read by way of a document.
    @usableFromInline
    @inline(never)
    mutating func recover(
        _ table: PropertyTable, levels: Int, values: Int, _ parse: (inout DocumentBuilder) -> Bool
    ) -> AnyObject? {
        misses += 1
        // The root alone is the whole file.
        let isRoot = levels == max(limits.depth, 0)
        guard !isLost, !isRoot, let decode = table.decode, misses <= 4 + (limits.nodes - values) / 128 else {
            return nil
        }
        isLost = true
        var left = limits
        left.nodes = values
        left.depth = levels
        var builder = DocumentBuilder(for: capabilities, conventions, limits: left)
        guard parse(&builder), let document = try? builder.finish(),
            let object = decode(document, conventions, left)
        else { return nil }
        isLost = false
        self.levels.left = levels
        // Whatever is made of a value, it has at least one word.
        self.values = values - document.content.words.count
        return object
    }
}

extension DirectReader where Self: ~Copyable {
    /// Reads the value at the position into memory that has no value yet. If it can't be read, the memory has none.
    @inlinable
    mutating func read(into place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading) -> Bool {
        switch form.kind {
        case .text:
            guard let value = readString() else { return false }
            unsafe place.assumingMemoryBound(to: String.self).initialize(to: value)
        case .object:
            guard let table = form.table, let object = readObject(table, &reading) else { return false }
            unsafe place.assumingMemoryBound(to: AnyObject.self).initialize(to: object)
            return true
        case .texts, .array, .optional:
            guard let access = form.container else { return false }
            unsafe access.prepare(place)
            guard unsafe set(place, form, &reading) else {
                unsafe access.deinitialize(place)
                return false
            }
            return true
        case .record: return unsafe readRecord(into: place, form, &reading)
        case .scalar: return unsafe putScalar(place, form, &reading, replacing: false)
        case .entries: return unsafe putEntries(place, form, &reading, replacing: false)
        default: return unsafe set(place, form, &reading)
        }
        reading.values &-= 1
        return true
    }

    /// Reads the value at the position into memory that has a value.
    @inlinable
    mutating func set(_ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading) -> Bool {
        unsafe set(place, form.kind, Unmanaged.passUnretained(form), &reading)
    }

    /// The kind is passed by itself: the most frequent ones need nothing else of the form.
    @inlinable
    @inline(__always)
    mutating func set(
        _ place: UnsafeMutableRawPointer, _ kind: ValueForm.Kind, _ form: Unmanaged<ValueForm>,
        _ reading: inout DirectReading
    ) -> Bool {
        switch kind {
        case .text:
            guard let value = readString() else { return false }
            unsafe place.assumingMemoryBound(to: String.self).pointee = value
        case .int64:
            guard let value = readInteger() else { return false }
            unsafe place.assumingMemoryBound(to: Int64.self).pointee = value
        case .double:
            guard let value = readDouble() else { return false }
            unsafe place.assumingMemoryBound(to: Double.self).pointee = value
        case .bool:
            guard let value = readBool() else { return false }
            unsafe place.assumingMemoryBound(to: Bool.self).pointee = value
        case .texts:
            guard let texts = readTexts(&reading) else { return false }
            unsafe place.assumingMemoryBound(to: [String].self).pointee = texts
            return true
        default: return unsafe form._withUnsafeGuaranteedRef { unsafe setRare(place, $0, &reading) }
        }
        reading.values &-= 1
        return true
    }

    @inlinable
    mutating func setRare(_ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading) -> Bool {
        switch form.kind {
        case .float:
            guard let value = readFloat() else { return false }
            unsafe place.assumingMemoryBound(to: Float.self).pointee = value
        case .date:
            guard let value = readDate() else { return false }
            unsafe place.assumingMemoryBound(to: Date.self).pointee = value
        case .integer:
            guard let access = form.scalar, let value = readInteger(), unsafe access.set(value, at: place) else {
                return false
            }
        case .choice:
            guard let access = form.scalar, let value = readString(), unsafe access.set(value, at: place) else {
                return false
            }
        case .object:
            guard let table = form.table, let object = readObject(table, &reading) else { return false }
            unsafe place.assumingMemoryBound(to: AnyObject.self).pointee = object
            return true
        case .constant:
            guard let value = readString(), value == form.constant else { return false }
        case .version:
            guard let value = readInteger(), value == form.version else { return false }
        case .group: return unsafe setGroup(place, form, &reading)
        case .record: return unsafe setRecord(place, form, &reading)
        case .array: return unsafe setArray(place, form, &reading)
        case .optional: return unsafe setOptional(place, form, &reading)
        case .scalar: return unsafe putScalar(place, form, &reading, replacing: true)
        case .entries: return unsafe putEntries(place, form, &reading, replacing: true)
        case .text, .int64, .double, .bool, .texts: return unsafe set(place, form, &reading)
        }
        reading.values &-= 1
        return true
    }

    @inlinable
    mutating func putScalar(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading, replacing: Bool
    ) -> Bool {
        reading.values &-= 1
        guard let access = form.scalar, let value = readScalar() else { return false }
        return unsafe access.put(value, at: place, replacing: replacing)
    }

    @inlinable
    @inline(never)
    mutating func putEntries(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading, replacing: Bool
    ) -> Bool {
        guard let element = form.element, let access = form.entries, reading.levels.hasOne, beginDictionary() else {
            return false
        }
        reading.values &-= 1
        reading.levels.left &-= 1
        var elements = DirectElements(of: element)
        var keys: [String] = []
        var key = ""
        var step = nextEntry(&key, isFirst: true)
        while step > 0 {
            reading.values &-= 1
            guard reading.values >= 0, PropertyTable.isPlain(key),
                unsafe read(into: elements.next(), element, &reading)
            else {
                step = -1
                break
            }
            elements.count &+= 1
            keys.append(key)
            step = nextEntry(&key, isFirst: false)
        }
        reading.levels.left &+= 1
        guard step == 0 else {
            unsafe access.destroy(elements.start, count: elements.count)
            return false
        }
        return unsafe access.put(keys, elements.start, at: place, replacing: replacing)
    }

    @inlinable
    @inline(__always)
    mutating func readTexts(_ reading: inout DirectReading) -> [String]? {
        guard reading.levels.left > 0, beginArray() else { return nil }
        var texts: [String] = []
        var step = nextElement(isFirst: true)
        if step > 0 { texts.reserveCapacity(4) }
        while step > 0 {
            guard let text = readString() else { return nil }
            texts.append(text)
            step = nextElement(isFirst: false)
        }
        reading.values &-= texts.count &+ 1
        return step < 0 ? nil : texts
    }

    @inlinable
    @inline(never)
    mutating func setArray(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        guard let element = form.element, let access = form.container, reading.levels.hasOne, beginArray() else {
            return false
        }
        reading.values &-= 1
        reading.levels.left &-= 1
        var elements = DirectElements(of: element)
        var step = nextElement(isFirst: true)
        while step > 0 {
            guard reading.values >= 0, unsafe read(into: elements.next(), element, &reading) else {
                step = -1
                break
            }
            elements.count &+= 1
            step = nextElement(isFirst: false)
        }
        reading.levels.left &+= 1
        guard step == 0 else {
            unsafe access.destroy(elements.start, count: elements.count)
            return false
        }
        unsafe access.set(elements.start, count: elements.count, at: place)
        return true
    }

    @inlinable
    @inline(never)
    mutating func setOptional(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        guard let element = form.element, let access = form.container else { return false }
        if skipNull() {
            reading.values &-= 1
            unsafe access.set(nil, count: 0, at: place)
            return true
        }
        var value = DirectElements(of: element)
        guard unsafe read(into: value.next(), element, &reading) else { return false }
        unsafe access.set(value.start, count: 1, at: place)
        return true
    }

    /// Enters the dictionary at the position, and returns the table of its rows. Nil for anything else.
    @inlinable
    @inline(__always)
    mutating func begin(_ form: ValueForm, _ reading: inout DirectReading) -> PropertyTable? {
        guard let table = form.table, reading.levels.hasOne, begin(table) else { return nil }
        reading.levels.left &-= 1
        return table
    }

    /// Reads the dictionary at the position into properties of the object at an address.
    @inlinable
    @inline(never)
    mutating func setGroup(
        _ owner: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        reading.values &-= 1
        if skipNull() { return true }
        guard let table = begin(form, &reading) else { return false }
        var met: UInt64 = 0
        return unsafe setRows(of: owner, table, &met, &reading) == .whole
    }

    /// Reads the dictionary at the position into a struct.
    @inlinable
    @inline(never)
    mutating func setRecord(
        _ place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        guard let table = begin(form, &reading) else { return false }
        reading.values &-= 1
        var met: UInt64 = 0
        guard unsafe setRows(of: place, table, &met, &reading) == .whole else { return false }
        // Nothing is left of the struct that was there.
        for row in 0..<table.count where met & 1 << UInt64(row) == 0 {
            guard let access = table.rows[row].missing else { return false }
            unsafe access.set(nil, count: 0, at: place + table.rows[row].offset)
        }
        return true
    }

    /// Reads the dictionary at the position into memory for a struct. If it can't be read, the memory has no value.
    @inlinable
    @inline(never)
    mutating func readRecord(
        into place: UnsafeMutableRawPointer, _ form: ValueForm, _ reading: inout DirectReading
    ) -> Bool {
        guard let table = begin(form, &reading) else { return false }
        reading.values &-= 1
        var met: UInt64 = 0
        var index = knownRow(of: table, expected: 0)
        while index >= 0 {
            let (bit, row) = (UInt64(1) << UInt64(index), table.rows[index])
            guard met & bit == 0,
                unsafe row.form._withUnsafeGuaranteedRef({ unsafe read(into: place + row.offset, $0, &reading) })
            else { break }
            met |= bit
            index = knownRow(of: table, expected: index &+ 1)
        }
        for row in 0..<table.count where index == -1 && met & 1 << UInt64(row) == 0 {
            guard let access = table.rows[row].missing else {
                index = -2
                break
            }
            unsafe access.prepare(place + table.rows[row].offset)
            met |= 1 << UInt64(row)
        }
        reading.levels.left &+= 1
        if index == -1 { return true }
        unsafe table.deinitialize(place, met)
        return false
    }

    /// Makes an instance from the object at the position.
    @inlinable
    @inline(__always)
    mutating func readObject(_ table: PropertyTable, _ reading: inout DirectReading) -> AnyObject? {
        let (start, levels, values) = (offset, reading.levels.left, reading.values)
        return readExpected(table, &reading)
            ?? reading.recover(table, levels: levels, values: values) { parse(valueAt: start, into: &$0) }
    }

    @inlinable
    @inline(never)
    mutating func readExpected(_ table: PropertyTable, _ reading: inout DirectReading) -> AnyObject? {
        guard reading.levels.hasOne, begin(table) else { return readOther(table, &reading) }
        return readNew(table, &reading)
    }

    /// Reads a reference to an object, or an instance of a subclass.
    @inlinable
    @inline(never)
    mutating func readOther(_ table: PropertyTable, _ reading: inout DirectReading) -> AnyObject? {
        if let known = readReference() {
            reading.values &-= 1
            return table.accepts(known) ? known : nil
        }
        guard reading.levels.hasOne, let name = className(), let own = reading.table(named: name, below: table),
            begin(own)
        else { return nil }
        return readNew(own, &reading)
    }

    /// Makes an instance from the object that was entered last.
    @inlinable
    @inline(__always)
    mutating func readNew(_ table: PropertyTable, _ reading: inout DirectReading) -> AnyObject? {
        reading.levels.left &-= 1
        reading.values &-= 1
        guard let object = table.make?() else { return nil }
        note(object)
        var met: UInt64 = 0
        var hasUnknown = false
        let memory = unsafe Unmanaged.passUnretained(object).toOpaque()
        while true {
            switch unsafe setRows(of: memory, table, &met, &reading) {
            case .whole:
                // An object without any of its class's keys may be another library's.
                if hasUnknown, met & ~table.marks == 0 { return nil }
                return met & table.required == table.required ? object : nil
            case .otherKey: guard readUnknown(of: object, table, &reading) else { return nil }
            case .failure: return nil
            }
            hasUnknown = true
        }
    }

    /// Reads the member at the position, whose key isn't in the table of its object.
    @inlinable
    @inline(never)
    mutating func readUnknown(of object: AnyObject, _ table: PropertyTable, _ reading: inout DirectReading) -> Bool {
        guard let key = unknownKey() else { return false }
        let start = offset
        return reading.readUnknown(key, of: object, table) { parse(valueAt: start, into: &$0) }
    }

    /// Consumes the null at the position, which leaves the property of an object as it is. Returns false for any other
    /// value, and if it may have been read in part. It gets the kind of the property's value and not the row, which
    /// would be copied for it each time.
    ///
    /// - Parameter start: The offset of the value.
    @inlinable
    @inline(never)
    mutating func skipNull(_ kind: ValueForm.Kind, in table: PropertyTable, at start: Int) -> Bool {
        table.type != nil && kind.isScalar && offset == start && skipNull()
    }

    /// Moves to the value of the next property, as ``nextRow(of:expected:)`` does; -2 for a row that the table doesn't
    /// have, too. Formats of other packages answer with rows, whose memory is accessed without another check.
    @inlinable
    @inline(__always)
    mutating func knownRow(of table: PropertyTable, expected: Int) -> Int {
        let index = nextRow(of: table, expected: expected)
        return index < table.count ? index : -2
    }

    /// Reads the values of the object or the dictionary that was entered last into memory that has values, and leaves
    /// it.
    ///
    /// - Parameter met: Gets the bits of the rows that were read.
    /// - Returns: What ended it. Behind a key that isn't in the table, it may be called again.
    @inlinable
    @inline(__always)
    mutating func setRows(
        of memory: UnsafeMutableRawPointer, _ table: PropertyTable, _ met: inout UInt64, _ reading: inout DirectReading
    ) -> RowsEnd {
        var expected = UInt64.bitWidth &- met.leadingZeroBitCount
        while true {
            let index = knownRow(of: table, expected: expected)
            guard index >= 0 else {
                if index != -1 { return .otherKey }
                reading.levels.left &+= 1
                return reading.values >= 0 ? .whole : .failure
            }
            let bit = UInt64(1) << UInt64(index)
            // A key that is there twice is a matter of the document's way.
            guard met & bit == 0 else { return .failure }
            met |= bit
            expected = index &+ 1
            let row = table.rows[index]
            let start = offset
            guard
                unsafe set(memory + row.offset, row.kind, row.form, &reading)
                    || skipNull(row.kind, in: table, at: start)
            else {
                return .failure
            }
        }
    }
}

/// What ended the reading of an object's members.
@usableFromInline
enum RowsEnd: UInt8 {
    /// The object ended.
    case whole
    /// A key at the position isn't in the table.
    case otherKey
    /// The value of a property isn't as expected.
    case failure
}

/// Memory for the elements of an array that is being read. Those that were read are moved or destroyed by its owner.
@usableFromInline
@safe
struct DirectElements: ~Copyable {
    // Memory for `capacity` elements, the first `count` of which are initialized.
    @safe @usableFromInline var start: UnsafeMutableRawPointer
    @usableFromInline var count = 0
    @usableFromInline var capacity: Int
    @usableFromInline let stride: Int

    @usableFromInline
    init(of form: ValueForm) {
        stride = form.stride
        capacity = form.kind == .object ? 16 : 4
        unsafe start = Self.require(malloc(capacity * stride))
    }

    @inlinable
    deinit { unsafe free(start) }

    /// The memory for the next element.
    @inlinable
    @inline(__always)
    mutating func next() -> UnsafeMutableRawPointer {
        if count == capacity { grow() }
        return unsafe start + count &* stride
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        capacity *= 2
        // Values of the types that have a form can be moved by their bytes.
        unsafe start = Self.require(realloc(start, capacity * stride))
    }

    private static func require(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        guard let memory = unsafe memory else { fatalError("Out of memory") }
        return unsafe memory
    }
}
