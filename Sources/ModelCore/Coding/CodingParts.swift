/// A value that a piece of the library keeps for one decoding, such as the relationships that wait for its end.
protocol DecodingPart: AnyObject {
    /// Called when all models were made.
    func finish(in context: DecodingContext)
}

/// A value that a piece of the library keeps for one encoding.
protocol EncodingPart: AnyObject {
    init()
    /// Called when all models were encoded.
    func finish(in encoder: ModelEncoder) throws(ModelError)
}

extension DecodingContext {
    /// The part of a type; nil if there is none so far.
    func part<Part: DecodingPart>(_ type: Part.Type) -> Part? {
        // They are few.
        for part in parts { if let found = part as? Part { return found } }
        return nil
    }

    /// Keeps a part until the decoding ends, or that of the file around it.
    func keep(_ part: some DecodingPart) {
        if parts.isEmpty, let outer {
            let file = sequence(first: outer, next: \.outer).reduce(outer) { $1 }
            file.inner.append(self)
        }
        parts.append(part)
    }
}

extension ModelEncoder {
    /// The part of a type, made on the first call.
    func part<Part: EncodingPart>(_ type: Part.Type) -> Part {
        for part in state.parts { if let found = part as? Part { return found } }
        let made = Part()
        state.parts.append(made)
        return made
    }
}
