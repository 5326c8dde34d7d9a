/// What a value of a document is.
@usableFromInline
package enum DocumentTag: UInt8, BitwiseCopyable {
    /// A key whose property is nil, and would be nil if it were missing: so objects of a class have one shape.
    case absent
    case null, no, yes
    case int64, uint64, float, double, decimal
    case string, data, date, url, uuid
    /// A number that isn't one to count with: what a property list refers to a keyed archive's objects by.
    case uid
    /// A number by its digits, of which it has more than a double or a decimal.
    case numeral
    case point, size, rect, range, indexSet, transform
    // From here to `object`: containers.
    case array, set, orderedSet
    /// Keys and values in turn, where a key may be any value.
    case dictionary
    /// Keyed values whose keys, and whose class if it has one, are in a shape.
    case object
    /// Can't be read, for a reason that is kept.
    case unreadable
    /// A model or a collection of the program, as itself.
    case instance
    /// Leads to a value that stands elsewhere.
    case reference, weakReference
    /// Leads to what was put in the place of a value: where that is, is where other values have their offset.
    case moved
}

/// The first word of a value: what it is, and where it stood in the source.
///
/// What follows depends on the tag: nothing, the value's bits, a length and bytes, or, of a container, a word of count
/// (or shape) and number and a word that tells how many words the whole takes.
@usableFromInline
package struct DocumentWord: BitwiseCopyable {
    @usableFromInline package var bits: UInt64

    @inlinable
    package init(bits: UInt64) { self.bits = bits }

    /// - Parameter offset: Where the value begins in the source; nil where there is none.
    @inline(__always)
    package init(_ tag: DocumentTag, flags: UInt64 = 0, at offset: Int? = nil) {
        bits = UInt64(tag.rawValue) | flags | UInt64(truncatingIfNeeded: (offset ?? -1) &+ 1) << 8
    }

    /// Of a scalar: nobody declares its type. Of an object or a reference: a reader expects its class without being
    /// told. Of what was moved: it took one word.
    package static let mark: UInt64 = 1 << 6
    /// Of a container: references lead to it. Of a long scalar: it stands in other places, too. Of a null: it leaves
    /// the default of a property that can't be nil.
    @usableFromInline package static let shared: UInt64 = 1 << 7

    @inlinable
    @inline(__always)
    package var tag: DocumentTag {
        // Words are made of tags alone, whose raw values are those of their bits.
        unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits & 63), to: DocumentTag.self)
    }
    @inline(__always)
    package var isMarked: Bool { bits & Self.mark != 0 }
    @inlinable
    @inline(__always)
    package var isShared: Bool { bits & Self.shared != 0 }
    package var offset: Int? { bits >> 8 == 0 ? nil : Int(truncatingIfNeeded: bits >> 8) - 1 }
}

extension DocumentTag {
    /// True for a single value, or none, that leads nowhere and stands for nothing else.
    @inline(__always)
    package var isPlain: Bool { rawValue < Self.array.rawValue }

    /// True for what only leads to a value.
    @inline(__always)
    package var leadsOn: Bool { rawValue >= Self.reference.rawValue }

    @inline(__always)
    package var isContainer: Bool { rawValue >= Self.array.rawValue && rawValue <= Self.object.rawValue }

    /// True for an array or a set.
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
