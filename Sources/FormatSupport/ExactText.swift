/// Text that is equal if and only if its bytes are, as keys in files are: to Swift's `String`, an é of one character and one of two are the same.
public struct ExactText: Hashable, Sendable {
    /// The text itself.
    public let text: String

    /// Wraps a text.
    public init(_ text: String) { self.text = text }

    public static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    public func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
