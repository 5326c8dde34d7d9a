extension Optional: ModelValue where Wrapped: ModelValue {
    @inlinable
    public static var codesOneValue: Bool { Wrapped.codesOneValue }
    @inlinable
    public static func encode(_ value: Wrapped?, to encoder: ModelEncoder) throws {
        if let value {
            try Wrapped.encode(value, to: encoder)
        } else {
            try encoder.encodeNull()
        }
    }

    @inlinable
    public static func decode(from decoder: ModelDecoder) throws -> Wrapped? {
        try decoder.decodeNull() ? nil : try Wrapped.decode(from: decoder)
    }

    @inlinable
    public static func isNil(_ value: Wrapped?) -> Bool { switch value { case .none: true; case .some: false } }

    @inlinable
    public static var nilValue: Wrapped?? { .some(.none) }
}
