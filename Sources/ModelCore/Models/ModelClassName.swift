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
        let named = parts.dropFirst().filter { !$0.hasPrefix("(") }
        return named.isEmpty ? full : named.joined(separator: ".")
    }
}
