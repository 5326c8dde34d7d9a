/// Names of a data model as Swift takes them.
enum SwiftName {
    /// Names that mean something else in the code that is generated.
    private static let takenTypes: Set<String> = [
        "Any", "AnyObject", "Array", "BaseModel", "Bool", "Data", "Date", "Decimal", "Dictionary", "Double", "Float",
        "Foundation", "Int", "Key", "Model", "ModelCore", "ModelDocument", "Optional", "Protocol", "Relationship",
        "Self", "Set", "String", "Swift", "Transform", "Transient", "Type", "URL", "UUID", "Void",
    ]

    /// Properties that every model has, and words that no property's name can be, in backticks neither.
    private static let takenProperties: Set<String> = [
        "Protocol", "Type", "debugDescription", "description", "dictionaryRepresentation", "hash", "hashValue", "init",
        "modelClass", "self", "unknownValues",
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

    /// The name of a class; another one where Swift has that already.
    static func type(_ name: String) -> String {
        let identifier = identifier(name)
        return takenTypes.contains(identifier) || keywords.contains(identifier) ? identifier + "Object" : identifier
    }

    /// The name of a property, which begins with `kvc_` where every model has one of that name.
    static func property(_ name: String) -> String {
        let identifier = identifier(name)
        return takenProperties.contains(identifier) ? "kvc_" + identifier : identifier
    }

    /// A name as it stands in code.
    static func code(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The name with `_` for whatever may be in none.
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
