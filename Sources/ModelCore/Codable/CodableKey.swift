/// A coding key for any text or index.
struct CodableKey: CodingKey {
    private let text: String
    let intValue: Int?

    /// Made on demand: most indices are only passed on.
    var stringValue: String { intValue.map { "\($0)" } ?? text }

    init(_ text: String) {
        self.text = text
        intValue = nil
    }

    init(_ index: Int) {
        text = ""
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
}
