/// A value that other code of the library keeps during one encoding.
protocol EncodingPart: AnyObject {
    init()
    /// Called when all models were encoded.
    func finish(in encoder: ModelEncoder) throws(ModelError)
}

extension EncodingPart {
    func finish(in encoder: ModelEncoder) {}
}

extension ModelEncoder {
    /// The part of this type. The first call makes the part.
    func part<Part: EncodingPart>(_ type: Part.Type) -> Part {
        // They are few.
        for part in state.parts { if let found = part as? Part { return found } }
        let made = Part()
        state.parts.append(made)
        return made
    }
}

/// A kept value that is used at the end of a decoding, such as the changes of relationships.
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
