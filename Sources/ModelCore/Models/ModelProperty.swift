import Foundation

/// One stored property of a model class: its name, its type, and the way to it.
///
/// `@Model` writes these. A class that does without the macro lists them by hand:
///
/// ```swift
/// final class Person: BaseModel {
///     var name = ""
///     var age = 0
///     override class var modelProperties: [ModelProperty] {
///         super.modelProperties + [ModelProperty("name", \Person.name), ModelProperty("age", \Person.age)]
///     }
/// }
/// ```
public struct ModelProperty: Sendable {
    /// The property's name, which is its key in files.
    public let name: String
    /// The property's declared type.
    public let valueType: Any.Type
    /// True for a `let`: it is written, and never read back.
    public let isReadOnly: Bool

    let read: @Sendable (BaseModel) -> Any?
    let assign: (@Sendable (BaseModel, Any) -> Bool)?
    /// Present where the property is listed by hand; code that `@Model` wrote does it faster.
    let encode: (@Sendable (BaseModel, any ModelEncoder) throws -> Void)?
    let decode: (@Sendable (BaseModel, any ModelDecoder) throws -> Void)?

    /// A property that the class's own `encodeProperties(to:)` and `decodeProperties(from:)` take care of.
    public init<Root: BaseModel, Value>(described name: String, _ keyPath: KeyPath<Root, Value> & Sendable) {
        self.init(name, keyPath, encode: nil, decode: nil)
    }

    /// A property of a type that can be saved.
    public init<Root: BaseModel, Value: ModelValue>(_ name: String, _ keyPath: KeyPath<Root, Value> & Sendable) {
        let key = ModelKey(name)
        self.init(
            name, keyPath,
            encode: { try $1.encode($0, forKey: key) },
            decode: { try $0.decode(Value.self, forKey: key) })
    }

    /// A property of a type with raw values.
    @_disfavoredOverload
    public init<Root: BaseModel, Value: RawRepresentable>(
        _ name: String, _ keyPath: KeyPath<Root, Value> & Sendable
    ) where Value.RawValue: ModelValue {
        let key = ModelKey(name)
        self.init(
            name, keyPath,
            encode: { try $1.encode($0, forKey: key) },
            decode: { try $0.decode(Value.self, forKey: key) })
    }

    /// A property of a `Codable` type.
    @_disfavoredOverload
    public init<Root: BaseModel, Value: Codable>(_ name: String, _ keyPath: KeyPath<Root, Value> & Sendable) {
        let key = ModelKey(name)
        self.init(
            name, keyPath,
            encode: { try $1.encode($0, forKey: key) },
            decode: { try $0.decode(Value.self, forKey: key) })
    }

    private init<Root: BaseModel, Value>(
        _ name: String,
        _ keyPath: KeyPath<Root, Value> & Sendable,
        encode: (@Sendable (Value, any ModelEncoder) throws -> Void)?,
        decode: (@Sendable (any ModelDecoder) throws -> Value?)?
    ) {
        self.name = name
        valueType = Value.self
        read = { ($0 as? Root).map { $0[keyPath: keyPath] } }
        self.encode = encode.map { encode in
            { model, encoder in
                guard let root = model as? Root else { return }
                try encode(root[keyPath: keyPath], encoder)
            }
        }
        guard let writable = keyPath as? ReferenceWritableKeyPath<Root, Value> & Sendable else {
            isReadOnly = true
            assign = nil
            self.decode = nil
            return
        }
        isReadOnly = false
        assign = { model, value in
            guard let root = model as? Root, let value = value as? Value else { return false }
            root[keyPath: writable] = value
            return true
        }
        self.decode = decode.map { decode in
            { model, decoder in
                guard let root = model as? Root, let value = try decode(decoder) else { return }
                root[keyPath: writable] = value
            }
        }
    }
}
