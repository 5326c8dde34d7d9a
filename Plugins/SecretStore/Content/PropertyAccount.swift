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
        return String(scalars[scalars.index(after: point)...]).replacing("%2E", with: ".").replacing("%25", with: "%")
    }
}
