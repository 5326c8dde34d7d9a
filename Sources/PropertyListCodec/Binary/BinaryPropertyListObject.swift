import FormatSupport

/// An object of a binary property list: its offset and its first byte.
@usableFromInline
package struct BinaryPropertyListObject: Sendable, Hashable {
    /// The kind of an object's value.
    @usableFromInline
    package enum Kind: Sendable, Hashable {
        case null, bool, integer, real, date, data, string
        /// A UID: the number by which a keyed archive refers to an object.
        case uid
        case array, set, dictionary
        /// A kind that the format doesn't describe.
        case unknown
    }

    /// The offset of the object, in bytes. Two objects with different numbers may have the same offset.
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

/// The references of a container to its elements, keys or values. The file has room for all of them.
@usableFromInline
package struct BinaryPropertyListReferences: Sendable, Hashable {
    /// The offset in bytes of the first reference.
    @usableFromInline
    package let start: Int
    @usableFromInline
    package let count: Int

    /// An empty list of references.
    package static var none: Self { Self(start: 8, count: 0) }

    @inlinable
    package init(start: Int, count: Int) {
        self.start = start
        self.count = count
    }
}
