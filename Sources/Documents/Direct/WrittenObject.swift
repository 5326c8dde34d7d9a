import FormatSupport

// Objects whose class has its own encode function, which writes additional members.

extension DirectWriter where Self: ~Copyable {
    /// Writes an object with the encode function of its class. Its properties are written directly from memory. Other
    /// values that the function encodes are written through documents.
    @inlinable
    @inline(never)
    mutating func writeMembers(
        _ object: UnsafeRawPointer, _ table: PropertyTable, _ writing: inout DirectWriting
    ) -> Bool {
        let depth = writing.depth
        guard writing.runsCode, writing.levels.hasOne, let code = table.code, let encoder = writing.encoder(for: code),
            begin(table, count: 0)
        else { return false }
        let kept = unsafe Unmanaged<AnyObject>.fromOpaque(object).retain()
        defer { unsafe kept.release() }
        writing.levels.left &-= 1
        var members = 0
        // The name of the class and the version come first, whatever the code does.
        let marks = table.marks.nonzeroBitCount
        guard
            unsafe marks == 0
                || writeRows(0..<marks, of: object, table, isShared: false, &members, &writing)
        else { return false }
        let count = unsafe withUnsafeMutablePointer(to: &self) { writer in
            unsafe withUnsafeMutablePointer(to: &writing) { writing in
                // A closure, because it is made for this format's writer. It isn't called after the code has
                // returned.
                let written = WrittenObject(table, members) { part, members in
                    switch part {
                    case .rows(let rows):
                        unsafe writer.pointee.writeInner(rows, of: object, table, &members, &writing.pointee)
                    case .document(let document):
                        unsafe writer.pointee.writeMembers(of: document, &members, &writing.pointee)
                    case .value(let value, let form, let key):
                        unsafe writer.pointee.write(value, form, under: key, &members, &writing.pointee)
                    }
                }
                do throws(ModelError) {
                    guard try unsafe encoder.encode(membersOf: object, to: written, depth: depth) else {
                        return Int?.none
                    }
                } catch {
                    unsafe writing.pointee.note(error)
                    return nil
                }
                return written.count
            }
        }
        guard let count else { return false }
        writing.levels.left &+= 1
        end(table, isEmpty: count == 0)
        return true
    }

    /// Writes rows of the object that was begun last. Values in these rows that their own code encodes get another
    /// encoder.
    @inlinable
    @inline(__always)
    mutating func writeInner(
        _ rows: Range<Int>, of object: UnsafeRawPointer, _ table: PropertyTable, _ members: inout Int,
        _ writing: inout DirectWriting
    ) -> Bool {
        writing.beginInner()
        defer { writing.endInner() }
        return unsafe writeRows(rows, of: object, table, isShared: false, &members, &writing)
    }

    /// Writes a value under a key into the object that was begun last.
    @inlinable
    @inline(__always)
    mutating func write(
        _ value: UnsafeRawPointer, _ form: ValueForm, under key: String, _ members: inout Int,
        _ writing: inout DirectWriting
    ) -> Bool {
        guard let weight = PropertyTable.weight(of: key, namesClasses: true),
            key.withStoredUTF8({ unsafe self.key($0, number: nil, isFirst: members == 0) }) == true
        else { return false }
        writing.values &-= weight
        members &+= 1
        writing.beginInner()
        defer { writing.endInner() }
        return unsafe write(value, form, isShared: true, &writing) || writeRefused(value, form, &writing)
            || writing.fail(.key(key))
    }

    /// Writes a scalar that the writer has refused, in the same way as a scalar of a document.
    @inlinable
    @inline(never)
    mutating func writeRefused(
        _ place: UnsafeRawPointer, _ form: ValueForm, _ writing: inout DirectWriting
    ) -> Bool {
        switch form.kind {
        case .double: return unsafe writeStyled(.double(place.load(as: Double.self)), &writing)
        case .float: return unsafe writeStyled(.float(place.load(as: Float.self)), &writing)
        case .date: return unsafe writeStyled(.date(place.load(as: Date.self)), &writing)
        case .optional:
            guard let element = form.element, let value = unsafe form.container?.elements(at: place).start else {
                return false
            }
            return unsafe writeRefused(value, element, &writing)
        default: return false
        }
    }

    /// Writes the members of a document's object into the object that was begun last.
    @inlinable
    mutating func writeMembers(
        of document: ModelDocument, _ members: inout Int, _ writing: inout DirectWriting
    ) -> Bool {
        // The object is a level of the document, too.
        writing.levels.left &+= 1
        defer { writing.levels.left &-= 1 }
        let level = WrittenLevel(.object, isEmpty: members == 0)
        guard let end = write(document, from: level, &writing) else { return false }
        if !end.isEmpty { members &+= 1 }
        return true
    }
}

/// An object that a writer has begun, while the encode function of its class runs.
@usableFromInline
final class WrittenObject: OwnMembers {
    @safe
    @usableFromInline
    enum Part {
        case rows(Range<Int>)
        /// Write the members of the document's object.
        case document(ModelDocument)
        /// Write the value at an address, under a key.
        case value(UnsafeRawPointer, ValueForm, key: String)
    }

    private let table: PropertyTable
    /// The number of members that were written. All members of one document count as one. Only the functions below
    /// use it, one after the other.
    @usableFromInline @safe @exclusivity(unchecked) private(set) var count: Int
    private let write: (Part, _ count: inout Int) -> Bool

    @usableFromInline
    init(_ table: PropertyTable, _ count: Int, _ write: @escaping (Part, inout Int) -> Bool) {
        self.table = table
        self.count = count
        self.write = write
    }

    @usableFromInline
    func writeProperties() -> Bool { write(.rows(table.marks.nonzeroBitCount..<table.count), &count) }

    @usableFromInline
    func write(_ document: ModelDocument) -> Bool { write(.document(document), &count) }

    @usableFromInline
    func write(_ value: UnsafeRawPointer, _ form: ValueForm, under key: String) -> Bool {
        unsafe write(.value(value, form, key: key), &count)
    }

    @usableFromInline
    func hasProperty(_ key: String) -> Bool { table.hasRow(key) }
}
