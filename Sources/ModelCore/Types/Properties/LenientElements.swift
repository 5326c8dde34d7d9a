// Lists, sets and dictionaries that skip elements that can't be read.

extension ModelTransform {
    /// A list to whose elements a transform is applied. Elements that can't be read are skipped: see
    /// ``DecodingReport``.
    public static func lenient<Element>(_ element: ModelTransform<Element>) -> ModelTransform
    where Value == [Element] {
        list(of: element) { try $0.decodeOrSkip(in: $1, $2, $3) }
    }

    /// A dictionary with text keys to whose values a transform is applied. Values that can't be read are skipped.
    public static func lenient<Element>(values element: ModelTransform<Element>) -> ModelTransform
    where Value == [String: Element] {
        lenient(entriesWith: element)
    }

    fileprivate static func lenient<Key: ModelValue & Hashable, Element>(
        entriesWith element: ModelTransform<Element>
    ) -> ModelTransform where Value == [Key: Element] {
        ModelTransform(codedTypes: element.dictionaryTypes(Key.self)) { entries, encoder in
            let (keys, values) = entries.keysAndValues
            try encoder.encodeEntries(keys, values, in: try StableOrder.order(of: keys, for: encoder)) {
                try encoder.keyText(of: $0)
            } key: {
                try encoder.encodeValue($0)
            } value: {
                try element.encode($0, encoder)
            }
        } decoding: {
            try $0.decodeReadableEntries(element)
        }
    }

    /// A list that skips elements that can't be read, like a property with ``Lenient()``.
    public static func lenient<Element: ModelValue>() -> ModelTransform where Value == [Element] {
        lenient(.own())
    }

    /// A set that skips elements that can't be read.
    public static func lenient<Element: ModelValue>() -> ModelTransform where Value == Set<Element> {
        ModelTransform(codedTypes: [Value.self]) {
            try $1.encodeValue($0)
        } decoding: {
            try $0.decodeReadableElements()
        }
    }

    /// A dictionary that skips entries whose key or value can't be read.
    public static func lenient<Key: ModelValue, Element: ModelValue>() -> ModelTransform
    where Value == [Key: Element] {
        lenient(entriesWith: .own())
    }

    /// A list of elements with raw values. Elements that can't be read are skipped.
    @_disfavoredOverload
    public static func lenient<Element: RawRepresentable & SendableMetatype>() -> ModelTransform
    where Value == [Element], Element.RawValue: ModelValue {
        lenient(.raw())
    }

    /// A set of elements with raw values. Elements that can't be read are skipped.
    @_disfavoredOverload
    public static func lenient<Element: RawRepresentable & SendableMetatype>() -> ModelTransform
    where Value == Set<Element>, Element.RawValue: ModelValue {
        ModelTransform(codedTypes: [[Element.RawValue].self]) {
            try $1.encodeValue(Set($0.map { RawValueBox($0) }))
        } decoding: { decoder in
            let elements: Set<RawValueBox<Element>> = try decoder.decodeReadableElements()
            return Set(elements.map(\.value))
        }
    }

    /// A dictionary of values with raw values. Entries whose key or value can't be read are skipped.
    @_disfavoredOverload
    public static func lenient<Key: ModelValue, Element: RawRepresentable & SendableMetatype>() -> ModelTransform
    where Value == [Key: Element], Element.RawValue: ModelValue {
        lenient(entriesWith: .raw())
    }

    /// A dictionary of keys with raw values. Entries whose key or value can't be read are skipped.
    @_disfavoredOverload
    public static func lenient<Key: RawRepresentable & SendableMetatype, Element: ModelValue>() -> ModelTransform
    where Value == [Key: Element], Key.RawValue: ModelValue {
        lenient(boxedKeysWith: .own())
    }

    /// A dictionary of keys and values with raw values. Entries whose key or value can't be read are skipped.
    @_disfavoredOverload
    public static func lenient<
        Key: RawRepresentable & SendableMetatype, Element: RawRepresentable & SendableMetatype
    >() -> ModelTransform where Value == [Key: Element], Key.RawValue: ModelValue, Element.RawValue: ModelValue {
        lenient(boxedKeysWith: .raw())
    }

    /// A dictionary of keys and values with raw values. Entries whose key or value can't be read are skipped.
    @_disfavoredOverload
    public static func lenient<
        Key: RawRepresentable & ModelValue, Element: RawRepresentable & SendableMetatype
    >() -> ModelTransform where Value == [Key: Element], Key.RawValue: ModelValue, Element.RawValue: ModelValue {
        lenient(entriesWith: .raw())
    }

    private static func lenient<Key: RawRepresentable & SendableMetatype, Element>(
        boxedKeysWith element: ModelTransform<Element>
    ) -> ModelTransform where Value == [Key: Element], Key.RawValue: ModelValue {
        let boxed: ModelTransform<[RawValueBox<Key>: Element]> = .lenient(entriesWith: element)
        let types = (Key.RawValue.self as? any Hashable.Type).map { element.dictionaryTypes($0) }
        return ModelTransform(codedTypes: types ?? []) { entries, encoder in
            try boxed.encode(
                Dictionary(entries.map { (RawValueBox($0.key), $0.value) }) { first, _ in first }, encoder)
        } decoding: { decoder in
            Dictionary(try boxed.decode(decoder).map { ($0.key.value, $0.value) }) { first, _ in first }
        }
    }
}

extension ModelDecoder {
    /// Decodes the elements of a set, and skips elements that can't be read.
    fileprivate func decodeReadableElements<Element: ModelValue & Hashable>() throws -> Set<Element> {
        let place = place
        var elements: Set<Element> = []
        var hashes = HashCounter()
        var index = 0
        func add() throws {
            let element = try decodeOrSkip(in: place, .index(index)) { try $0.decodeValue(Element.self) }
            index += 1
            guard let element else { return }
            try hashes.note(element, among: elements.count, in: self)
            try elements.insertExactly(element)
        }
        try decodeCompared {
            if try decodeCountedSet({ _ in try add() }) { return }
            try beginArray()
            while try nextElement() { try add() }
        }
        return elements
    }

    /// Decodes the entries of a dictionary, and skips entries whose key or value can't be read.
    fileprivate func decodeReadableEntries<Key: ModelValue & Hashable, Element>(
        _ element: ModelTransform<Element>
    ) throws -> [Key: Element] {
        let place = place
        var entries: [Key: Element] = [:]
        var hashes = HashCounter()
        /// Decodes the value of a key, and adds the entry. A key that occurs twice is an error, because skipping the
        /// entry would lose one of two values.
        func add(_ key: Key, _ text: String) throws {
            guard entries[key] == nil else {
                throw failing(.key(text), ModelDictionaryKey.met(key).at(cursor.location))
            }
            try hashes.note(key, among: entries.count, in: self)
            if let value = try decodeOrSkip(in: place, .key(text), element.decode) { entries[key] = value }
        }
        try beginDictionary()
        while let entry = try nextEntry() {
            if case .text(let text) = entry {
                let key = try decodeOrSkip(in: place, .key(text)) {
                    try $0.locating(at: $0.cursor.slot) { try ModelDictionaryKey.key(Key.self, from: text) }
                }
                if let key { try add(key, text) }
            } else {
                let text = cursor.content.scalar(at: cursor.index).flatMap(ScalarConversion.keyText) ?? ""
                let key = try decodeOrSkip(in: place, .key(text), isValue: false) { decoder in
                    try decoder.decodeCompared { try decoder.decodeValue(Key.self) }
                }
                if let key { try add(key, text) } else { try skipValue() }
            }
        }
        return entries
    }
}

#if Macros
    /// Lets the property of a class with ``Model()`` skip elements that can't be read, if the program collects the
    /// reasons: see ``DecodingReport``. Otherwise, an element that can't be read is an error, as in any other
    /// property.
    ///
    /// ```swift
    /// @Lenient var items: [Item] = []
    /// @Lenient var genres: Set<Genre> = []
    /// @Lenient var prices: [String: Double] = [:]
    /// ```
    ///
    /// The property is an array, a set, a dictionary, or an optional one of these. An entry of a dictionary is skipped
    /// if its key or its value can't be read.
    ///
    /// The object keeps skipped elements if the property is an array, a set or a dictionary with text keys. They are
    /// written back at their indexes or keys. With `unknownKeys: .ignore` in the class, skipped elements aren't kept.
    @attached(peer)
    public macro Lenient() = #externalMacro(module: "ModelMacros", type: "FormMacro")
#endif
