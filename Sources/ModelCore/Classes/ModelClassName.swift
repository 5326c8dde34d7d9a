/// The default name of a class in files: its Swift name without the module.
enum ModelClassName {
    static func coded(for type: Any.Type) -> String {
        let full = String(reflecting: type)
        // "Module.Outer.Inner", "Module.(unknown context at $7f…).Private", generic arguments behind "<".
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
}
