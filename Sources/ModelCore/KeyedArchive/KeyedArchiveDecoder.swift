import FormatSupport
import Foundation

/// Reads keyed archives: walks from object to object through the property list's table, without a tree.
///
/// Arrays and dictionaries, of Foundation's classes or of the property list itself, are containers; Foundation's single values are
/// scalars; whatever else has a class is an object with keys.
final class KeyedArchiveDecoder: ModelDecoder {
    let context: DecodingContext
    let archive: ArchiveReader
    var list: BinaryPropertyListReader { archive.list }

    /// The value at the position.
    private(set) var current: ArchiveReader.Place
    /// What is known of the object at the position, once it was asked for.
    var details: ArchiveObject?

    var frame = ArchiveFrame(.root)
    private var open: [ArchiveFrame] = []
    var classes = ArchiveClassTable()
    /// What objects without a class share.
    private let plain = ArchiveClass(CodedClass(name: ""))
    /// Long strings and data by where they stand: read once, however often they are referred to.
    private var longStrings: [Int: String] = [:]
    private var longData: [Int: Data] = [:]
    private var longBytes = 0

    init(_ archive: ArchiveReader, context: DecodingContext) throws {
        self.archive = archive
        self.context = context
        current = ArchiveReader.Place(object: archive.top, number: archive.topNumber, uid: -1)
        let (keys, values) = try archive.list.entries(of: archive.top)
        if keys.count == 1 {
            current = try archive.place(archive.list.number(0, in: values))
        } else if let root = try Self.rootNumber(archive, keys, values) {
            current = try archive.place(root)
        } else if keys.count == 0 {
            throw ModelError(.corruptData, "The archive's $top is empty.").at(location)
        }
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

    var location: ModelLocation? { ModelLocation(byteOffset: current.object.offset) }

    /// The UID; containers without one are counted behind the UIDs.
    var reference: Int? {
        guard (0xA...0xD).contains(current.object.marker >> 4) else { return nil }
        return current.uid >= 0 ? current.uid : archive.objects.count &+ current.number
    }

    @inline(__always)
    func move(to number: Int) throws {
        current = try archive.place(number)
        details = nil
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
    func enter(_ inner: ArchiveFrame) {
        open.append(frame)
        frame = inner
    }

    @inline(__always)
    func leave() throws {
        guard let outer = open.popLast() else { return }
        frame = outer
        try valueConsumed()
    }

    // MARK: Objects

    /// The keys, values and class of the dictionary at the position.
    @inline(__always)
    func object() throws -> ArchiveObject {
        if let details { return details }
        let found = try object(of: current.object)
        // A dictionary that is one stands in its container itself.
        guard found.hasClass || current.uid < 0 else { throw error(.corruptData, "An object without a class.") }
        details = found
        return found
    }

    func object(of object: BinaryPropertyListObject) throws -> ArchiveObject {
        let (keys, values) = try list.entries(of: object)
        // Lists of keys may overlap in a file that was made to waste time.
        if keys.count > 64 { try context.count(keys.count >> 3) }
        guard let position = try classes.classPosition(keys, in: list) else {
            return ArchiveObject(archiveClass: plain, shape: plain.shape(keys, in: list), values: values, hasClass: false)
        }
        let archiveClass = try classes.find(list.number(position, in: values), in: archive)
        return ArchiveObject(
            archiveClass: archiveClass, shape: archiveClass.shape(keys, in: list), values: values, hasClass: true)
    }

    // MARK: Text and data

    /// Strings and data this short are read each time.
    private static let short = 64

    func string(_ object: BinaryPropertyListObject) throws -> String {
        let count = try list.byteRange(of: object).count
        guard count > Self.short else { return try list.string(object) }
        if let known = longStrings[object.offset] { return known }
        try countBytes(count, object)
        let text = try list.string(object)
        longStrings[object.offset] = text
        return text
    }

    func data(_ object: BinaryPropertyListObject) throws -> Data {
        let count = try list.byteRange(of: object).count
        guard count > Self.short else { return try list.data(object) }
        if let known = longData[object.offset] { return known }
        try countBytes(count, object)
        let data = try list.data(object)
        longData[object.offset] = data
        return data
    }

    /// Values that don't overlap are no larger together than the file.
    private func countBytes(_ count: Int, _ object: BinaryPropertyListObject) throws {
        longBytes &+= count
        guard longBytes <= list.objectsEnd else {
            throw PropertyListError("Strings or data overlap.", at: object.offset)
        }
    }

    func embeddedArchive() throws -> (any ModelDecoder)? { nil }
}
