import FormatSupport

// The containers of an encoder.

extension CodableEncoder {
    struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: CodableEncoder
        let container: Int
        var codingPath: [any CodingKey] { encoder.codingPath }

        @inline(__always)
        private func set(_ part: Part, for key: Key) throws {
            try encoder.counting(key)
            encoder.whole.set(part, for: key.stringValue, in: container)
        }

        func encodeNil(forKey key: Key) throws { try set(.null, for: key) }
        func encode(_ value: Bool, forKey key: Key) throws { try set(.bool(value), for: key) }
        func encode(_ value: String, forKey key: Key) throws { try set(.string(value), for: key) }
        func encode(_ value: Double, forKey key: Key) throws { try set(.double(value), for: key) }
        func encode(_ value: Int, forKey key: Key) throws { try set(.int(Int64(value)), for: key) }
        // The standard library's default implementations for these two types always throw.
        func encode(_ value: Int128, forKey key: Key) throws { try set(.scalar(ModelScalar(integer: value)), for: key) }
        func encode(_ value: UInt128, forKey key: Key) throws {
            try set(.scalar(ModelScalar(integer: value)), for: key)
        }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            encoder.whole.set(try encoder.child(value, key), for: key.stringValue, in: container)
        }

        private func later(_ key: some CodingKey) -> CodableEncoder {
            encoder.later(at: encoder.whole.entry(for: key.stringValue, in: container), key)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            later(key).container(keyedBy: keyType)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { later(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { superEncoder(CodableKey("super")) }
        func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

        /// An encoder for the value of a key. The value replaces a value that was encoded for the key before, as with
        /// Foundation's coders.
        private func superEncoder(_ key: some CodingKey) -> CodableEncoder {
            encoder.later(at: encoder.whole.set(.nothing, for: key.stringValue, in: container), key)
        }
    }

    struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: CodableEncoder
        let container: Int
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { encoder.whole.containers[container].count }

        func encodeNil() throws {
            try encoder.counting(CodableKey(count))
            encoder.whole.append(.null, to: container)
        }
        func encode(_ value: Int128) throws {
            encoder.whole.append(try .scalar(ModelScalar(integer: value)), to: container)
        }
        func encode(_ value: UInt128) throws {
            encoder.whole.append(try .scalar(ModelScalar(integer: value)), to: container)
        }
        func encode<Value: Encodable>(_ value: Value) throws {
            encoder.whole.append(try encoder.child(value, CodableKey(count)), to: container)
        }

        private func later() -> CodableEncoder {
            let key = CodableKey(count)
            return encoder.later(at: encoder.whole.append(.nothing, to: container), key)
        }

        func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
            later().container(keyedBy: keyType)
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { later().unkeyedContainer() }
        func superEncoder() -> any Encoder { later() }
    }

    struct Single: SingleValueEncodingContainer {
        let encoder: CodableEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil() throws { try encoder.setSingle(.null) }
        func encode(_ value: Bool) throws { try encoder.setSingle(.bool(value)) }
        func encode(_ value: String) throws { try encoder.setSingle(.string(value)) }
        func encode(_ value: Double) throws { try encoder.setSingle(.double(value)) }
        func encode(_ value: Float) throws { try encoder.setSingle(.scalar(.float(value))) }
        func encode(_ value: Int) throws { try encoder.setSingle(.int(Int64(value))) }
        func encode(_ value: Int8) throws { try encoder.setSingle(.int(Int64(value))) }
        func encode(_ value: Int16) throws { try encoder.setSingle(.int(Int64(value))) }
        func encode(_ value: Int32) throws { try encoder.setSingle(.int(Int64(value))) }
        func encode(_ value: Int64) throws { try encoder.setSingle(.int(value)) }
        func encode(_ value: Int128) throws { try encoder.setSingle(.scalar(ModelScalar(integer: value))) }
        func encode(_ value: UInt) throws { try encoder.setSingle(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt8) throws { try encoder.setSingle(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt16) throws { try encoder.setSingle(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt32) throws { try encoder.setSingle(.scalar(.uint64(UInt64(value)))) }
        func encode(_ value: UInt64) throws { try encoder.setSingle(.scalar(.uint64(value))) }
        func encode(_ value: UInt128) throws { try encoder.setSingle(.scalar(ModelScalar(integer: value))) }
        /// Encodes another value instead of this value. The other value has the same path, but is one level deeper,
        /// because a value may contain itself.
        func encode<Value: Encodable>(_ value: Value) throws {
            try encoder.setSingle(CodableEncoder(encoder.whole, in: encoder, for: nil).part(value))
        }
    }
}
