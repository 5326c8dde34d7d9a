import FormatSupport
import Foundation

/// Reads keyed archives: walks from object to object through the property list's table, without a tree.
///
/// Arrays and dictionaries, of Foundation's classes or of the property list itself, are containers; Foundation's single values are
/// scalars; whatever else has a class is an object with keys.
@safe
final class KeyedArchiveDecoder: ModelDecoder {
    /// What changes while an archive is read.
    private struct State {
        var current: ArchiveReader.Place
        /// What is known of the object of that number, once it was asked for.
        var details: ArchiveObject?
        var detailsNumber = -1
        var frame = ArchiveFrame(.root)
        var open: [ArchiveFrame] = []
        var classes = ArchiveClassTable()
    }

    let context: DecodingContext
    let archive: ArchiveReader
    let list: BinaryPropertyListReader
    /// The bytes that `list` reads.
    private let source: ByteSource
    /// What objects without a class share.
    private let plain = ArchiveClass(CodedClass(name: ""))
    private var longValues = BinaryPropertyListLongValues()
    private var classNameCount = 0
    /// The large values that objects of Foundation's classes stand for, by where the objects' values stand.
    var foundationValues: [Int: ModelScalar] = [:]

    /// Behind a pointer, because each access to a class's property of this size would be checked for exclusivity while the
    /// program runs. One thread uses a decoder, and no call holds on to the state while another is made.
    private let pointer: UnsafeMutablePointer<State>

    init(_ source: ByteSource, context: DecodingContext) throws {
        self.source = source
        self.context = context
        // This object keeps the source as long as it has the reader, whose copies then need no counting of references.
        list = try unsafe BinaryPropertyListReader(bytes: source.bytes(0..<source.count))
        archive = try ArchiveReader(list)
        let root = try Self.root(archive)
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: State(current: root))
    }

    deinit {
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }

    /// The value of `$top`, or the one called root where there are several.
    private static func root(_ archive: ArchiveReader) throws -> ArchiveReader.Place {
        let (keys, values) = try archive.list.entries(of: archive.top)
        guard keys.count > 0 else {
            throw ModelError(.corruptData, "The archive's $top is empty.").at(ModelLocation(byteOffset: archive.top.offset))
        }
        if keys.count == 1 { return try archive.place(archive.list.number(0, in: values)) }
        if let root = try rootNumber(archive, keys, values) { return try archive.place(root) }
        return ArchiveReader.Place(object: archive.top, number: archive.topNumber, uid: -1)
    }

    /// An archive with several values, none of which is called root, is read as a dictionary of them.
    private static func rootNumber(
        _ archive: ArchiveReader, _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences
    ) throws -> Int? {
        for index in 0..<keys.count
        where archive.list.isString(try archive.list.object(archive.list.number(index, in: keys)), "root") {
            return archive.list.number(index, in: values)
        }
        return nil
    }

    // MARK: The position

    private var state: State {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) _modify { yield unsafe &pointer.pointee }
    }

    /// The value at the position.
    var current: ArchiveReader.Place { @inline(__always) _read { yield unsafe pointer.pointee.current } }

    /// The container that was entered last.
    var frame: ArchiveFrame {
        @inline(__always) _read { yield unsafe pointer.pointee.frame }
        @inline(__always) _modify { yield unsafe &pointer.pointee.frame }
    }

    var location: ModelLocation? { ModelLocation(byteOffset: current.object.offset) }

    /// The UID; containers without one are counted behind the UIDs.
    var reference: Int? {
        guard (0xA...0xD).contains(current.object.marker >> 4) else { return nil }
        return current.uid >= 0 ? current.uid : archive.objects.count &+ current.number
    }

    @inline(__always)
    func move(to number: Int) throws {
        state.current = try archive.place(number)
    }

    /// To be called after a value was consumed: behind a dictionary's key comes its value.
    @inline(__always)
    func valueConsumed() throws {
        guard frame.valueAfterKey >= 0 else { return }
        let number = frame.valueAfterKey
        frame.valueAfterKey = -1
        try move(to: number)
    }

    func skipValue() throws { try valueConsumed() }

    @inline(__always)
    func enter(_ inner: consuming ArchiveFrame) {
        swap(&inner, &state.frame)
        state.open.append(inner)
    }

    @inline(__always)
    func leave() throws {
        guard var outer = state.open.popLast() else { return }
        swap(&outer, &state.frame)
        try valueConsumed()
    }

    // MARK: Objects

    /// The keys, values and class of the dictionary at the position.
    @inline(__always)
    func object() throws -> ArchiveObject {
        if current.number == state.detailsNumber, let details = state.details { return details }
        let found = try object(of: current.object)
        // A dictionary that is one stands in its container itself.
        guard found.hasClass || current.uid < 0 else { throw error(.corruptData, "An object without a class.") }
        state.details = found
        state.detailsNumber = current.number
        return found
    }

    func object(of object: BinaryPropertyListObject) throws -> ArchiveObject {
        let (keys, values) = try list.entries(of: object)
        // Lists of keys may overlap in a file that was made to waste time.
        if keys.count > 64 { try context.count(keys.count >> 3) }
        guard let position = try state.classes.classPosition(keys, in: list) else {
            return ArchiveObject(archiveClass: plain, shape: plain.shape(keys, in: list), values: values, hasClass: false)
        }
        let archiveClass = try state.classes.find(list.number(position, in: values), in: archive, classText)
        return ArchiveObject(
            archiveClass: archiveClass, shape: archiveClass.shape(keys, in: list), values: values, hasClass: true)
    }

    // MARK: Text and data

    func string(_ object: BinaryPropertyListObject) throws -> String {
        if object.marker & 0x0F != 0x0F { return try list.string(object) }
        return try longValues.string(object, in: list)
    }

    func data(_ object: BinaryPropertyListObject) throws -> Data { try longValues.data(object, in: list) }

    /// A name of a class. Lists of superclasses that don't overlap have no more names together than the file has bytes.
    private func classText(_ object: BinaryPropertyListObject) throws -> String {
        classNameCount += 1
        guard classNameCount <= list.objectsEnd else {
            throw PropertyListError("The classes share too many superclasses.", at: object.offset)
        }
        return try string(object)
    }

    func embeddedArchive() throws -> (any ModelDecoder)? { nil }
}
