import FormatSupport

/// A tag of an XML property list: its element, and whether it opens the element, closes it, or is an empty element.
@usableFromInline
package struct XMLPropertyListTag: Equatable, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable
    init(_ rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable package static var string: Self { Self(0) }
    @inlinable package static var integer: Self { Self(1) }
    @inlinable package static var real: Self { Self(2) }
    @inlinable package static var date: Self { Self(3) }
    @inlinable package static var data: Self { Self(4) }
    @inlinable package static var `true`: Self { Self(5) }
    @inlinable package static var `false`: Self { Self(6) }
    @inlinable package static var array: Self { Self(7) }
    @inlinable package static var dict: Self { Self(8) }
    @inlinable package static var key: Self { Self(9) }
    @inlinable package static var plist: Self { Self(10) }
    /// The end of the file, after the last tag.
    @inlinable package static var endOfFile: Self { Self(11) }

    @inlinable static var closingBit: UInt8 { 0x40 }
    @inlinable static var emptyBit: UInt8 { 0x80 }

    @inlinable
    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Matches tags in a `switch`. The generic operator for equatable types isn't specialised for this type. It took
    /// a twelfth of the time of reading a file.
    @inlinable
    package static func ~= (pattern: Self, tag: Self) -> Bool { pattern.rawValue == tag.rawValue }

    /// The tag that closes this element: `</string>`.
    @inlinable package var closing: Self { Self(element.rawValue | Self.closingBit) }
    /// The tag of this element if it is empty: `<string/>`.
    @inlinable package var empty: Self { Self(element.rawValue | Self.emptyBit) }
    /// The tag that opens this element.
    @inlinable package var element: Self { Self(rawValue & 0x3F) }
    @inlinable package var isClosing: Bool { rawValue & Self.closingBit != 0 }
    @inlinable package var isEmpty: Bool { rawValue & Self.emptyBit != 0 }

    /// True if the tag opens a value, or is an empty value. A number or a date can't be empty.
    @inlinable package var isValue: Bool {
        switch self {
        case .string, .integer, .real, .date, .data, .true, .false, .array, .dict: true
        case .string.empty, .data.empty, .true.empty, .false.empty, .array.empty, .dict.empty: true
        default: false
        }
    }

    /// The element's name.
    package var name: String {
        switch element {
        case .string: "string"
        case .integer: "integer"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .true: "true"
        case .false: "false"
        case .array: "array"
        case .dict: "dict"
        case .key: "key"
        case .plist: "plist"
        default: "end of file"
        }
    }

    @safe
    static func element(named name: UnsafeBufferPointer<UInt8>) -> Self? {
        for raw in 0...Self.plist.rawValue {
            let tag = Self(raw)
            if tag.name.withStoredUTF8({ $0.equals(name) }) == true { return tag }
        }
        return nil
    }
}

extension XMLPropertyListTag: CustomStringConvertible {
    /// The tag as it is written in a file.
    @usableFromInline package var description: String {
        self == .endOfFile ? "the end" : isClosing ? "</\(name)>" : isEmpty ? "<\(name)/>" : "<\(name)>"
    }
}
