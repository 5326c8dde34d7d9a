/// How files write the names of properties: `firstName` as `first_name`, say.
///
/// Two styles are equal if and only if their names are.
public struct KeyStyle: Sendable {
    /// What identifies the style.
    public let name: String
    private let convert: @Sendable (String) -> String

    /// A style of your own.
    ///
    /// - Parameters:
    ///   - name: What identifies it.
    ///   - convert: Makes a key of a property's name. The same name gives the same key; two properties of a class that
    ///     get one key are an error when the class is first used.
    public init(_ name: String, convert: @escaping @Sendable (_ propertyName: String) -> String) {
        self.name = name
        self.convert = convert
    }

    /// The key of a property of this name.
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

    /// The words of a name in camel case: a capital begins one, and so does the last of a run of capitals before a
    /// small letter. Digits belong to what stands before them. Underscores separate words; those at the ends are kept.
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
