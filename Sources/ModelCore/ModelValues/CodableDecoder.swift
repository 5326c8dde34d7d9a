import FormatSupport
import Foundation

/// Swift's `Decoder` over a document: how a `Codable` value gets out of any format.
struct CodableDecoder: Decoder {
    let value: ModelDocument.Value
    let context: DecodingContext
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    static func value<Value: Decodable>(
        _ type: Value.Type, from value: ModelDocument.Value, context: DecodingContext
    ) throws -> Value {
        do {
            return try CodableDecoder(value: value, context: context, codingPath: []).unbox(type)
        } catch let error as DecodingError {
            throw ModelError(error)
        }
    }

    /// Text stands for numbers, dates and data, too.
    private var convertsText: Bool { value.document.scalars == .text || value.document.scalars == .strings }

    func unbox<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // References may lead to one value from very many places, and it is read at each.
        try context.count(1)
        // Types that formats hold as themselves, though they have a `Codable` form too.
        let native: Any?
        switch type {
        case is Data.Type: native = try convert(ScalarConversion.data)
        case is Date.Type:
            let style = value.content.dateStyle
            native = try opened().convert { try style?.date(of: $0) ?? ScalarConversion.date($0, fromText: $1) }
        case is URL.Type: native = try opened().convert(ScalarConversion.url)
        case is UUID.Type: native = try convert(ScalarConversion.uuid)
        case is Decimal.Type: native = try convert(ScalarConversion.decimal)
        default: native = nil
        }
        if let native, let native = native as? Value { return native }
        guard codingPath.count < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else {
            throw ModelError.tooDeep(.standard, at: codingPath.count)
        }
        return try Value(from: self)
    }

    /// What the archive in this text holds, where text is how the format keeps one; else the same.
    private func opened() throws -> CodableDecoder {
        guard convertsText, let scalar = value.scalar, scalar.kind == .string,
            let archive = try context.archive(in: scalar)
        else { return self }
        return CodableDecoder(
            value: ModelDocument(try archive.decodeScalar()).root, context: context, codingPath: codingPath)
    }

    func convert<Value>(_ conversion: (ModelScalar, Bool) throws -> Value) throws -> Value {
        do {
            if let unreadable = value.content.error(at: value.index) { throw unreadable }
            guard let scalar = context.scalar(of: value) else { throw mismatch("a single value") }
            let isNumeral = value.document.scalars == .numerals && scalar.kind != .string
            return try conversion(scalar, convertsText || isNumeral)
        } catch var error as ModelError {
            if error.path.components.isEmpty { error.path = ModelPath(coding: codingPath) }
            throw error
        }
    }

    func mismatch(_ expected: String) -> ModelError {
        var error = ModelError(.typeMismatch, expected: expected, found: value.kind.rawValue)
        error.path = ModelPath(coding: codingPath)
        return error
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard value.kind == .dictionary || value.kind == .object else { throw mismatch("dictionary") }
        try context.count(value.count)
        let named =
            value.word.tag == .object
            ? value.properties.map { ($0.key, $0.value) }
            : value.entries.compactMap { entry in
                entry.key.scalar.flatMap(ScalarConversion.keyText).map { ($0, entry.value) }
            }
        return KeyedDecodingContainer(
            Keyed<Key>(decoder: self, entries: Dictionary(named) { first, _ in first }))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard value.word.tag.arrayKind != nil else { throw mismatch("array") }
        try context.count(value.count)
        return Unkeyed(decoder: self, elements: value.elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

    func child(_ value: ModelDocument.Value, _ key: any CodingKey) -> CodableDecoder {
        CodableDecoder(value: value, context: context, codingPath: codingPath + [key])
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: CodableDecoder
        let entries: [String: ModelDocument.Value]

        var codingPath: [any CodingKey] { decoder.codingPath }
        var allKeys: [Key] { entries.keys.sorted { ExactText($0) < ExactText($1) }.compactMap(Key.init(stringValue:)) }
        func contains(_ key: Key) -> Bool { entries[key.stringValue] != nil }

        private func child(_ key: any CodingKey) throws -> CodableDecoder {
            guard let value = entries[key.stringValue] else {
                throw DecodingError.keyNotFound(
                    key, .init(codingPath: codingPath, debugDescription: "There is no key \(key.stringValue)."))
            }
            return decoder.child(value, key)
        }

        func decodeNil(forKey key: Key) throws -> Bool { try child(key).value.isNull }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try child(key).unbox(type)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try child(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try child(key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { try child(CodableKey("super")) }
        func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let decoder: CodableDecoder
        let elements: [ModelDocument.Value]
        var currentIndex = 0

        init(decoder: CodableDecoder, elements: [ModelDocument.Value]) {
            self.decoder = decoder
            self.elements = elements
        }

        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex >= elements.count }

        private func current() throws -> CodableDecoder {
            guard !isAtEnd else {
                throw DecodingError.valueNotFound(
                    Any.self, .init(codingPath: codingPath, debugDescription: "The array has no more elements."))
            }
            return decoder.child(elements[currentIndex], CodableKey(currentIndex))
        }

        mutating func decodeNil() throws -> Bool {
            guard try current().value.isNull else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try current().unbox(type)
            currentIndex += 1
            return value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            let container = try current().container(keyedBy: type)
            currentIndex += 1
            return container
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            let container = try current().unkeyedContainer()
            currentIndex += 1
            return container
        }

        mutating func superDecoder() throws -> any Decoder {
            let child = try current()
            currentIndex += 1
            return child
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: CodableDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }

        func decodeNil() -> Bool { decoder.value.isNull }
        func decode(_ type: Bool.Type) throws -> Bool { try decoder.convert(ScalarConversion.bool) }
        func decode(_ type: String.Type) throws -> String { try decoder.convert(ScalarConversion.string) }
        func decode(_ type: Double.Type) throws -> Double { try decoder.convert(ScalarConversion.double) }
        func decode(_ type: Float.Type) throws -> Float { try decoder.convert(ScalarConversion.float) }
        func decode(_ type: Int.Type) throws -> Int { try signed() }
        func decode(_ type: Int8.Type) throws -> Int8 { try signed() }
        func decode(_ type: Int16.Type) throws -> Int16 { try signed() }
        func decode(_ type: Int32.Type) throws -> Int32 { try signed() }
        func decode(_ type: Int64.Type) throws -> Int64 { try signed() }
        func decode(_ type: UInt.Type) throws -> UInt { try unsigned() }
        func decode(_ type: UInt8.Type) throws -> UInt8 { try unsigned() }
        func decode(_ type: UInt16.Type) throws -> UInt16 { try unsigned() }
        func decode(_ type: UInt32.Type) throws -> UInt32 { try unsigned() }
        func decode(_ type: UInt64.Type) throws -> UInt64 { try unsigned() }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.unbox(type) }

        private func signed<Integer: FixedWidthInteger & SignedInteger>() throws -> Integer {
            try narrow(try decoder.convert(ScalarConversion.int64))
        }

        private func unsigned<Integer: FixedWidthInteger & UnsignedInteger>() throws -> Integer {
            try narrow(try decoder.convert(ScalarConversion.uint64))
        }

        private func narrow<Integer: FixedWidthInteger>(_ wide: some FixedWidthInteger) throws -> Integer {
            guard let value = Integer(exactly: wide) else {
                var error = ModelError(.outOfRange, expected: "\(Integer.self)", found: "the number \(wide)")
                error.path = ModelPath(coding: codingPath)
                throw error
            }
            return value
        }
    }
}

extension ModelPath {
    init(coding path: [any CodingKey]) {
        self.init(path.map { key in key.intValue.map(Component.index) ?? .key(key.stringValue) })
    }
}

extension ModelError {
    /// What a `Codable` type throws, as our own.
    init(_ error: DecodingError) {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self.init(.typeMismatch, context.debugDescription)
            path = ModelPath(coding: context.codingPath)
        case .keyNotFound(_, let context):
            self.init(.unknownProperty, context.debugDescription)
            path = ModelPath(coding: context.codingPath)
        @unknown default:
            self.init(.underlying, "\(error)")
        }
    }
}
