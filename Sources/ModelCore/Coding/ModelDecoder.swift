import Foundation

/// What a format implements to read values: pulls, in the order in which the program asks.
///
/// A decoder stands at one value, its *position*. A `decode` call consumes that value; a `begin…` call enters it.
/// In an object the program asks for keys in any order: ``moveToKey(_:)`` looks where the next key is expected first
/// and searches only when that misses.
///
/// Only what has no default needs to be implemented. The typed calls (`decodeInt64()` …) go through
/// ``decodeScalar()`` and the core's conversions; a format implements those that must be fast.
public protocol ModelDecoder: AnyObject {
    /// The limits, the classes and the identities of this one decoding.
    var context: DecodingContext { get }

    /// Where the value at the position stands in the file; nil where the format can't tell.
    var location: ModelLocation? { get }

    /// The identity of the value at the position, where it can be met again; nil where it can't.
    ///
    /// Equal for two positions just if both lead to the same array, dictionary or object. A small number, counted
    /// from zero: the core keeps a table of them.
    var reference: Int? { get }

    /// True where text stands for numbers, dates and data too, as in files that people write: then the core converts.
    var convertsText: Bool { get }

    /// True where numbers are text: then a numeral stands for the nearest float or double. By default where text stands for numbers.
    var hasNumerals: Bool { get }

    /// The kind of the value at the position. Consumes nothing.
    func peekKind() throws -> ModelKind

    /// Consumes a value that is no container.
    func decodeScalar() throws -> ModelScalar

    /// Consumes a null and returns true; else leaves the position as it is.
    func decodeNull() throws -> Bool
    func decodeBool() throws -> Bool
    func decodeInt64() throws -> Int64
    func decodeUInt64() throws -> UInt64
    func decodeFloat() throws -> Float
    func decodeDouble() throws -> Double
    func decodeDecimal() throws -> Decimal
    func decodeString() throws -> String
    func decodeData() throws -> Data
    func decodeDate() throws -> Date

    /// Enters an array or a set.
    ///
    /// - Returns: How many elements to make room for: never more than the rest of the file could hold.
    func beginArray() throws -> Int

    /// Moves to the array's next element; returns false after the last, where the array is left.
    func nextElement() throws -> Bool

    /// Enters a dictionary. The result is as ``beginArray()``'s.
    func beginDictionary() throws -> Int

    /// Moves to the dictionary's next entry; returns nil after the last, where the dictionary is left.
    func nextEntry() throws -> ModelEntryKey?

    /// Enters an object, or a dictionary that stands for one.
    ///
    /// - Returns: Its class; nil where the file doesn't say.
    func beginObject() throws -> CodedClass?

    /// Moves to the value of `key` in the object that was entered last; returns false where there is none.
    func moveToKey(_ key: ModelKey) throws -> Bool

    /// True where the key that ``moveToKey(_:)`` has just found no value for is in the file, as one that was nil. False by default.
    var foundNil: Bool { get }

    /// All keys of the object that was entered last, in the file's order.
    func objectKeys() throws -> [String]

    /// Leaves the object, whether or not all of it was read.
    func endObject() throws

    /// Passes over the value at the position, and checks that it is well formed.
    func skipValue() throws

    /// A decoder for the keyed archive that the data (or the text, in base64) at the position holds; nil if it holds
    /// none. Consumes the value only where the result isn't nil.
    func embeddedArchive() throws -> (any ModelDecoder)?
}

/// The key of a dictionary's entry.
public enum ModelEntryKey: Sendable, Hashable {
    /// Text. The decoder's position is the entry's value.
    case text(String)
    /// Any other value. The decoder's position is that key; when it has been decoded, it is the entry's value.
    case value
}

extension ModelDecoder {
    public var foundNil: Bool { false }
    public var reference: Int? { nil }
    public var convertsText: Bool { false }
    public var hasNumerals: Bool { convertsText }

    public func decodeNull() throws -> Bool {
        guard try peekKind() == .null else { return false }
        _ = try decodeScalar()
        return true
    }

    public func decodeBool() throws -> Bool { try convertScalar(ScalarConversion.bool) }
    public func decodeInt64() throws -> Int64 { try convertScalar(ScalarConversion.int64) }
    public func decodeUInt64() throws -> UInt64 { try convertScalar(ScalarConversion.uint64) }
    public func decodeFloat() throws -> Float { try convertScalar(hasNumerals: hasNumerals, ScalarConversion.float) }
    public func decodeDouble() throws -> Double { try convertScalar(hasNumerals: hasNumerals, ScalarConversion.double) }
    public func decodeDecimal() throws -> Decimal { try convertScalar(ScalarConversion.decimal) }
    public func decodeString() throws -> String { try convertScalar(ScalarConversion.string) }
    public func decodeData() throws -> Data { try convertScalar(ScalarConversion.data) }
    public func decodeDate() throws -> Date { try convertScalar(ScalarConversion.date) }

    public func embeddedArchive() throws -> (any ModelDecoder)? { nil }

    /// Consumes the scalar at the position and converts it, exactly or not at all.
    public func convertScalar<Value>(
        _ conversion: (ModelScalar, _ fromText: Bool) throws -> Value
    ) throws -> Value {
        let place = location
        do {
            return try conversion(try decodeScalar(), convertsText)
        } catch let error as ModelError {
            throw error.at(place)
        }
    }

    private func convertScalar<Value>(
        hasNumerals: Bool, _ conversion: (ModelScalar, _ fromText: Bool) throws -> Value
    ) throws -> Value {
        try convertScalar { scalar, fromText in
            try conversion(scalar, fromText || (hasNumerals && scalar.kind != .string))
        }
    }

    /// An error of this code at the decoder's position.
    public func error(_ code: ModelError.Code, _ reason: String) -> ModelError {
        ModelError(code, reason).at(location)
    }

    /// The error that says what was expected and what was found at the position.
    public func mismatch(expected: String) -> ModelError {
        let found = (try? peekKind())?.rawValue ?? "nothing readable"
        return ModelError(.typeMismatch, expected: expected, found: found).at(location)
    }
}
