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
    ///   - convert: Returns the key for a property's name. It must return the same key each time for the same name.
    ///     If two properties of a class get the same key, the first use of the class throws an error.
    public init(_ name: String, convert: @escaping @Sendable (_ propertyName: String) -> String) {
        self.name = name
        self.convert = convert
    }

    /// Returns the key for a property's name.
    public func key(for propertyName: String) -> String { convert(propertyName) }

    /// `first_name`, `image_url`, `genre_ids`, `line2`.
    public static let snakeCase = KeyStyle("snakeCase") { words(of: $0).map { $0.lowercased() }.joined(separator: "_") }
    /// `FIRST_NAME`, `IMAGE_URL`, `LINE2`.
    public static let upperSnakeCase = KeyStyle("upperSnakeCase") {
        words(of: $0).map { $0.uppercased() }.joined(separator: "_")
    }
    /// `first-name`, `image-url`, `line2`.
    public static let kebabCase = KeyStyle("kebabCase") { words(of: $0).map { $0.lowercased() }.joined(separator: "-") }
    /// `FirstName`, `ImageURL`, `Line2`.
    public static let pascalCase = KeyStyle("pascalCase") { $0.prefix(1).uppercased() + $0.dropFirst() }

    /// Returns the words of a name in camel case. A capital letter begins a word. Of several capitals in a row before
    /// a lowercase letter, the first and the last begin a word. Digits belong to the word before them. Underscores
    /// separate words. Underscores at the beginning and the end of the name are kept.
    ///
    /// The plural of an acronym is one word: `genreIDs` is `genre` and `IDs`. One lowercase letter at the beginning of
    /// a name belongs to the acronym after it: `iOSVersion` is `iOS` and `Version`.
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
            if letter.isUppercase, let last = word.last, last != "_",
                last.isUppercase
                    ? beginsWord(letters[place...])
                    : place != 1 || !beginsAcronym(letters[place...])
            {
                words.append(word)
                word = ""
            }
            word.append(letter)
        }
        return word.isEmpty ? words : words + [word]
    }

    /// Returns true if the first letter begins a word. The letter is a capital that follows another capital. It
    /// begins a word if a lowercase letter follows that isn't the `s` of a plural.
    private static func beginsWord(_ letters: ArraySlice<Character>) -> Bool {
        let rest = letters.dropFirst()
        guard let next = rest.first, next.isLowercase else { return false }
        return next != "s" || rest.dropFirst().first?.isLowercase ?? false
    }

    /// Returns true if the first letter, a capital, and the next letter belong to one acronym.
    private static func beginsAcronym(_ letters: ArraySlice<Character>) -> Bool {
        let rest = letters.dropFirst()
        return rest.first?.isUppercase ?? false && !beginsWord(rest)
    }
}

extension KeyStyle: CustomStringConvertible {
    public var description: String { name }
}
