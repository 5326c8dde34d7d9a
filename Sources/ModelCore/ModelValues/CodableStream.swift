import Foundation

/// Swift's `Encoder` straight into a document, for what nearly all `Codable` types do: fill one container after the
/// other.
///
/// Where one is filled after a later one, asked for without being filled at once, or given a key twice, nothing of this
/// counts: ``CodableTree`` does it then, once more from the beginning.
final class CodableStream: Encoder {
    private struct State: ~Copyable {
        var builder: DocumentBuilder
        var levels: [Level] = []
        /// How many containers were open where the value began that is encoded now.
        var base = 0
        /// True where the value that is encoded now has begun: with a container, or as a scalar.
        var hasBegun = false
        var serial = 0
        /// True where something was done out of order.
        var hasFailed = false
    }

    /// Nobody else has it, and no call below calls out while it is accessed: so accesses can't overlap. To check that
    /// took two fifths of all the time.
    @safe @exclusivity(unchecked) private var state: State

    /// A container that is open.
    private struct Level {
        let isArray: Bool
        /// No other container has the same.
        let serial: Int
        var count = 0
        var key = ""
    }

    /// What is thrown where something is done out of order; nobody sees it.
    private struct OutOfOrder: Error {}

    private init(_ builder: consuming DocumentBuilder) { state = State(builder: builder) }

    /// The document of a value; nil where that needs a tree, or can't be encoded.
    static func document(of value: some Encodable, limits: DecodingLimits) -> ModelDocument? {
        let stream = CodableStream(DocumentBuilder(limits: limits))
        guard (try? stream.encodeWhole(value)) != nil, !stream.state.hasFailed else { return nil }
        return try? stream.state.builder.finish()
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var codingPath: [any CodingKey] { path(to: state.base) }

    private func path(to level: Int) -> [any CodingKey] {
        state.levels.prefix(max(level, 0)).map { $0.isArray ? CodableKey(max($0.count - 1, 0)) : CodableKey($0.key) }
    }

    // MARK: Values

    /// Encodes a value where one is expected, and closes what it leaves open.
    private func encodeWhole<Value: Encodable>(_ value: Value) throws {
        do {
            if try !append(native: value) { try encodeContainer(of: value) }
        } catch {
            // Code that catches this goes on with what is there, and that is too much.
            throw failure
        }
    }

    private func encodeContainer(of value: some Encodable) throws {
        guard state.levels.count < DecodingLimits.standard.depth, StackGuard.hasRoomToCode else { throw failure }
        let (outerBase, hadBegun) = (state.base, state.hasBegun)
        state.base = state.levels.count
        state.hasBegun = false
        try value.encode(to: self)
        if state.hasFailed { throw OutOfOrder() }
        if state.hasBegun { try close(downTo: state.base) } else { try encodeEmpty() }
        state.base = outerBase
        state.hasBegun = hadBegun
    }

    /// Types that formats hold as themselves, though they have a `Codable` form too.
    @inline(__always)
    private func append<Value>(native value: Value) throws -> Bool {
        if Value.self == Data.self, let value = value as? Data {
            try state.builder.append(.data(value))
        } else if Value.self == Date.self, let value = value as? Date {
            try state.builder.append(.date(value))
        } else if Value.self == URL.self, let value = value as? URL {
            try state.builder.append(.url(value))
        } else if Value.self == UUID.self, let value = value as? UUID {
            try state.builder.append(.uuid(value))
        } else if Value.self == Decimal.self, let value = value as? Decimal {
            try state.builder.append(.decimal(value))
        } else {
            return false
        }
        return true
    }

    private func encodeEmpty() throws {
        try state.builder.beginDictionary()
        try state.builder.end()
    }

    private var failure: OutOfOrder {
        state.hasFailed = true
        return OutOfOrder()
    }

    private func close(downTo count: Int) throws {
        while state.levels.count > count {
            state.levels.removeLast()
            try state.builder.end()
        }
    }

    private func open(isArray: Bool) throws -> Place {
        state.serial += 1
        if isArray { try state.builder.beginArray(.array) } else { try state.builder.beginDictionary() }
        state.levels.append(Level(isArray: isArray, serial: state.serial))
        return Place(stream: self, level: state.levels.count - 1, serial: state.serial)
    }

    /// The container of the value that is encoded now, which may be asked for twice: a superclass's keys go where its
    /// subclass's are.
    private func container(isArray: Bool) -> Place {
        if state.hasBegun, state.levels.count > state.base, state.levels[state.base].isArray == isArray {
            return Place(stream: self, level: state.base, serial: state.levels[state.base].serial)
        }
        guard !state.hasBegun, let place = try? open(isArray: isArray) else { return Place(failing: self) }
        state.hasBegun = true
        return place
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>(place: container(isArray: false)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(place: container(isArray: true)) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single(stream: self) }

    // MARK: Containers

    /// A container that was opened, whether or not it still is.
    private struct Place {
        let stream: CodableStream
        let level: Int
        let serial: Int

        init(stream: CodableStream, level: Int, serial: Int) {
            self.stream = stream
            self.level = level
            self.serial = serial
        }

        /// Stands for one that can't be opened.
        init(failing stream: CodableStream) {
            self.init(stream: stream, level: -1, serial: -1)
            stream.state.hasFailed = true
        }

        var path: [any CodingKey] { stream.path(to: level) }

        /// Closes the containers in it, which are complete now.
        @inline(__always)
        func resume() throws {
            let count = stream.state.levels.count
            guard level >= 0, level < count, stream.state.levels[level].serial == serial, level >= stream.state.base
            else {
                throw stream.failure
            }
            if count > level + 1 { try stream.close(downTo: level + 1) }
        }

        @inline(__always)
        func key(_ key: some CodingKey) throws {
            try resume()
            let text = key.stringValue
            do {
                try stream.state.builder.key(text)
            } catch {
                throw stream.failure
            }
            stream.state.levels[level].key = text
        }

        @inline(__always)
        func element() throws {
            try resume()
            stream.state.levels[level].count += 1
        }

        func nested(isArray: Bool, _ begin: () throws -> Void) -> Place {
            do {
                try begin()
                return try stream.open(isArray: isArray)
            } catch {
                return Place(failing: stream)
            }
        }

        /// An encoder of a value that comes at any time.
        func later() -> any Encoder {
            stream.state.hasFailed = true
            return CodableTree.encoderForNobody()
        }
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let place: Place
        var codingPath: [any CodingKey] { place.path }

        func encodeNil(forKey key: Key) throws {
            try place.key(key)
            try place.stream.state.builder.appendNull()
        }
        func encode(_ value: Bool, forKey key: Key) throws {
            try place.key(key)
            try place.stream.state.builder.append(value)
        }
        func encode(_ value: String, forKey key: Key) throws {
            try place.key(key)
            try place.stream.state.builder.append(value)
        }
        func encode(_ value: Double, forKey key: Key) throws {
            try place.key(key)
            try place.stream.state.builder.append(value)
        }
        func encode(_ value: Int, forKey key: Key) throws {
            try place.key(key)
            try place.stream.state.builder.append(Int64(value))
        }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try place.key(key)
            try place.stream.encodeWhole(value)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            KeyedEncodingContainer(Keyed<Nested>(place: place.nested(isArray: false) { try place.key(key) }))
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            Unkeyed(place: place.nested(isArray: true) { try place.key(key) })
        }
        func superEncoder() -> any Encoder { place.later() }
        func superEncoder(forKey key: Key) -> any Encoder { place.later() }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let place: Place
        var codingPath: [any CodingKey] { place.path }
        var count: Int {
            place.stream.state.levels.indices.contains(place.level) ? place.stream.state.levels[place.level].count : 0
        }

        func encodeNil() throws {
            try place.element()
            try place.stream.state.builder.appendNull()
        }
        func encode<Value: Encodable>(_ value: Value) throws {
            try place.element()
            try place.stream.encodeWhole(value)
        }
        func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
            KeyedEncodingContainer(Keyed<Nested>(place: place.nested(isArray: false) { try place.element() }))
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            Unkeyed(place: place.nested(isArray: true) { try place.element() })
        }
        func superEncoder() -> any Encoder { place.later() }
    }

    private struct Single: SingleValueEncodingContainer {
        let stream: CodableStream
        var codingPath: [any CodingKey] { stream.codingPath }

        /// A value is one only: what comes after it is another's.
        @inline(__always)
        private func begin() throws {
            guard !stream.state.hasBegun, stream.state.levels.count == stream.state.base else { throw stream.failure }
            stream.state.hasBegun = true
        }

        private func append(_ scalar: ModelScalar) throws {
            try begin()
            try stream.state.builder.append(scalar)
        }

        func encodeNil() throws {
            try begin()
            try stream.state.builder.appendNull()
        }
        func encode(_ value: Bool) throws {
            try begin()
            try stream.state.builder.append(value)
        }
        func encode(_ value: String) throws {
            try begin()
            try stream.state.builder.append(value)
        }
        func encode(_ value: Double) throws {
            try begin()
            try stream.state.builder.append(value)
        }
        func encode(_ value: Float) throws { try append(.float(value)) }
        func encode(_ value: Int) throws {
            try begin()
            try stream.state.builder.append(Int64(value))
        }
        func encode(_ value: Int8) throws { try append(.int64(Int64(value))) }
        func encode(_ value: Int16) throws { try append(.int64(Int64(value))) }
        func encode(_ value: Int32) throws { try append(.int64(Int64(value))) }
        func encode(_ value: Int64) throws { try append(.int64(value)) }
        func encode(_ value: UInt) throws { try append(.uint64(UInt64(value))) }
        func encode(_ value: UInt8) throws { try append(.uint64(UInt64(value))) }
        func encode(_ value: UInt16) throws { try append(.uint64(UInt64(value))) }
        func encode(_ value: UInt32) throws { try append(.uint64(UInt64(value))) }
        func encode(_ value: UInt64) throws { try append(.uint64(value)) }
        func encode<Value: Encodable>(_ value: Value) throws {
            try begin()
            try stream.encodeWhole(value)
        }
    }
}
