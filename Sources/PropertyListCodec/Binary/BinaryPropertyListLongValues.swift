import FormatSupport

/// The long strings and data of a binary property list. Each is created once, however often the list refers to it.
///
/// Otherwise a small file with many references to one large value would fill the memory.
@usableFromInline
package struct BinaryPropertyListLongValues {
    private var strings: [Int: String] = [:]
    private var data: [Int: Data] = [:]
    /// For each string whose bytes were requested, by its offset: true if the string is ASCII.
    private var areASCII: [Int: Bool] = [:]
    /// The offsets of the values that were counted, and their total number of bytes.
    private var counted: Set<Int> = []
    private var byteCount = 0

    package init() {}

    /// The largest number of bytes in a short string or in short data.
    @inlinable
    package static var longestShort: Int { 64 }

    /// Returns false for a string or data of more than `longestShort` bytes, which is costly to read again. Returns
    /// true for every other string and other data.
    ///
    /// - Throws: `PropertyListError` if the object extends past the end. May throw for an object of another kind.
    @inlinable
    @inline(__always)
    package static func isShort(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> Bool {
        if object.marker & 0x0F != 0x0F { return true }
        return try list.byteRange(of: object).count <= longestShort
    }

    /// Returns a string, like the list's `string(_:)`.
    @inlinable
    package mutating func string(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> String {
        try Self.isShort(object, in: list) ? try list.string(object) : try longString(object, in: list)
    }

    /// Returns the bytes of a string in the list's memory, if there are at least `least` of them and all are ASCII.
    /// Returns nil for any other object. The caller must keep the list's memory.
    @safe
    package mutating func ascii(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader, ofAtLeast least: Int
    ) throws(PropertyListError) -> UnsafeBufferPointer<UInt8>? {
        guard object.marker == 0x5F, case let range = try list.byteRange(of: object), range.count >= least else {
            return nil
        }
        let bytes = list.bytes(range)
        if let isASCII = areASCII[object.offset] { return isASCII ? unsafe bytes : nil }
        let isASCII = bytes.isASCII
        areASCII[object.offset] = isASCII
        guard isASCII else { return nil }
        try count(object, in: list)
        return unsafe bytes
    }

    /// Returns data, like the list's `data(_:)`. Long data shares the list's memory, and must not be changed.
    package mutating func data(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> Data {
        if try Self.isShort(object, in: list) { return try list.data(object) }
        if let known = data[object.offset] { return known }
        try count(object, in: list)
        // The table shares its data with the caller, so a change copies the data as long as the list is read.
        let made = unsafe try list.sharedData(object)
        data[object.offset] = made
        return made
    }

    @usableFromInline
    mutating func longString(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> String {
        if let known = strings[object.offset] { return known }
        try count(object, in: list)
        let made = try list.string(object)
        strings[object.offset] = made
        return made
    }

    /// Counts the bytes of a value, each value once. In total, values that don't overlap aren't larger than the file.
    private mutating func count(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) {
        guard counted.insert(object.offset).inserted else { return }
        byteCount += try list.byteRange(of: object).count
        guard byteCount <= list.objectsEnd else {
            throw PropertyListError("Strings or data overlap.", at: object.offset)
        }
    }
}
