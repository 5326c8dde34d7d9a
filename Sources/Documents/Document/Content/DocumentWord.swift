/// The type of a value in a document's words of 8 bytes.
@usableFromInline
package enum DocumentTag: UInt8, BitwiseCopyable {
    /// A key without a value: the property is nil, and would also be nil if the key were missing. The object keeps the
    /// key, so that all objects of a class have the same shape.
    case absent
    case null, no, yes
    case int64, uint64, float, double, decimal
    case string, data, date, url, uuid
    /// A UID: the number by which a property list refers to an object of a keyed archive. It is not a quantity.
    case uid
    /// A number that is stored as its digits, because it has more digits than a double or a decimal can hold.
    case numeral
    case point, size, rect, range, indexSet, transform
    // From here to `object`: containers.
    case array, set, orderedSet
    /// Keys and values in turn. A key may be any value.
    case dictionary
    /// Values with text keys: an object or a dictionary. The shape contains the keys, and the class of an object.
    case object
    /// A value that can't be read. The content stores an error for it.
    case unreadable
    /// A Swift value of the program that isn't converted yet: a model, for example.
    case instance
    /// A reference to a container, by its number.
    case reference, weakReference
    /// A link to a value that replaces this value. The word contains the index of the replacement in place of an
    /// offset.
    case moved
}

/// The first word of a value in a document, 8 bytes: the type, the flags, and the offset in the source.
///
/// The words that follow depend on the type. There may be no more words, or the bits of the value, or a length and
/// bytes. A container has one word with its count (or shape) and its number, and one word with the number of words
/// that the whole container takes.
@usableFromInline
package struct DocumentWord: BitwiseCopyable {
    @usableFromInline package var bits: UInt64

    @inlinable
    package init(bits: UInt64) { self.bits = bits }

    /// - Parameter offset: The position in the source at which the value begins, in bytes. Nil if there is no source.
    @inlinable
    @inline(__always)
    package init(_ tag: DocumentTag, flags: UInt64 = 0, at offset: Int? = nil) {
        bits = UInt64(tag.rawValue) | flags | UInt64(truncatingIfNeeded: (offset ?? -1) &+ 1) << 8
    }

    /// A flag with a different meaning for each kind of value. On a scalar: its type isn't declared. On an object or a
    /// reference: readers expect the class without reading it. On a moved value: it took one word.
    @usableFromInline package static let mark: UInt64 = 1 << 6
    /// A flag with a different meaning for each kind of value. On a container: references refer to it. On a long
    /// scalar: the document contains it more than once. On a null: a property that can't be nil keeps its default.
    @usableFromInline package static let shared: UInt64 = 1 << 7

    @inlinable
    @inline(__always)
    package var tag: DocumentTag {
        // Words are only made from tags, so these bits are always the raw value of one.
        unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits & 63), to: DocumentTag.self)
    }
    @inlinable
    @inline(__always)
    package var isMarked: Bool { bits & Self.mark != 0 }
    @inlinable
    @inline(__always)
    package var isShared: Bool { bits & Self.shared != 0 }
    @inlinable
    package var offset: Int? { bits >> 8 == 0 ? nil : Int(truncatingIfNeeded: bits >> 8) - 1 }
}

extension DocumentTag {
    /// True for a scalar or an absent value. False for containers, references, links, instances and unreadable values.
    @inlinable
    @inline(__always)
    package var isPlain: Bool { rawValue < Self.array.rawValue }

    /// True for a reference or a link to another value.
    @inlinable
    @inline(__always)
    package var leadsOn: Bool { rawValue >= Self.reference.rawValue }

    @inlinable
    @inline(__always)
    package var isContainer: Bool { rawValue >= Self.array.rawValue && rawValue <= Self.object.rawValue }

    /// True for an array or a set.
    @inlinable
    @inline(__always)
    package var isArray: Bool { rawValue >= Self.array.rawValue && rawValue <= Self.orderedSet.rawValue }

    package init(_ kind: ModelArrayKind) {
        switch kind {
        case .array: self = .array
        case .set: self = .set
        case .orderedSet: self = .orderedSet
        }
    }

    package var arrayKind: ModelArrayKind? {
        switch self {
        case .array: .array
        case .set: .set
        case .orderedSet: .orderedSet
        default: nil
        }
    }
}

extension ModelGeometry {
    package var tag: DocumentTag {
        switch self {
        case .point: .point
        case .size: .size
        case .rect: .rect
        case .range: .range
        case .indexSet: .indexSet
        case .transform: .transform
        }
    }
}
