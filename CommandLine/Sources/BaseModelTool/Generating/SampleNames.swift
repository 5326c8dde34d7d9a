import ModelCore

/// Turns the keys and tags of samples into names in Swift, by the API Design Guidelines.
enum SampleNames {
    /// The greatest length of a name. Longer names are cut off.
    private static let longest = 100

    /// Returns the name of a property: the words of the key in lower camel case.
    static func property(_ key: String) -> String {
        if key.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil { return key }
        let words = words(of: key)
        guard let first = words.first else { return key }
        return lowered(first) + words.dropFirst().map(capitalized).joined()
    }

    /// Returns the name of a class: the words of the key in the singular, each with a capital letter.
    static func type(_ key: String, isSingular: Bool = false) -> String {
        let words = words(of: key)
        guard let last = words.last else { return key }
        let end = isSingular ? last : singular(last)
        return (words.dropLast() + [end]).map(capitalized).joined()
    }

    /// Returns the name of the class that a tag names: `ImageBlock` for `image`.
    static func subclass(_ tag: String, of base: String) -> String {
        let name = words(of: tag).map(capitalized).joined()
        return name.hasSuffix(base) && name != base ? name : (name.isEmpty ? tag : name) + base
    }

    /// Returns the style in which all keys are written, if some key isn't the property's name. Returns nil if there
    /// is no such style.
    static func style(of keys: [String]) -> KeyStyle? {
        if keys.allSatisfy({ property($0) == $0 }) { return nil }
        let styles: [KeyStyle] = [.snakeCase, .kebabCase, .upperSnakeCase, .pascalCase]
        return styles.first { style in keys.allSatisfy { style.key(for: property($0)) == $0 } }
    }

    /// Returns the words of a text. A word ends at a character that no identifier contains, and between a lowercase
    /// letter and a capital. A text without lowercase letters has only words of the first kind.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars.prefix(longest) {
            let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
            if !isPart || scalar.properties.isUppercase && last?.properties.isLowercase == true {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isPart { word.unicodeScalars.append(scalar) }
            last = scalar
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func lowered(_ word: String) -> String {
        isUppercase(word) ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }

    private static func capitalized(_ word: String) -> String {
        let rest = word.dropFirst()
        return word.prefix(1).uppercased()
            + (word.utf8.count > 1 && isUppercase(word) ? rest.lowercased() : String(rest))
    }

    private static func isUppercase(_ word: String) -> Bool { word == word.uppercased() && word != word.lowercased() }

    private static let irregular = [
        "people": "person", "children": "child", "men": "man", "women": "woman", "statuses": "status",
        "aliases": "alias", "indices": "index", "series": "series", "news": "news", "species": "species",
    ]

    private static func singular(_ word: String) -> String {
        let lower = word.lowercased()
        if let single = irregular[lower] { return word.first?.isUppercase == true ? capitalized(single) : single }
        if lower.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
        if ["sses", "shes", "ches", "xes", "zzes"].contains(where: lower.hasSuffix) { return String(word.dropLast(2)) }
        let isPlural =
            lower.hasSuffix("s") && !["ss", "us", "is"].contains(where: lower.hasSuffix) && word.utf8.count > 2
        return isPlural ? String(word.dropLast()) : word
    }
}
