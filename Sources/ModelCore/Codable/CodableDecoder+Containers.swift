import FormatSupport

// The containers of a decoder.

extension CodableDecoder {
    struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: CodableDecoder

        var codingPath: [any CodingKey] { decoder.codingPath }
        /// The keys in the file's order.
        var allKeys: [Key] { decoder.members.compactMap { Key(stringValue: $0.key) } }
        func contains(_ key: Key) -> Bool {
            decoder.place(of: key.stringValue) != nil || decoder.hasPlace(like: key)
        }

        @inline(__always)
        private func place(_ key: some CodingKey) throws -> Int {
            if let place = decoder.place(of: key.stringValue) { return place }
            if let key = key as? Key, let place = try decoder.place(like: key) { return place }
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "There is no key \(key.stringValue)."))
        }

        func decodeNil(forKey key: Key) throws -> Bool {
            decoder.content.word(at: decoder.content.resolved(try place(key))).tag == .null
        }
        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.bool(at: place(key), key) }
        func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.string(at: place(key), key) }
        func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder.double(at: place(key), key) }
        func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.int(at: place(key), key) }
        // The standard library's default implementations for these two types always throw.
        func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
            try decoder.decode(type, at: place(key), key)
        }
        func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
            try decoder.decode(type, at: place(key), key)
        }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try decoder.decode(type, at: place(key), key)
        }

        private func child(_ key: some CodingKey) throws -> CodableDecoder { decoder.child(try place(key), key) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try child(key).container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try child(key).unkeyedContainer()
        }
        func superDecoder() throws -> any Decoder { superDecoder(CodableKey("super")) }
        func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

        /// A decoder for the value of a key, from which a superclass decodes itself. If the file lacks the key, it is
        /// a decoder of null: a superclass without values to decode doesn't use it.
        private func superDecoder(_ key: some CodingKey) -> CodableDecoder {
            if let place = decoder.place(of: key.stringValue) { return decoder.child(place, key) }
            let source = decoder.source.inner(ModelDocument(.null), convertsNumbers: false)
            return CodableDecoder(source, source.document.rootIndex, in: decoder, for: key)
        }
    }

    struct Unkeyed: UnkeyedDecodingContainer {
        let decoder: CodableDecoder
        let elementCount: Int
        /// The position of the current element.
        var place: Int
        var currentIndex = 0

        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { elementCount }
        var isAtEnd: Bool { currentIndex >= elementCount }

        private func requireElement() throws {
            guard isAtEnd else { return }
            throw DecodingError.valueNotFound(
                Any.self, .init(codingPath: codingPath, debugDescription: "The array has no more elements."))
        }

        private mutating func advance() {
            place += decoder.content.size(at: place)
            currentIndex += 1
        }

        /// Runs `body` on the current element, and moves to the next one. If `body` throws, the element stays the
        /// current one.
        private mutating func next<Result>(_ body: (CodableDecoder) throws -> Result) throws -> Result {
            try requireElement()
            let result = try body(decoder.child(place, CodableKey(currentIndex)))
            advance()
            return result
        }

        mutating func decodeNil() throws -> Bool {
            try requireElement()
            guard decoder.content.word(at: decoder.content.resolved(place)).tag == .null else { return false }
            advance()
            return true
        }
        mutating func decode(_ type: String.Type) throws -> String {
            try requireElement()
            let text = try decoder.string(at: place, CodableKey(currentIndex))
            advance()
            return text
        }
        mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
        mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try element(type) }

        private mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try requireElement()
            let value = try decoder.decode(type, at: place, CodableKey(currentIndex))
            advance()
            return value
        }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            try next { try $0.container(keyedBy: type) }
        }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try next { try $0.unkeyedContainer() }
        }
        mutating func superDecoder() throws -> any Decoder { try next { $0 } }
    }

    struct Single: SingleValueDecodingContainer {
        let decoder: CodableDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }

        func decodeNil() -> Bool { decoder.word.tag == .null || decoder.isNullText }
        func decode(_ type: Bool.Type) throws -> Bool { try decoder.convert(only: .bool, ScalarConversion.bool) }
        func decode(_ type: String.Type) throws -> String {
            try decoder.convert(only: .string, ScalarConversion.string)
        }
        func decode(_ type: Double.Type) throws -> Double { try decoder.convert(only: .real, ScalarConversion.double) }
        func decode(_ type: Float.Type) throws -> Float { try decoder.convert(only: .real, ScalarConversion.float) }
        func decode(_ type: Int.Type) throws -> Int { try integer() }
        func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
        func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
        func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
        func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
        func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
        func decode(_ type: UInt.Type) throws -> UInt { try integer() }
        func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
        func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
        func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
        func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
        func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.unbox(type) }

        private func integer<Integer: FixedWidthInteger>() throws -> Integer {
            if Integer.bitWidth > 64 { return try narrow { try ScalarConversion.integer($0, fromText: $1) as Integer } }
            return try Integer.isSigned ? narrow(ScalarConversion.int64) : narrow(ScalarConversion.uint64)
        }

        private func narrow<Integer: FixedWidthInteger>(
            _ conversion: (ModelScalar, _ fromText: Bool) throws -> some FixedWidthInteger
        ) throws -> Integer {
            let found = decoder.value
            // A format without decimals stores a wide integer as text.
            let kind = Integer.bitWidth > 64 && found.kind == .string ? ModelKind.string : .integer
            let wide = try decoder.convert(only: kind, for: Integer.self) { scalar, fromText in
                try conversion(try found.content.exactNumber(at: found.index) ?? scalar, fromText)
            }
            guard let value = Integer(exactly: wide) else {
                throw decoder.decodingError(
                    ModelError(.outOfRange, expected: "\(Integer.self)", found: "the number \(wide)"), Integer.self)
            }
            return value
        }
    }
}
