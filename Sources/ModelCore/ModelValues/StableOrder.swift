import FormatSupport

/// Puts the elements of sets and the keys of dictionaries in an order that doesn't change from run to run.
@usableFromInline
enum StableOrder {
    /// Sorts by value: text and numbers by themselves, models by their single values, anything else by what it is
    /// written as. *n* log *n* comparisons.
    ///
    /// - Parameter encoder: What they are encoded by.
    @usableFromInline
    static func sorted<Element: ModelValue & Hashable>(
        _ elements: some Collection<Element>, for encoder: ModelEncoder? = nil
    ) throws -> [Element] {
        let elements = Array(elements)
        if sortsTexts(encoder) { return elements }
        return try sorted(elements, by: texts(of: elements))
    }

    /// Entries in the order of their keys.
    @usableFromInline
    static func sorted<Key: ModelValue & Hashable, Value>(
        _ entries: [Key: Value], for encoder: ModelEncoder? = nil
    ) throws -> [(key: Key, value: Value)] {
        // The text of one with text keys has them in the order in which they were encoded.
        if Key.self != String.self, sortsTexts(encoder) { return entries.map { ($0.key, $0.value) } }
        return try sorted(Array(entries), by: texts(of: Array(entries.keys))).map { ($0.key, $0.value) }
    }

    /// True where what is encoded becomes texts, which are sorted: else sets in sets would be gone through twice at
    /// each level.
    private static func sortsTexts(_ encoder: ModelEncoder?) -> Bool { encoder?.models == .sortTexts }

    /// Elements in the order of their texts, one for each.
    static func sorted<Element>(_ elements: [Element], by texts: [String]) -> [Element] {
        zip(texts, elements).sorted { ExactText($0.0) < ExactText($1.0) }.map(\.1)
    }

    /// A text for each value, by which they are sorted.
    private static func texts<Element: ModelValue>(of elements: [Element]) throws -> [String] {
        if let strings = elements as? [String] { return strings }
        return try texts { encoder in
            for element in elements { try encoder.encodeValue(element) }
        }
    }

    /// A text for each of the values that `body` encodes.
    static func texts(_ body: (ModelEncoder) throws -> Void) throws -> [String] {
        let document = try ModelSortText.keepingLong {
            try ModelEncoder.document(models: .sortTexts) { encoder in
                try encoder.beginArray()
                try body(encoder)
                try encoder.end()
            }
        }
        return document.root.elements.map(\.sortText)
    }
}
