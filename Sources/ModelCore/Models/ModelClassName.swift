/// The name that a class has in files where none was given: its Swift name without the module.
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
        // One nameless context stands for `private`, two in a row for a function: what encloses that is no part of the
        // name.
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
