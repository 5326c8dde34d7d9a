import FormatSupport

extension Array: ModelValue, UncheckedModelValue where Element: ModelValue {
    public static func encode(_ value: [Element], to encoder: ModelEncoder) throws {
        try encoder.encodeElements(value, as: .array) { try encoder.encodeValue($0) }
    }

    public static func decode(from decoder: ModelDecoder) throws -> [Element] {
        var elements: [Element] = []
        defer { LongWork.discard(elements) }
        try decoder.decodeElements(
            Element.self, reserve: { elements.reserveCapacity($0) }, add: { elements.append($0) })
        return elements
    }
}

extension ModelEncoder {
    /// Encodes an array or a set, each element with `encode`.
    @inline(__always)
    func encodeElements<Element>(
        _ elements: [Element], as kind: ModelArrayKind, _ encode: (Element) throws -> Void
    ) throws {
        try beginArray(kind)
        if state.skipped != nil { return try encodeAmongSkipped(elements, encode) }
        var index = 0
        do {
            for element in elements {
                try encode(element)
                index &+= 1
            }
        } catch {
            throw failing(.index(index), error)
        }
        try end()
    }
}

extension ModelDecoder {
    /// Decodes the elements of an array or a set, one after the other.
    @inline(__always)
    func decodeElements<Element: ModelValue>(
        _ type: Element.Type, reserve: (Int) -> Void, add: (Element) throws -> Void
    ) throws {
        // This method doesn't call itself, because that would keep it from being inlined.
        if let archive = try embeddedArchive() {
            return try archive.decodeOwnElements(type, reserve: reserve, add: add)
        }
        try decodeOwnElements(type, reserve: reserve, add: add)
    }

    @inline(__always)
    func decodeOwnElements<Element: ModelValue>(
        _ type: Element.Type, reserve: (Int) -> Void, add: (Element) throws -> Void
    ) throws {
        reserve(try beginArray())
        try forEachElement { try add(try decodeValue(Element.self)) }
    }

    /// Runs `decode` on each element of the array or set that was entered last.
    @inline(__always)
    func forEachElement(_ decode: () throws -> Void) throws {
        var index = 0
        do {
            while try nextElement() {
                if index & (LongWork.values &- 1) == LongWork.values &- 1 { try LongWork.check() }
                try decode()
                index &+= 1
            }
        } catch {
            throw failing(.index(index), error)
        }
    }
}

extension Set: ModelValue, UncheckedModelValue where Element: ModelValue {
    public static func encode(_ value: Set<Element>, to encoder: ModelEncoder) throws {
        let elements = try StableOrder.sorted(value, for: encoder)
        try encoder.encodeElements(elements, as: .set) { try encoder.encodeValue($0) }
    }

    public static func decode(from decoder: ModelDecoder) throws -> Set<Element> {
        var elements: Set<Element> = []
        defer { LongWork.discard(elements) }
        var hashes = HashCounter()
        try decoder.decodeCompared {
            if try decoder.decodeCountedSet({ index in
                try decoder.decode(.index(index)) {
                    let element = try $0.decodeValue(Element.self)
                    try hashes.note(element, among: elements.count, in: $0)
                    try elements.insertExactly(element)
                }
            }) {
                return
            }
            try decoder.decodeElements(Element.self, reserve: { elements.reserveCapacity($0) }) {
                try hashes.note($0, among: elements.count, in: decoder)
                try elements.insertExactly($0)
            }
        }
        return elements
    }
}

extension Dictionary: ModelValue, UncheckedModelValue where Key: ModelValue, Value: ModelValue {
    public static func encode(_ value: [Key: Value], to encoder: ModelEncoder) throws {
        let (keys, values) = value.keysAndValues
        try encoder.encodeEntries(keys, values, in: try StableOrder.order(of: keys, for: encoder)) { key in
            try encoder.keyText(of: key)
        } key: {
            try encoder.encodeValue($0)
        } value: {
            try encoder.encodeValue($0)
        }
    }

    public static func decode(from decoder: ModelDecoder) throws -> [Key: Value] {
        var entries: [Key: Value] = [:]
        defer { LongWork.discard(entries) }
        var hashes = HashCounter()
        try decoder.decodeEntries(Key.self, Value.self, reserve: { entries = Self(minimumCapacity: $0) }) {
            key, value in
            try hashes.note(key, among: entries.count, in: decoder)
            let count = entries.count
            entries[key, default: value] = value
            if entries.count == count { throw ModelDictionaryKey.met(key) }
        }
        return entries
    }
}

extension Dictionary {
    /// The keys and their values, in the same order. No value is looked up by its key, because a key that isn't equal
    /// to itself, such as NaN, wouldn't be found.
    var keysAndValues: (keys: [Key], values: [Value]) {
        var (keys, values): ([Key], [Value]) = ([], [])
        keys.reserveCapacity(count)
        values.reserveCapacity(count)
        for (key, value) in self {
            // If the work was stopped, nobody uses the entries.
            if keys.count & (LongWork.values &- 1) == LongWork.values &- 1, !LongWork.mayGoOn { break }
            keys.append(key)
            values.append(value)
        }
        return (keys, values)
    }
}

extension ModelEncoder {
    /// Encodes a dictionary, entry by entry.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - values: The values, in the order of the keys.
    ///   - order: The indexes of the entries in the order in which they are encoded.
    ///   - text: Returns the text that represents a key, for formats whose keys are text and for the paths of errors.
    ///     Returns nil if no text represents the key.
    ///   - key: Encodes a key.
    ///   - value: Encodes a value.
    @inline(__always)
    func encodeEntries<Key, Value>(
        _ keys: [Key], _ values: [Value], in order: ElementOrder, text keyText: (Key) throws -> String?,
        key encodeKey: (Key) throws -> Void, value encodeValue: (Value) throws -> Void
    ) throws {
        let skipped = state.skipped
        state.skipped = nil
        let strings = StableOrder.strings(keys)
        let asText = strings != nil || !capabilities.contains(.valueKeys)
        if asText { try beginDictionary() } else { try beginValueDictionary() }
        var texts: Set<ExactText> = []
        for index in order {
            do {
                if let strings {
                    try self.encodeKey(strings[index])
                } else if asText {
                    guard let text = try keyText(keys[index]) else { throw ModelDictionaryKey.notText(keys[index]) }
                    guard texts.insert(ExactText(text)).inserted else { throw ModelDictionaryKey.repeated(text) }
                    try self.encodeKey(text)
                } else {
                    try encodeKey(keys[index])
                }
                try encodeValue(values[index])
            } catch {
                let key = keys[index]
                throw failing(.key(strings?[index] ?? (try? keyText(key)) ?? "\(type(of: key))"), error)
            }
        }
        // Skipped entries are kept with their keys as text, from which a key of another type can't be made.
        if let skipped, asText {
            let known = Set(try keys.compactMap { try keyText($0).map { ExactText($0) } })
            try encode(skipped, besides: known)
        }
        try end()
    }

    /// Encodes a dictionary with text keys, sorted by the keys.
    func encodeEntries<Value>(_ entries: [String: Value], value encodeValue: (Value) throws -> Void) throws {
        let (keys, values) = entries.keysAndValues
        try encodeEntries(
            keys, values, in: StableOrder.order(of: keys), text: { $0 }, key: { try encodeKey($0) }, value: encodeValue)
    }

    /// The text that represents a key; nil if no text represents it.
    @inline(never)
    func keyText<Key: ModelValue>(of key: Key) throws -> String? {
        // An encoder for sort texts needs this text only for errors. Encoding the key a second time would double the
        // time for each level of keys inside keys.
        models == .sortTexts
            ? AnyValue.scalar(of: key).flatMap(ScalarConversion.keyText) : try ModelDictionaryKey.text(of: key)
    }
}

extension ModelDecoder {
    /// Decodes the entries of a dictionary, one after the other.
    @inline(__always)
    func decodeEntries<Key: ModelValue & Hashable, Value: ModelValue>(
        _ keyType: Key.Type, _ valueType: Value.Type, reserve: (Int) -> Void, add: (Key, Value) throws -> Void
    ) throws {
        let decoder = try embeddedArchive() ?? self
        reserve(try decoder.beginDictionary())
        var left = LongWork.values
        while let entry = try decoder.nextEntry() {
            left &-= 1
            if left == 0 {
                try LongWork.check()
                left = LongWork.values
            }
            switch entry {
            case .text(let text):
                let slot = decoder.cursor.slot
                do {
                    let key = try decoder.locating(at: slot) { try ModelDictionaryKey.key(Key.self, from: text) }
                    let value = try decoder.decodeValue(Value.self)
                    try decoder.locating(at: slot) { try add(key, value) }
                } catch {
                    throw decoder.failing(.key(text), error)
                }
            case .value:
                let slot = decoder.cursor.slot
                let key = try decoder.decodeCompared { try decoder.decodeValue(Key.self) }
                do {
                    let value = try decoder.decodeValue(Value.self)
                    try decoder.locating(at: slot) { try add(key, value) }
                } catch {
                    throw decoder.failing(.key(PrintableValue.text(of: key)), error)
                }
            }
        }
    }

    /// Runs code that makes or adds a key. The code's errors get the location of the key's value, because keys have
    /// no location.
    @inline(__always)
    func locating<Result>(at slot: Int, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw ModelError(wrapping: error).at(cursor.location(ofSlot: slot)) }
    }
}

extension Optional: ModelValue where Wrapped: ModelValue {
    public static var _codesOneValue: Bool { Wrapped._codesOneValue }
    public static func encode(_ value: Wrapped?, to encoder: ModelEncoder) throws {
        if let value {
            if Wrapped.isNil(value) { throw nilInOptional }
            try Wrapped.encode(value, to: encoder)
        } else {
            try encoder.encodeNull()
        }
    }

    static var nilInOptional: ModelError {
        ModelError(
            .unrepresentableValue, "An optional of an optional holds a nil, which would be read as no value at all.")
    }

    public static func decode(from decoder: ModelDecoder) throws -> Wrapped? {
        if try decoder.decodeNull() { return nil }
        // A type that isn't Foundation's may have this text as a value.
        guard Wrapped.self != String.self, decoder.cursor.isNullText else { return try Wrapped.decode(from: decoder) }
        if Wrapped.self is any ConvertedScalar.Type, decoder.decodeNullText() { return nil }
        let slot = decoder.cursor.slot
        do {
            return try Wrapped.decode(from: decoder)
        } catch {
            try decoder.pass(error, at: slot)
            decoder.cursor.consumed()
            return nil
        }
    }

    public static func isNil(_ value: Wrapped?) -> Bool {
        switch value {
        case .none: true;
        case .some: false
        }
    }
}
