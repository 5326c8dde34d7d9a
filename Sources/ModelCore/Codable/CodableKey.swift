/// A coding key for any text or index.
package struct CodableKey: CodingKey {
    private let text: String
    package let intValue: Int?

    /// The text of the key. It is made on demand, because most indices are only passed on.
    package var stringValue: String { intValue.map { "\($0)" } ?? text }

    package init(_ text: String) {
        self.text = text
        intValue = nil
    }

    init(_ index: Int) {
        text = ""
        intValue = index
    }

    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { self.init(intValue) }
}
