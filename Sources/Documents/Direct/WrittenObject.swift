import FormatSupport

// Objects whose class's code adds members to their properties.

extension DirectWriter where Self: ~Copyable {
    /// Writes an object by its class's code: its properties from memory, and what else the code encodes by way of
    /// documents.
    @inlinable
    @inline(never)
    mutating func writeMembers(
        _ object: UnsafeRawPointer, _ table: PropertyTable, _ writing: inout DirectWriting
    ) -> Bool {
        let depth = writing.depth
        guard writing.runsCode, writing.levels.hasOne, let code = table.code, let encoder = writing.encoder(for: code),
            begin(table)
        else { return false }
        let kept = unsafe Unmanaged<AnyObject>.fromOpaque(object).retain()
        defer { unsafe kept.release() }
        writing.levels.left &-= 1
        let members = unsafe withUnsafeMutablePointer(to: &self) { writer in
            unsafe withUnsafeMutablePointer(to: &writing) { writing in
                let written = unsafe WrittenObject(object, table, writer, writing)
                guard written.writeMarks() else { return Int?.none }
                do throws(ModelError) {
                    guard try unsafe encoder.encode(membersOf: object, to: written, depth: depth) else { return nil }
                } catch {
                    unsafe writing.pointee.note(error)
                    return nil
                }
                return written.members
            }
        }
        guard let members else { return false }
        writing.levels.left &+= 1
        end(table, isEmpty: members == 0)
        return true
    }
}

/// An object that a writer has begun, while its class's code runs.
@safe
@usableFromInline
final class WrittenObject<Writer: DirectWriter & ~Copyable>: OwnMembers {
    // The caller of `writeMembers` has all of them, and leaves them alone meanwhile.
    @usableFromInline let object: UnsafeRawPointer
    @usableFromInline let writer: UnsafeMutablePointer<Writer>
    @usableFromInline let writing: UnsafeMutablePointer<DirectWriting>
    @usableFromInline let table: PropertyTable
    /// The number of members that were written.
    @usableFromInline var members = 0

    @unsafe
    @inlinable
    init(
        _ object: UnsafeRawPointer, _ table: PropertyTable, _ writer: UnsafeMutablePointer<Writer>,
        _ writing: UnsafeMutablePointer<DirectWriting>
    ) {
        unsafe (self.object, self.writer, self.writing) = (object, writer, writing)
        self.table = table
    }

    /// The number of rows that aren't properties: the name of the class, and the version.
    @inlinable var marks: Int { table.marks.nonzeroBitCount }

    @inlinable
    func writeMarks() -> Bool { marks == 0 || writeRows(0..<marks) }

    @inlinable
    @inline(never)
    func writeRows(_ rows: Range<Int>) -> Bool {
        unsafe writing.pointee.values &-= rows.count
        guard unsafe writing.pointee.values >= 0 || writing.pointee.passCheckpoint() else { return false }
        unsafe writing.pointee.beginInner()
        defer { unsafe writing.pointee.endInner() }
        return unsafe writer.pointee.writeRows(rows, of: object, table, isShared: false, &members, &writing.pointee)
    }

    @inlinable
    func writeProperties() -> Bool { writeRows(marks..<table.count) }

    @inlinable
    func write(_ document: ModelDocument) -> Bool {
        // The object is a level of the document, too.
        unsafe writing.pointee.levels.left &+= 1
        defer { unsafe writing.pointee.levels.left &-= 1 }
        let level = WrittenLevel(.object, isEmpty: members == 0)
        guard let end = unsafe writer.pointee.write(document, from: level, &writing.pointee) else { return false }
        if !end.isEmpty { members &+= 1 }
        return true
    }

    @usableFromInline
    func hasProperty(_ key: String) -> Bool { table.hasRow(key) }
}
