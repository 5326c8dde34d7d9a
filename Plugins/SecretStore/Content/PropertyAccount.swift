/// The account of a model's property: the class's name and the property's key with a point between them, such as
/// `Login.password`.
enum PropertyAccount {
    /// Returns the account of a property. A point in the key is escaped, so that the account's last point always
    /// separates the class from the key.
    static func text(className: String, key: String) -> String {
        var text = className + "."
        // Unicode scalars are compared: a point and a combining accent after it are one character.
        for scalar in key.unicodeScalars {
            switch scalar {
            case "%": text += "%25"
            case ".": text += "%2E"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Returns the property's key. Returns nil if the account doesn't belong to the class.
    static func key(of account: String, className: String) -> String? {
        let scalars = account.unicodeScalars
        guard let point = scalars.lastIndex(of: "."), String(scalars[..<point]) == className else { return nil }
        return unescaped(scalars[scalars.index(after: point)...])
    }

    private static func unescaped(_ scalars: Substring.UnicodeScalarView) -> String {
        var rest = Array(scalars)[...]
        var text = ""
        while let first = rest.popFirst() {
            switch (first, rest.prefix(2)) {
            case ("%", ["2", "E"]): text.unicodeScalars.append(".")
            case ("%", ["2", "5"]): text.unicodeScalars.append("%")
            default:
                text.unicodeScalars.append(first)
                continue
            }
            rest.removeFirst(2)
        }
        return text
    }
}
