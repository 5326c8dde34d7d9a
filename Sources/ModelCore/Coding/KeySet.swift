/// The keys that a container has by now, told apart as files do.
struct KeySet {
    private var texts: Set<ExactText> = []
    private var scalars: Set<ModelScalar> = []

    var isEmpty: Bool { texts.isEmpty }

    /// False for a key that is there already.
    mutating func insert(_ key: String) -> Bool { texts.insert(ExactText(text: key)).inserted }

    /// False for a key that is there already.
    mutating func insert(_ key: ModelScalar) -> Bool {
        if case .string(let text) = key { insert(text) } else { scalars.insert(key).inserted }
    }
}

/// Text that is equal byte by byte: to Swift, an é of one character and one of two are the same.
struct ExactText: Hashable {
    let text: String

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
