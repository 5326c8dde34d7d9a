import Foundation

/// What a format implements to write values: a sequence of pushes, from the outside in.
///
/// A value is written by one `encode` call, or by a `begin…` call, its contents, and the matching `end…` call.
/// Inside an object, `encodeKey(_: ModelKey)` comes before each value; inside a dictionary, `encodeKey(_: String)`
/// does (or the key itself, as a value, where the dictionary was begun with `keys: .values`).
///
/// Models and their properties don't call these directly: they use `encode(_:forKey:)` and its relatives.
/// Depth, classes, nil properties and errors' paths are the core's business, a format has none of it to do.
public protocol ModelEncoder: AnyObject {
    /// The limits and settings of this one encoding.
    var context: EncodingContext { get }

    /// What this format can hold without help.
    var capabilities: FormatCapabilities { get }

    /// Names the next value of the object that was begun last.
    func encodeKey(_ key: ModelKey) throws

    /// Names the next value of the dictionary that was begun last.
    func encodeKey(_ key: String) throws

    /// Leaves out or writes a property that is nil. `isDefault` tells that a missing key would be read as nil.
    func encodeNil(forKey key: ModelKey, isDefault: Bool) throws

    /// Writes a key and a reference to `object`, where the format can hold one and the object is encoded elsewhere in
    /// the file, before or later. Writes neither where it can't, or the object isn't.
    func encodeReference(to object: AnyObject, forKey key: ModelKey) throws

    func encodeNull() throws
    func encode(_ value: Bool) throws
    func encode(_ value: Int64) throws
    func encode(_ value: UInt64) throws
    func encode(_ value: Float) throws
    func encode(_ value: Double) throws
    func encode(_ value: Decimal) throws
    func encode(_ value: String) throws
    func encode(_ value: Data) throws
    func encode(_ value: Date) throws
    func encode(_ value: URL) throws
    func encode(_ value: UUID) throws
    func encode(_ value: ModelGeometry) throws

    /// Writes a scalar whose kind a reader isn't told by what it expects: the contents of `Any` and of a ``ModelNode``.
    ///
    /// By default as ``encodeExpected(_:)`` does. A format whose plain form of a float, say, would be read back as a double can mark it here,
    /// and leave those alone that are declared as floats.
    func encode(_ scalar: ModelScalar) throws

    /// Begins an array or a set of `count` elements.
    ///
    /// - Parameters:
    ///   - kind: What the elements mean.
    ///   - count: How many elements follow.
    ///   - identity: The array itself where it is an object that may be met again, else nil.
    /// - Returns: False where a reference to an earlier occurrence was written in its place: then there is nothing to
    ///   add, and no `endArray`.
    func beginArray(_ kind: ModelArrayKind, count: Int, identity: AnyObject?) throws -> Bool
    func endArray() throws

    /// Begins a dictionary of `count` entries. The result is as ``beginArray(_:count:identity:)``'s.
    func beginDictionary(keys: ModelDictionaryKeys, count: Int, identity: AnyObject?) throws -> Bool
    func endDictionary() throws

    /// Begins an object, whose keys and values follow. The result is as ``beginArray(_:count:identity:)``'s.
    ///
    /// - Parameters:
    ///   - object: The object; its identity is what shared references and cycles are known by.
    ///   - codedClass: The object's class as files name it.
    ///   - isExpected: True where a reader would choose this class without being told, because it is the class of the
    ///     property or of the element.
    func beginObject(_ object: AnyObject, class codedClass: CodedClass, isExpected: Bool) throws -> Bool
    func endObject() throws
}

extension ModelEncoder {
    public func encodeNil(forKey key: ModelKey, isDefault: Bool) throws {
        if isDefault { return }
        try encodeKey(key)
        try encodeNull()
    }

    public func encodeReference(to object: AnyObject, forKey key: ModelKey) throws {}

    public func encode(_ scalar: ModelScalar) throws { try encodeExpected(scalar) }

    /// Encodes any scalar by the call for its kind, as a property that is declared with that type does.
    public func encodeExpected(_ scalar: ModelScalar) throws {
        switch scalar {
        case .null: try encodeNull()
        case .bool(let value): try encode(value)
        case .int64(let value): try encode(value)
        case .uint64(let value): try encode(value)
        case .float(let value): try encode(value)
        case .double(let value): try encode(value)
        case .decimal(let value): try encode(value)
        case .string(let value): try encode(value)
        case .data(let value): try encode(value)
        case .date(let value): try encode(value)
        case .url(let value): try encode(value)
        case .uuid(let value): try encode(value)
        case .geometry(.indexSet(let value)): try IndexSet.encode(value, to: self)
        case .geometry(let value): try encode(value)
        }
    }
}
