/// A rule for the keys under which files store properties, such as `first_name` for `firstName`.
///
/// Two styles count as the same if and only if their names are equal.
public struct KeyStyle: Sendable {
    /// The identifier of the style.
    public let name: String
    private let convert: @Sendable (String) -> String

    /// Creates a style.
    ///
    /// - Parameters:
    ///   - name: The identifier of the style.
    ///   - convert: Returns the key for a property's name. It must return the same key each time for the same name. If
    ///     two properties of a class get the same key, that is an error when the class is first used.
    public init(_ name: String, convert: @escaping @Sendable (_ propertyName: String) -> String) {
        self.name = name
        self.convert = convert
    }

    /// Returns the key for a property's name.
    public func key(for propertyName: String) -> String { convert(propertyName) }

    /// `first_name`, `image_url`, `line2`.
    public static let snakeCase = KeyStyle("snakeCase") { words(of: $0).map { $0.lowercased() }.joined(separator: "_") }
    /// `FIRST_NAME`, `IMAGE_URL`, `LINE2`.
    public static let upperSnakeCase = KeyStyle("upperSnakeCase") {
        words(of: $0).map { $0.uppercased() }.joined(separator: "_")
    }
    /// `first-name`, `image-url`, `line2`.
    public static let kebabCase = KeyStyle("kebabCase") { words(of: $0).map { $0.lowercased() }.joined(separator: "-") }
    /// `FirstName`, `ImageURL`, `Line2`.
    public static let pascalCase = KeyStyle("pascalCase") { $0.prefix(1).uppercased() + $0.dropFirst() }

    /// Returns the words of a name in camel case. A capital letter begins a word. Of several capitals in a row before a
    /// lowercase letter, the first and the last begin a word. Digits belong to the word before them. Underscores
    /// separate words; those at the beginning and the end of the name are kept.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let letters = Array(name)
        for (place, letter) in letters.enumerated() {
            if letter == "_", !word.isEmpty, word.contains(where: { $0 != "_" }),
                letters[place...].contains(where: { $0 != "_" })
            {
                words.append(word)
                word = ""
                continue
            }
            let next = place + 1 < letters.count ? letters[place + 1] : nil
            if letter.isUppercase, let last = word.last, last != "_",
                !last.isUppercase || (next?.isLowercase ?? false)
            {
                words.append(word)
                word = ""
            }
            word.append(letter)
        }
        return word.isEmpty ? words : words + [word]
    }
}

extension KeyStyle: CustomStringConvertible {
    public var description: String { name }
}
