/// The default name of a class in files: its Swift name without the module.
enum ModelClassName {
    static func coded(for type: Any.Type) -> String {
        let full = String(reflecting: type)
        // "Module.Outer.Inner", "Module.(unknown context at $7f…).Private", generic arguments after "<".
        var parts: [String] = []
        var part = ""
        var depth = 0
        for character in full {
            switch character {
            case "(", "<": depth += 1
            case ")", ">": depth -= 1
            default: break
            }
            if character == ".", depth == 0 {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        parts.append(part)
        // One nameless context means `private`, two in a row mean a function. The types around a function are no part
        // of the name.
        var named: [String] = []
        var afterNameless = false
        for part in parts.dropFirst() {
            let isNameless = part.hasPrefix("(")
            if isNameless, afterNameless { named = [] }
            if !isNameless { named.append(part) }
            afterNameless = isNameless
        }
        return named.isEmpty ? full : named.joined(separator: ".")
    }

    /// True if a name in a file is the name of a type, with or without its module, the types around it, and generic
    /// arguments.
    static func isName(_ name: String, of type: Any.Type) -> Bool {
        name == coded(for: type) || name == String(reflecting: type) || name == "\(type)".prefix { $0 != "<" }
    }

    /// True if a name in a file is the name of the type that contains a type of coding keys. The `Codable` code of a
    /// type may get the decoder of another type.
    static func isName(_ name: String, around keys: any CodingKey.Type) -> Bool {
        let own = coded(for: keys)
        guard let end = own.lastIndex(of: ".") else { return false }
        let around = own[..<end]
        return name == around || around.hasSuffix("." + name) || name.hasSuffix("." + around)
    }

    /// True if two names in files differ only in the module and the types around the class. Archives contain the names
    /// of the Objective-C runtime, with the module: `OldApp.Card`, `_TtCC6OldApp4Deck4Card`.
    static func isAlike(_ name: String, _ other: String) -> Bool { own(name) == own(other) }

    private static func own(_ name: String) -> Substring {
        guard name.hasPrefix("_Tt") else { return name.split(separator: ".").last ?? name[...] }
        // Each part is written after its length.
        var own = name[...]
        var rest = name.dropFirst(3).drop { !$0.isASCII || !$0.isNumber }
        while let count = Int(rest.prefix { $0.isASCII && $0.isNumber }) {
            own = rest.drop { $0.isASCII && $0.isNumber }.prefix(count)
            rest = name[own.endIndex...].drop { !$0.isASCII || !$0.isNumber }
        }
        return own
    }
}

extension ModelError {
    /// The error for an object whose class isn't the type that reads the object.
    package static func otherClass(_ name: String, expected: String) -> ModelError {
        ModelError(.classMismatch, "Expected an object of class \(expected), found one of class \(name).")
    }
}
