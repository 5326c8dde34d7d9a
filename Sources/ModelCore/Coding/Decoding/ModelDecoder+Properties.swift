import FormatSupport

// Called by a class's `set(with:)`, with a type and a key.

extension ModelDecoder {
    /// Decodes a property. Returns nil if the property keeps its value: the file lacks the key, or it has a nil or a
    /// null and the type can't be nil.
    public func decode<Value: ModelValue>(_ type: Value.Type, forKey key: ModelKey) throws -> Value? {
        try atKey(key) { hasValue in
            if hasValue {
                let slot = cursor.slot
                do { return try decodeValue(type) } catch { try pass(error, at: slot) }
            }
            return foundNil ? try decodeNil(type, forKey: key) : nil
        }
    }

    /// Decodes a property with the type of the argument, which isn't evaluated.
    public func decode<Value: ModelValue>(
        forKey key: ModelKey, like sample: @autoclosure () throws -> Value
    ) throws -> Value? {
        try decode(Value.self, forKey: key)
    }

    /// The new value of a property whose key has a nil or a null: nil, if the property can be nil. Otherwise, the
    /// decode function of the type gets the null.
    ///
    /// - Returns: Nil if the property keeps its value.
    // Swift 6.3's optimizer crashes where it specializes this for optional texts.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func decodeNil<Value: ModelValue>(_ type: Value.Type, forKey key: ModelKey) throws -> Value? {
        defer { cursor.consumeNil() }
        if isLeftOut(key) { return nil }
        // A format that can't omit keys stores a nil for a missing value.
        if !cursor.isAtNull, let type = type as? any PresenceValue.Type { return type.absent as? Value }
        if let none = Self.none(type) { return none }
        return try? inner(ModelDocument(.null)).decodeValue(type)
    }

    /// Handles an error in the value of a property. If the value is the text that Foundation's `PropertyListEncoder`
    /// writes for nil, the decoder is at a null after the call. For any other value, the error is thrown again.
    ///
    /// - Parameter slot: The position of the value.
    @inline(never)
    func pass(_ error: any Error, at slot: Int) throws {
        let inner = ModelError(wrapping: error)
        guard [.typeMismatch, .missingValue, .outOfRange].contains(inner.code), cursor.moveToNullText(at: slot) else {
            throw error
        }
        state.caught.forget(inner)
    }

    /// The value of an optional type that represents nil. Returns nil for a type that isn't optional.
    static func none<Value>(_ type: Value.Type) -> Value? {
        (type as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
    }

    /// True if the key's nil only represents an omitted key, because the format can't omit keys. In a model that
    /// already has values, such a nil removes no value.
    func isLeftOut(_ key: ModelKey) -> Bool {
        guard let merged = context.merged, context.filled === merged, !cursor.isAtNull else { return false }
        return ModelClass.of(Swift.type(of: merged)).property(named: key.stringValue)?.isNilDefault ?? false
    }

    /// Decodes the value of a property whose type is or contains `Any`.
    func decodeAny<Value>(_ type: Value.Type) throws -> Value {
        let place = location
        let decoded = try AnyValue.decode(from: self)
        guard let value = AnyValue.cast(decoded, to: type) else {
            throw ModelError(
                .typeMismatch, expected: "\(type)", found: decoded.map { "\(Swift.type(of: $0))" } ?? "null"
            ).at(place)
        }
        return value
    }

    /// The new value of a property whose type is or contains `Any`, if its key has a nil or a null. Returns nil if
    /// the property keeps its value.
    ///
    /// A null becomes nil in an optional that has a value. In an optional without a value, a null becomes `NSNull`,
    /// because otherwise it would be lost.
    ///
    /// - Parameter sample: Returns the value that the property has now.
    func decodeAnyNil<Value>(_ type: Value.Type, _ key: ModelKey, _ sample: () -> Any?) -> Value? {
        if cursor.isAtNull, let null = AnyValue.null(as: type),
            type == Any.self || sample().flatMap({ AnyValue.unwrapped($0) }) == nil
        {
            return null
        }
        return isLeftOut(key) || type == Any.self ? nil : AnyValue.cast(nil, to: type)
    }

    /// Decodes a value of any kind. Returns nil if the file doesn't have the key, or has a null.
    public func decodeAny(forKey key: ModelKey) throws -> Any? {
        try atKey(key) { try $0 ? AnyValue.decode(from: self) : nil }
    }

    /// Runs code after moving to the value of a key: see ``moveToValue(of:)``. The code's errors get the key.
    func atKey<Value>(_ key: ModelKey, _ body: (_ hasValue: Bool) throws -> Value) throws -> Value {
        do {
            let hasValue = try moveToValue(of: key)
            defer { if !hasValue { cursor.consumeNil() } }
            return try body(hasValue)
        } catch {
            throw failing(.key(key.stringValue), error)
        }
    }

    // Keys that are chosen while the program runs, as text.

    /// Decodes the value of a key that is only known at run time. Returns nil if the file doesn't have the key.
    @_disfavoredOverload
    public func decode<Value: ModelValue>(_ type: Value.Type, forKey key: String) throws -> Value? {
        try decode(type, forKey: ModelKey(key))
    }

    /// Decodes a value of any kind. Returns nil if the file doesn't have the key, or has a null.
    @_disfavoredOverload
    public func decodeAny(forKey key: String) throws -> Any? { try decodeAny(forKey: ModelKey(key)) }
}
