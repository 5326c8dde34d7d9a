import FormatSupport

/// The keys that were added to a container so far. Text keys are compared by their UTF-8 bytes, as in files.
struct KeySet {
    private var texts: Set<ExactText> = []
    /// The first scalars. Comparing a few scalars is faster than hashing them.
    private var few: ContiguousArray<ModelScalar> = []
    /// All scalars, if there are more than a few.
    private var scalars: Set<HashedScalar> = []

    package var isEmpty: Bool { texts.isEmpty }

    /// Inserts a text key. Returns false if the container has the key already.
    package mutating func insert(_ key: String) -> Bool { texts.insert(ExactText(key)).inserted }

    /// Inserts a key. Returns false if the container has the key already.
    package mutating func insert(_ key: ModelScalar) -> Bool {
        switch key {
        case .string(let text): insert(text)
        // NaN is equal to no key, not even to itself.
        case .double(let value) where value.isNaN: true
        case .float(let value) where value.isNaN: true
        default: insertScalar(key)
        }
    }

    private mutating func insertScalar(_ key: ModelScalar) -> Bool {
        if few.count < 8 {
            if few.contains(key) { return false }
            few.append(key)
            return true
        }
        if scalars.isEmpty { scalars.formUnion(few.lazy.map { HashedScalar(scalar: $0) }) }
        return scalars.insert(HashedScalar(scalar: key)).inserted
    }
}

/// A scalar that is hashed by all of its bytes. Foundation hashes only the first few bytes of data, and decimals as the
/// nearest double.
private struct HashedScalar: Hashable {
    let scalar: ModelScalar

    func hash(into hasher: inout Hasher) {
        switch scalar {
        case .data(let data): data.withBytes { hasher.combine(bytes: $0) }
        case .decimal(let value):
            // Equal decimals may have different zeros at their ends.
            hasher.combine(DecimalText.canonical(DecimalText.text(of: value)))
        default: hasher.combine(scalar)
        }
    }
}
