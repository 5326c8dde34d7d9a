/// A value that a piece of the library keeps for one encoding.
protocol EncodingPart: AnyObject {
    init()
    /// Called when all models were encoded.
    func finish(in encoder: ModelEncoder) throws(ModelError)
}

extension EncodingPart {
    func finish(in encoder: ModelEncoder) {}
}

extension ModelEncoder {
    /// The part of a type, made on the first call.
    func part<Part: EncodingPart>(_ type: Part.Type) -> Part {
        // They are few.
        for part in state.parts { if let found = part as? Part { return found } }
        let made = Part()
        state.parts.append(made)
        return made
    }
}

/// A value that waits for the end of a decoding, such as the changes of relationships.
protocol WaitingPart: AnyObject {
    /// Called when all models were made.
    func finish(in context: DecodingContext)
}

extension DecodingContext {
    /// The value of a class that a piece of the library keeps for this decoding; nil if there is none so far.
    func part<Part: AnyObject>(_ type: Part.Type) -> Part? {
        for part in parts { if let found = part as? Part { return found } }
        return nil
    }

    /// Keeps a value for this decoding. If it waits for the end, the file around an archive waits with it.
    func keep(_ part: AnyObject) {
        parts.append(part)
        guard part is any WaitingPart, let file = sequence(first: self, next: \.outer).reversed().first, file !== self
        else { return }
        file.inner.append(self)
    }
}
