import FormatSupport

/// Texts that Swift takes for equal although their bytes differ, such as composed and decomposed characters.
enum EqualTexts {
    /// The error if two texts that are equal in Swift differ in their bytes, so that a set would lose one of them;
    /// else nil.
    static func error(_ text: String, _ known: String) -> ModelError? {
        if ExactText(text) == ExactText(known) { return nil }
        return ModelError(
            .duplicateKey,
            "The set has two texts that Swift takes for equal, in different bytes: \(ErrorText.quoted(text)).")
    }

    /// The error if two equal elements are texts that differ in their bytes, so that a set would lose one of them;
    /// else nil.
    @inline(never)
    static func error<Element>(_ element: Element, keeping known: Element) -> ModelError? {
        guard let text = text(element), let known = self.text(known), text == known else { return nil }
        return error(text, known)
    }

    private static func text(_ value: Any) -> String? {
        switch AnyValue.unwrapped(value) {
        case let text as String: text
        case let raw as any RawRepresentable<String>: raw.rawValue
        case let box as any RawText: box.rawText
        default: nil
        }
    }
}

/// A value that may contain another value whose raw value is text.
protocol RawText {
    var rawText: String? { get }
}

extension RawValueBox: RawText {
    var rawText: String? { value.rawValue as? String }
}

extension Set {
    /// Inserts an element of a file.
    ///
    /// - Throws: `duplicateKey` for a text that is equal to an earlier text in Swift, although their bytes differ.
    @inline(__always)
    mutating func insertExactly(_ element: Element) throws {
        let (isNew, known) = insert(element)
        if !isNew, let error = EqualTexts.error(element, keeping: known) { throw error }
    }
}
