extension ModelError {
    /// The same error without anything that may come out of the values themselves: for those that are secret.
    ///
    /// The reason is written anew where the code is one of the core's, what was found is told by its kind alone, and
    /// the path keeps only its first step, because later ones may be keys of a dictionary. Code, place, format and file
    /// stay.
    public var withoutValues: ModelError {
        var copy = ModelError(code, reasonWithoutValues)
        copy.format = format
        copy.file = file
        copy.path = ModelPath(Array(path.components.prefix(1)))
        copy.location = location
        copy.expected = expected
        copy.found = foundKind
        return copy
    }

    private var foundKind: String? { found.flatMap { ModelKind(rawValue: $0)?.rawValue } }

    private var reasonWithoutValues: String {
        if let expected { return "Expected \(expected), found \(foundKind ?? "another value")." }
        switch code {
        case .corruptData: return "The bytes aren't what the format prescribes."
        case .typeMismatch: return "The value has another type."
        case .outOfRange: return "The number doesn't fit."
        case .unrepresentableValue: return "The format has no way to hold the value."
        case .duplicateKey: return "A key is there twice."
        case .unknownClass: return "The class that is named there isn't registered."
        case .classMismatch: return "The object is of another class."
        case .underlying: return "The class's own code threw an error."
        // They tell of limits, formats and the program's own classes.
        default: return reason
        }
    }
}
