import FormatSupport

/// The numbers of the keys that a property list has, by their texts.
///
/// A small list has few keys: comparing them takes less time than the first hashes and the growth of a dictionary.
struct WrittenKeys {
    private var few: [(text: ExactText, number: UInt32)] = []
    private var many: [ExactText: UInt32] = [:]

    private static let most = 16

    subscript(text: String) -> UInt32? {
        get {
            let text = ExactText(text)
            return many.isEmpty ? few.first { $0.text == text }?.number : many[text]
        }
        set {
            guard let newValue else { return }
            let text = ExactText(text)
            if many.isEmpty, few.count < Self.most { return few.append((text, newValue)) }
            for entry in few { many[entry.text] = entry.number }
            few = []
            many[text] = newValue
        }
    }
}
