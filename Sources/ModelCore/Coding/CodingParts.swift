/// A value that a feature of the library, such as relationships, keeps during one encoding. It is found by its type.
protocol EncodingPart: AnyObject {
    init()
    /// True if the value is kept when the encoder begins with another value of the same file.
    static var outlivesValues: Bool { get }
    /// Called when all models of the file were encoded.
    func finish(in encoder: ModelEncoder) throws(ModelError)
}

extension EncodingPart {
    static var outlivesValues: Bool { false }
    func finish(in encoder: ModelEncoder) {}
}

extension ModelEncoder {
    /// Returns the kept value of this type. The first call makes the value.
    func part<Part: EncodingPart>(_ type: Part.Type) -> Part {
        // There are few values, so they are compared one by one.
        for part in state.parts { if let found = part as? Part { return found } }
        let made = Part()
        state.parts.append(made)
        return made
    }
}

/// A kept value with work to do at the end of a decoding, such as the changes of relationships.
protocol WaitingPart: AnyObject {
    /// Called when all models were made.
    func finish(in context: DecodingContext)
}

extension DecodingContext {
    /// The value of a class that the library keeps for this decoding. Nil before ``keep(_:)`` has kept such a value.
    func part<Part: AnyObject>(_ type: Part.Type) -> Part? {
        for part in parts { if let found = part as? Part { return found } }
        return nil
    }

    /// Keeps a value for this decoding. A ``WaitingPart`` of an archive waits for the end of the file around the
    /// archive.
    func keep(_ part: AnyObject) {
        parts.append(part)
        guard part is any WaitingPart, let file = sequence(first: self, next: \.outer).reversed().first, file !== self
        else { return }
        file.inner.append(self)
    }
}
