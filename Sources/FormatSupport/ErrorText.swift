/// Text of files and of users in error messages.
public enum ErrorText {
    /// The most characters of a text that an error quotes.
    public static let longest = 60

    /// The text in quotes, escaped as in Swift's string literals. Of a long text only the beginning, and how many bytes
    /// the whole has. Linear in ``longest``.
    ///
    /// Not for text that may be a secret: errors end up in logs.
    public static func quoted(_ text: some StringProtocol) -> String {
        // No scalar has less than a byte, and characters may have any number of scalars.
        let head = text.utf8.count <= longest ? text.unicodeScalars[...] : text.unicodeScalars.prefix(longest)
        let quoted = String(String.UnicodeScalarView(head)).debugDescription
        return head.endIndex == text.unicodeScalars.endIndex ? quoted : "\(quoted)… (\(text.utf8.count) bytes)"
    }
}
