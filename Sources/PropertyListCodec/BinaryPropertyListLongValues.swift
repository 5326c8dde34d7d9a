import FormatSupport
import Foundation

/// The long strings and data of a binary property list, each made once, however often the list refers to it.
///
/// Else a small file would fill the memory, with many references to one large value.
@usableFromInline
package struct BinaryPropertyListLongValues {
    private var strings: [Int: String] = [:]
    private var data: [Int: Data] = [:]
    /// Of the strings whose bytes were wanted, by where they stand: whether they are ASCII.
    private var areASCII: [Int: Bool] = [:]
    /// Which were counted, by where they stand, and how many bytes they have.
    private var counted: Set<Int> = []
    private var byteCount = 0

    package init() {}

    /// How many bytes a short string or data have at most.
    @inlinable
    package static var longestShort: Int { 64 }

    /// True where reading an object again costs next to nothing: for all but long strings and data.
    @inlinable
    @inline(__always)
    package static func isShort(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> Bool {
        if object.marker & 0x0F != 0x0F { return true }
        return try list.byteRange(of: object).count <= longestShort
    }

    /// As the list's `string(_:)`.
    @inlinable
    package mutating func string(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> String {
        try Self.isShort(object, in: list) ? try list.string(object) : try longString(object, in: list)
    }

    /// The bytes of a string of so many of them at least, if they are ASCII: for whoever keeps the list's memory.
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

    /// As the list's `data(_:)`; long data shares the list's memory, and isn't to be changed.
    package mutating func data(
        _ object: BinaryPropertyListObject, in list: BinaryPropertyListReader
    ) throws(PropertyListError) -> Data {
        if try Self.isShort(object, in: list) { return try list.data(object) }
        if let known = data[object.offset] { return known }
        try count(object, in: list)
        let made = try list.sharedData(object)
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

    /// Values that don't overlap are no larger together than the file.
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
