import FormatSupport

/// Puts the elements of sets and the keys of dictionaries in an order that doesn't change from run to run.
enum StableOrder {
    /// Sorts elements by value: text and numbers by themselves, models by their single values, anything else by its
    /// encoded form. *n* log *n* comparisons.
    ///
    /// - Parameter encoder: The encoder that will encode the elements.
    static func sorted<Element: ModelValue & Hashable>(
        _ elements: some Collection<Element>, for encoder: ModelEncoder? = nil
    ) throws -> [Element] {
        let elements = Array(elements)
        if sortsTexts(encoder) { return elements }
        return try sorted(elements, by: texts(of: elements))
    }

    /// Sorts entries by their keys.
    static func sorted<Key: ModelValue & Hashable, Value>(
        _ entries: [Key: Value], for encoder: ModelEncoder? = nil
    ) throws -> [(key: Key, value: Value)] {
        // The sort text of a dictionary with text keys contains the entries in the order in which they were encoded.
        if Key.self != String.self, sortsTexts(encoder) { return entries.map { ($0.key, $0.value) } }
        return try sorted(Array(entries), by: texts(of: Array(entries.keys))).map { ($0.key, $0.value) }
    }

    /// True if the encoder makes sort texts, which are sorted later. Sorting here too would go through sets inside sets
    /// twice at each level.
    private static func sortsTexts(_ encoder: ModelEncoder?) -> Bool { encoder?.models == .sortTexts }

    /// Sorts elements by their texts, one text for each element.
    static func sorted<Element>(_ elements: [Element], by texts: [String]) -> [Element] {
        zip(texts, elements).sorted { ExactText($0.0) < ExactText($1.0) }.map(\.1)
    }

    /// Returns a text for each value, to sort the values by.
    private static func texts<Element: ModelValue>(of elements: [Element]) throws -> [String] {
        if let strings = elements as? [String] { return strings }
        return try texts { encoder in
            for element in elements { try encoder.encodeValue(element) }
        }
    }

    /// Returns a text for each value that `body` encodes, to sort the values by.
    static func texts(_ body: (ModelEncoder) throws -> Void) throws -> [String] {
        let document = try ModelEncoder.document(models: .sortTexts) { encoder in
            try encoder.beginArray()
            try body(encoder)
            try encoder.end()
        }
        return document.root.elements.map(\.sortText)
    }
}
