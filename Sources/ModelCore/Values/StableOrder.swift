import FormatSupport

/// Puts the elements of sets and the keys of dictionaries in an order that doesn't change from run to run.
enum StableOrder {
    /// Sorts elements by value: text and numbers directly, models by their single values, and all other elements by
    /// their encoded form. *n* log *n* comparisons.
    ///
    /// - Parameter encoder: The encoder that will encode the elements.
    static func sorted<Element: ModelValue & Hashable>(
        _ elements: some Collection<Element>, for encoder: ModelEncoder? = nil
    ) throws -> [Element] {
        let elements = Array(elements)
        // An encoder of sort texts sorts them later. Sorting here too would go through sets inside sets twice at each
        // level.
        return if encoder?.models == .sortTexts { elements } else { sorted(elements, by: try texts(of: elements)) }
    }

    /// Sorts elements by their texts, one text for each element.
    static func sorted<Element>(_ elements: [Element], by texts: [String]) -> [Element] {
        order(of: texts).map { elements[$0] }
    }

    /// The indexes of a dictionary's keys in the order in which its entries are encoded.
    static func order<Key: ModelValue>(of keys: [Key], for encoder: ModelEncoder) throws -> ElementOrder {
        // The sort text of a dictionary with text keys contains the entries in the order in which they were encoded.
        if Key.self != String.self, encoder.models == .sortTexts { return ElementOrder(unsorted: keys.count) }
        return order(of: try texts(of: keys))
    }

    /// The indexes of texts in the order of their bytes. Equal texts stay in their order.
    static func order(of texts: [String]) -> ElementOrder { ExactText.order(of: texts) }

    /// Returns a text for each value, to sort the values by.
    private static func texts<Element: ModelValue>(of elements: [Element]) throws -> [String] {
        if let known = strings(elements) ?? scalarTexts(elements) { return known }
        return try texts { encoder in
            for element in elements { try encoder.encodeValue(element) }
        }
    }

    /// The texts of scalars, and of enums without values. Nil if a type's own code encodes an element.
    private static func scalarTexts<Element: ModelValue>(_ elements: [Element]) -> [String]? {
        guard let form = ValueContents.sortedForm(of: Element.self) else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for element in elements {
            let scalar = unsafe withUnsafePointer(to: element) { unsafe form.scalarValue(at: UnsafeRawPointer($0)) }
            guard let scalar else { return nil }
            texts.append(scalar.sortText)
        }
        return texts
    }

    /// The elements as texts; nil if the elements aren't texts.
    @inline(__always)
    static func strings<Element>(_ elements: [Element]) -> [String]? {
        // The types are the same. A cast would look at each element.
        Element.self == String.self ? unsafe unsafeBitCast(elements, to: [String].self) : nil
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
