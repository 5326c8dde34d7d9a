/// Quotes text of files and of users in error messages.
public enum ErrorText {
    /// The maximum number of Unicode scalars of a text that an error quotes.
    private static let longest = 60

    /// Returns the text in quotes, escaped as in Swift's string literals. A text of more than 60 Unicode scalars is
    /// cut off after 60 scalars, and the number of bytes of the whole text follows. The function takes constant time.
    ///
    /// Don't use it for text that may be a secret, because errors end up in logs.
    public static func quoted(_ text: some StringProtocol) -> String {
        // Scalars are counted, not characters: a scalar takes at least one byte, and a character may have any number of
        // scalars.
        let head = text.utf8.count <= longest ? text.unicodeScalars[...] : text.unicodeScalars.prefix(longest)
        let quoted = String(String.UnicodeScalarView(head)).debugDescription
        return head.endIndex == text.unicodeScalars.endIndex ? quoted : "\(quoted)… (\(text.utf8.count) bytes)"
    }
}
