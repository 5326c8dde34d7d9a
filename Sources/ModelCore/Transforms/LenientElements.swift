// Lists and dictionaries whose elements are left out where they can't be read.

extension ModelTransform {
    /// A list whose elements have a form of their own, and are left out where they can't be read: see
    /// ``DecodingReport``.
    public static func lenient<Element>(_ element: ModelTransform<Element>) -> ModelTransform
    where Value == [Element] {
        list(of: element) { try $0.decodeOrSkip(in: $1, $2, $3) }
    }

    /// A dictionary with text keys whose values have a form of their own, and are left out where they can't be read:
    /// see ``DecodingReport``.
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
                values[text] = try decoder.decodeOrSkip(in: place, .key(text), element.decode)
            }
            return values
        }
    }

    /// A list whose elements are left out where they can't be read: what ``Lenient()`` says of a property.
    public static func lenient<Element: ModelValue & SendableMetatype>() -> ModelTransform where Value == [Element] {
        lenient(.own())
    }

    /// A dictionary whose values are left out where they can't be read.
    public static func lenient<Element: ModelValue & SendableMetatype>() -> ModelTransform
    where Value == [String: Element] {
        lenient(values: .own())
    }

    /// A list of values with raw values.
    @_disfavoredOverload
    public static func lenient<Element: RawRepresentable & SendableMetatype>() -> ModelTransform
    where Value == [Element], Element.RawValue: ModelValue & SendableMetatype {
        lenient(.raw())
    }

    /// A dictionary of values with raw values.
    @_disfavoredOverload
    public static func lenient<Element: RawRepresentable & SendableMetatype>() -> ModelTransform
    where Value == [String: Element], Element.RawValue: ModelValue & SendableMetatype {
        lenient(values: .raw())
    }
}

extension ModelTransform where Value: ModelValue & SendableMetatype {
    /// The value's own form.
    fileprivate static func own() -> ModelTransform {
        ModelTransform(codedTypes: [Value.self]) {
            try $1.encodeValue($0)
        } decoding: {
            try $0.decodeValue(Value.self)
        }
    }
}

extension ModelTransform
where Value: RawRepresentable & SendableMetatype, Value.RawValue: ModelValue & SendableMetatype {
    /// The raw value.
    fileprivate static func raw() -> ModelTransform {
        ModelTransform(encode: { $0.rawValue }, decode: { (raw: Value.RawValue) in Value(rawValue: raw) })
    }
}

#if Macros
    /// Has the elements of a property of a class with ``Model()`` left out where they can't be read, if somebody
    /// collects the reasons: see ``DecodingReport``. Without, they are errors as everywhere.
    ///
    /// ```swift
    /// @Lenient var items: [Item] = []
    /// @Lenient var prices: [String: Double] = [:]
    /// ```
    ///
    /// The property is an array, or a dictionary whose keys are text, or an optional one.
    @attached(peer)
    public macro Lenient() = #externalMacro(module: "ModelMacros", type: "FormMacro")
#endif
