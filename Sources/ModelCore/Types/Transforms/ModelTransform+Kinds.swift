import Documents

// Transforms of values that services write as several kinds. Each says which kind it writes.

extension ModelTransform {
    /// A list, or a single value in place of a list of one: `"a"` is read as `["a"]`.
    ///
    /// ```swift
    /// @Transform(.oneOrMany()) var tags: [String] = []
    /// ```
    ///
    /// The elements mustn't be lists themselves: an array is always read as the whole list. To write each value as it was read, declare the
    /// property as ``OneOrMany``.
    ///
    /// - Parameter writesOne: True to write a list of one element as the element alone. False: lists are always
    ///   written as lists.
    public static func oneOrMany<Element: ModelValue>(writesOne: Bool = false) -> ModelTransform
    where Value == [Element] {
        oneOrMany(.own(), writesOne: writesOne)
    }

    /// A list of elements with raw values, or a single element.
    @_disfavoredOverload
    public static func oneOrMany<Element: RawRepresentable & SendableMetatype>(
        writesOne: Bool = false
    ) -> ModelTransform where Value == [Element], Element.RawValue: ModelValue {
        oneOrMany(.raw(), writesOne: writesOne)
    }

    /// A list to whose elements a transform is applied, or a single element.
    public static func oneOrMany<Element>(
        _ element: ModelTransform<Element>, writesOne: Bool = false
    ) -> ModelTransform where Value == [Element] {
        let list = ModelTransform<[Element]>.each(element)
        return ModelTransform(codedTypes: list.codedTypes.isEmpty ? [] : list.codedTypes + element.codedTypes) {
            if writesOne, $0.count == 1, let one = $0.first { return try element.encode(one, $1) }
            try list.encode($0, $1)
        } decoding: {
            try $0.isAtArray ? list.decode($0) : [element.decode($0)]
        }
    }
}

extension ModelTransform where Value: ModelValue {
    /// Writes a value, or a shorter value that represents it: for example a text, for an object that contains only
    /// this text. Both kinds of values are read.
    ///
    /// ```swift
    /// @Transform(.shorthand { (picture: Picture) in picture.onlyURL } from: { (url: String) in Picture(url: url) })
    /// var picture = Picture()
    /// ```
    ///
    /// If the file's value can be read as neither, the error names both types.
    ///
    /// - Parameters:
    ///   - short: Returns the shorter value, which is then written. Returns nil for a value that has no shorter
    ///     value. If it always returns nil, both kinds of values are read, and the value itself is written.
    ///   - value: Converts a shorter value. Returns nil if the shorter value represents no value: an optional
    ///     property is then nil, and any other property throws `typeMismatch`.
    public static func shorthand<Short: ModelValue>(
        _ short: @escaping @Sendable (Value) throws -> Short?, from value: @escaping @Sendable (Short) throws -> Value?
    ) -> ModelTransform {
        let both = older(value)
        return ModelTransform(codedTypes: both.codedTypes) {
            if let short = try short($0) { try $1.encodeValue(short) } else { try $1.encodeValue($0) }
        } decoding: {
            try both.decode($0)
        } optional: {
            try both.decodeOptional($0)
        }
    }
}

/// The values that represent nil in files of some services.
public struct EmptyValues: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The text `""`.
    public static let text = EmptyValues(rawValue: 1)
    /// The array `[]`.
    public static let array = EmptyValues(rawValue: 2)
    /// The dictionary `{}`.
    public static let dictionary = EmptyValues(rawValue: 4)
    /// The boolean `false`.
    public static let `false` = EmptyValues(rawValue: 8)
    /// All of these values.
    public static let all: EmptyValues = [.text, .array, .dictionary, .false]
}

extension ModelTransform {
    /// Reads an empty value as nil into an optional property. Nil is written as nil.
    ///
    /// ```swift
    /// @Transform(.emptyIsNil()) var owner: Owner?
    /// ```
    ///
    /// - Parameter empty: The values that are read as nil. By default all of ``EmptyValues``, even if they are values
    ///   of the property's type.
    public static func emptyIsNil(_ empty: EmptyValues = .all) -> ModelTransform where Value: ModelValue {
        emptyIsNil(.own(), empty)
    }

    /// Reads an empty value as nil, and any other value with a transform.
    public static func emptyIsNil(_ value: ModelTransform, _ empty: EmptyValues = .all) -> ModelTransform {
        ModelTransform(codedTypes: value.codedTypes.isEmpty ? [] : value.codedTypes + empty.types) {
            try value.encode($0, $1)
        } decoding: {
            try value.decode($0)
        } optional: {
            guard try $0.isAt(empty) else { return try value.decodeOptional($0) }
            try $0.skipValue()
            return nil
        }
    }
}

extension EmptyValues {
    fileprivate var types: [Any.Type] {
        [(.text, String.self), (.array, [Int].self), (.dictionary, [String: Int].self), (.false, Bool.self)]
            .filter { (value: EmptyValues, _: Any.Type) in contains(value) }.map(\.1)
    }
}

extension ModelDecoder {
    /// True if the value at the position is an array or a set.
    var isAtArray: Bool {
        get throws {
            switch try peekKind() {
            case .array, .set, .orderedSet: true
            default: false
            }
        }
    }

    /// True if the value at the position is one of these empty values.
    fileprivate func isAt(_ empty: EmptyValues) throws -> Bool {
        let value = ModelDocument.Value(document: ModelDocument(cursor.content), index: cursor.index)
        return switch try peekKind() {
        case .string: empty.contains(.text) && value.stringValue?.isEmpty == true
        case .array, .set, .orderedSet: empty.contains(.array) && value.kind.isContainer && value.count == 0
        case .dictionary: empty.contains(.dictionary) && value.kind == .dictionary && value.count == 0
        case .bool: empty.contains(.false) && value.boolValue == false
        default: false
        }
    }
}
