import FormatSupport

/// The keys that a container has by now, told apart as files do.
struct KeySet {
    private var texts: Set<ExactText> = []
    private var scalars: Set<ModelScalar> = []

    var isEmpty: Bool { texts.isEmpty }

    /// False for a key that is there already.
    mutating func insert(_ key: String) -> Bool { texts.insert(ExactText(key)).inserted }

    /// False for a key that is there already.
    mutating func insert(_ key: ModelScalar) -> Bool {
        if case .string(let text) = key { insert(text) } else { scalars.insert(key).inserted }
    }

    /// The error for a key that is there already.
    static func twice(_ text: String) -> ModelError {
        ModelError(.duplicateKey, "The key \(text.debugDescription) is there twice.")
    }
}
