import FormatSupport

/// Dictionary keys that aren't text, in formats whose keys are text.
enum ModelDictionaryKey {
    /// The text that represents a key; nil if no text represents it.
    static func text<Key: ModelValue>(of key: Key) throws -> String? {
        // A model has no text: the encoder below would return its sort text.
        if AnyValue.unwrapped(key).flatMap(AnyValue.model) != nil { return nil }
        let scalar =
            try AnyValue.scalar(of: key)
            ?? ModelEncoder.document(models: .sortTexts) { try $0.encodeValue(key) }.root.scalar
        return scalar.flatMap(ScalarConversion.keyText)
    }

    /// The key that a text represents.
    static func key<Key: ModelValue>(_ type: Key.Type, from text: String) throws -> Key {
        // The types are the same.
        if Key.self == String.self { return unsafe unsafeBitCast(text, to: Key.self) }
        return try ModelDecoder(setting: ModelDocument(.string(text))).decodeValue(type)
    }

    static func repeated(_ text: String) -> ModelError {
        ModelError(
            .duplicateKey,
            "This format's keys are text, and two keys of the dictionary have the same: \(ErrorText.quoted(text)).")
    }

    /// The error for a key that a dictionary in a file contains twice, even if it is written in two ways, such as 1 and
    /// 01.
    static func met<Key: ModelValue>(_ key: Key) -> ModelError {
        let text = (try? text(of: key)).map { ErrorText.quoted($0) } ?? "\(type(of: key))"
        return ModelError(.duplicateKey, "The dictionary has the key \(text) twice.")
    }

    /// The error for a key that no text represents.
    static func notText(_ key: Any) -> ModelError {
        let key = (key as? AnyHashable)?.base ?? key
        // Foundation's own description of a date stops the program if the date is far away.
        let found =
            (key as? Date).map { "the date \($0.timeIntervalSinceReferenceDate) seconds from 2001" }
            ?? "a key of type \(type(of: key))"
        return ModelError(.unrepresentableValue, "This format's keys are text, which \(found) has none for.")
    }
}
