import FormatSupport

/// An object of a binary property list: where it stands, and its first byte.
@usableFromInline
package struct BinaryPropertyListObject: Sendable, Hashable {
    /// What kind of value an object is.
    @usableFromInline
    package enum Kind: Sendable, Hashable {
        case null, bool, integer, real, date, data, string
        /// A reference of a keyed archive.
        case uid
        case array, set, dictionary
        /// Nothing that the format describes.
        case unknown
    }

    /// The number of bytes before the object. Two numbers may share an offset.
    @usableFromInline
    package let offset: Int
    /// The object's first byte: its type, and in most types its size.
    @usableFromInline
    package let marker: UInt8

    @inlinable
    init(offset: Int, marker: UInt8) {
        self.offset = offset
        self.marker = marker
    }

    @inlinable
    @inline(__always)
    package var kind: Kind {
        switch marker >> 4 {
        case 0x0: marker == 0x08 || marker == 0x09 ? .bool : marker == 0x00 ? .null : .unknown
        case 0x1: .integer
        case 0x2: .real
        case 0x3: .date
        case 0x4: .data
        case 0x5, 0x6, 0x7: .string
        case 0x8: .uid
        case 0xA: .array
        // Ordered sets (0xB) and sets.
        case 0xB, 0xC: .set
        case 0xD: .dictionary
        default: .unknown
        }
    }
}

/// The references of a container to its elements, keys or values: a part of the file that has room for them all.
@usableFromInline
package struct BinaryPropertyListReferences: Sendable, Hashable {
    /// The number of bytes before the first.
    @usableFromInline
    package let start: Int
    @usableFromInline
    package let count: Int

    /// No references.
    package static var none: Self { Self(start: 8, count: 0) }

    @inlinable
    init(start: Int, count: Int) {
        self.start = start
        self.count = count
    }
}
