/// What an array's elements mean.
public enum ModelArrayKind: String, Sendable, Hashable, CaseIterable {
    /// In order.
    case array
    /// In no order, each once.
    case set
    /// In order, each once.
    case orderedSet
}

/// What a dictionary's keys are.
public enum ModelDictionaryKeys: String, Sendable, Hashable, CaseIterable {
    /// Text, each given by `encodeKey(_: String)`.
    case strings
    /// Any values, each encoded just before the value that it stands for.
    case values
}
