/// Turns the names of a data model into names in Swift.
enum SwiftName {
    /// Names of types that have another meaning in the generated code.
    private static let takenTypes: Set<String> = [
        "Any", "AnyObject", "Array", "BaseModel", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double",
        "Expandable",
        "Float", "Foundation", "Identifiable", "Int", "Key", "Model", "ModelCore", "ModelDocument", "ModelTransform",
        "OneOrMany", "Optional", "Protocol", "Relationship", "Self", "Set", "String", "Swift", "Transform", "Transient",
        "Type", "URL", "UUID", "Void",
    ]

    /// Properties that every model has, and words that can't be a property's name, not even in backticks.
    private static let takenProperties: Set<String> = [
        "Protocol", "Type", "classTag", "debugDescription", "description", "dictionaryRepresentation", "hash",
        "hashValue",
        "init", "isOfUnknownClass", "modelClass", "self", "unknownValues",
    ]

    private static let keywords: Set<String> = [
        "Any", "Self", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "macro", "nil", "open",
        "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
        "while",
    ]

    /// Returns the name of a class. If the name already has a meaning in Swift, `Object` is added to it.
    static func type(_ name: String) -> String {
        let identifier = identifier(name)
        guard takenTypes.contains(identifier) || keywords.contains(identifier) else { return identifier }
        return identifier == "Any" ? "AnyValue" : identifier + "Object"
    }

    /// Returns the name of a property. It begins with `kvc_` if every model has a property of that name, or if Swift
    /// allows no property of that name.
    static func property(_ name: String) -> String {
        let identifier = identifier(name)
        return takenProperties.contains(identifier) ? "kvc_" + identifier : identifier
    }

    /// Returns a name as it is written in code: keywords are in backticks.
    static func code(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns the name as an identifier: each character that no identifier may contain becomes `_`.
    private static func identifier(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            let fits = scalar == "_" || (scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal)
            text += fits && (scalar.isASCII || scalar.properties.isXIDContinue) ? String(scalar) : "_"
        }
        guard let first = text.unicodeScalars.first else { return "_value" }
        let begins = first == "_" || first.properties.isXIDStart
        if text.allSatisfy({ $0 == "_" }) { return text + "value" }
        return begins ? text : "_" + text
    }
}
