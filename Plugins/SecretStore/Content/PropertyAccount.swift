/// The account of a model's property: the class and the property with a point between them, as `Login.password`.
enum PropertyAccount {
    /// A point within the key is written otherwise, so that the last one always is the one between them.
    static func text(className: String, key: String) -> String {
        var text = className + "."
        // By scalars: a point and an accent that follows it are one character.
        for scalar in key.unicodeScalars {
            switch scalar {
            case "%": text += "%25"
            case ".": text += "%2E"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The key, where the account is one of the class's.
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
