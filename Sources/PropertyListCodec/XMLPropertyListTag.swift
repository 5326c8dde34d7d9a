import FormatSupport

/// One tag of an XML property list: which element, and whether it begins it, ends it, or is all of it.
package struct XMLPropertyListTag: Hashable, Sendable {
    package let rawValue: UInt8

    @inlinable
    init(_ rawValue: UInt8) { self.rawValue = rawValue }

    package static let string = Self(0)
    package static let integer = Self(1)
    package static let real = Self(2)
    package static let date = Self(3)
    package static let data = Self(4)
    package static let `true` = Self(5)
    package static let `false` = Self(6)
    package static let array = Self(7)
    package static let dict = Self(8)
    package static let key = Self(9)
    package static let plist = Self(10)
    /// Behind the last tag.
    package static let endOfFile = Self(11)

    @usableFromInline static let closingBit: UInt8 = 0x40
    @usableFromInline static let emptyBit: UInt8 = 0x80

    /// The tag that ends this element: `</string>`.
    @inlinable package var closing: Self { Self(element.rawValue | Self.closingBit) }
    /// The tag that is all of this element: `<string/>`.
    @inlinable package var empty: Self { Self(element.rawValue | Self.emptyBit) }
    /// The tag that begins this element.
    @inlinable package var element: Self { Self(rawValue & 0x3F) }
    @inlinable package var isClosing: Bool { rawValue & Self.closingBit != 0 }
    @inlinable package var isEmpty: Bool { rawValue & Self.emptyBit != 0 }

    /// True where the tag begins a value, or is all of one. A number or a date can't be empty.
    package var isValue: Bool {
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

    static func element(named name: UnsafeBufferPointer<UInt8>) -> Self? {
        for raw in 0...Self.plist.rawValue {
            let tag = Self(raw)
            let wanted = tag.name.utf8
            if unsafe wanted.count == name.count && wanted.elementsEqual(name) { return tag }
        }
        return nil
    }
}

extension XMLPropertyListTag: CustomStringConvertible {
    /// The tag as it stands in a file.
    package var description: String {
        self == .endOfFile ? "the end" : isClosing ? "</\(name)>" : isEmpty ? "<\(name)/>" : "<\(name)>"
    }
}
