// Lists and dictionaries that skip elements that can't be read.

extension ModelTransform {
    /// A list to whose elements a transform is applied. Elements that can't be read are skipped: see
    /// ``DecodingReport``.
    public static func lenient<Element>(_ element: ModelTransform<Element>) -> ModelTransform
    where Value == [Element] {
        list(of: element) { try $0.decodeOrSkip(in: $1, $2, $3) }
    }

    /// A dictionary with text keys to whose values a transform is applied. Values that can't be read are skipped: see
    /// ``DecodingReport``.
    public static func lenient<Element>(values element: ModelTransform<Element>) -> ModelTransform
    where Value == [String: Element] {
        ModelTransform(codedTypes: element.dictionaryTypes) { values, encoder in
            try encoder.encodeEntries(values) { try element.encode($0, encoder) }
        } decoding: { decoder in
            let place = decoder.place
            var values: [String: Element] = [:]
            try decoder.beginDictionary()
            while let key = try decoder.nextEntry() {
                guard case .text(let text) = key else { throw decoder.mismatch(expected: "a text as key") }
                guard let value = try decoder.decodeOrSkip(in: place, .key(text), element.decode) else { continue }
                guard values.updateValue(value, forKey: text) == nil else {
                    throw decoder.failing(.key(text), ModelError.duplicateKey(text))
                }
            }
            return values
        }
    }

    /// A list that skips elements that can't be read, as ``Lenient()`` says of a property.
    public static func lenient<Element: ModelValue>() -> ModelTransform where Value == [Element] {
        lenient(.own())
    }

    /// A dictionary that skips values that can't be read.
    public static func lenient<Element: ModelValue>() -> ModelTransform
    where Value == [String: Element] {
        lenient(values: .own())
    }

    /// A list of elements with raw values. Elements that can't be read are skipped.
    @_disfavoredOverload
    public static func lenient<Element: RawRepresentable & SendableMetatype>() -> ModelTransform
    where Value == [Element], Element.RawValue: ModelValue {
        lenient(.raw())
    }

    /// A dictionary of values with raw values. Values that can't be read are skipped.
    @_disfavoredOverload
    public static func lenient<Element: RawRepresentable & SendableMetatype>() -> ModelTransform
    where Value == [String: Element], Element.RawValue: ModelValue {
        lenient(values: .raw())
    }
}

extension ModelTransform where Value: ModelValue {
    /// The value's own encoded form.
    fileprivate static func own() -> ModelTransform {
        ModelTransform(codedTypes: [Value.self]) {
            try $1.encodeValue($0)
        } decoding: {
            try $0.decodeValue(Value.self)
        }
    }
}

extension ModelTransform
where Value: RawRepresentable & SendableMetatype, Value.RawValue: ModelValue {
    /// The raw value as the encoded form.
    fileprivate static func raw() -> ModelTransform {
        ModelTransform(encode: { $0.rawValue }, decode: { (raw: Value.RawValue) in Value(rawValue: raw) })
    }
}

#if Macros
    /// Lets the property of a class with ``Model()`` skip elements that can't be read, if the program collects the
    /// reasons: see ``DecodingReport``. Otherwise, such elements are errors as everywhere.
    ///
    /// ```swift
    /// @Lenient var items: [Item] = []
    /// @Lenient var prices: [String: Double] = [:]
    /// ```
    ///
    /// The property is an array, a dictionary whose keys are text, or an optional one of these.
    @attached(peer)
    public macro Lenient() = #externalMacro(module: "ModelMacros", type: "FormMacro")
#endif
