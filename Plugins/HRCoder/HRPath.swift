/// Converts key paths to the texts that aliases contain, and back: keys and indexes from the root, joined by full
/// stops, such as `items.0.title`. `$root` is the path of the root itself.
///
/// A backslash comes before each full stop and each backslash inside a key. If a key of the root is called `$root`, a
/// backslash comes before its dollar sign.
enum HRPath {
    static let root = "$root"

    /// Returns a key as it is written in a path, with its escapes. `isFirst` is true for a key of the root.
    static func component(_ key: String, isFirst: Bool) -> String {
        if isFirst, key == root { return "\\" + key }
        guard key.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }) else { return key }
        var text = ""
        for character in key.unicodeScalars {
            if character == "." || character == "\\" { text += "\\" }
            text.unicodeScalars.append(character)
        }
        return text
    }

    /// Returns the keys and indexes in a path, without escapes. The path of the root has none.
    static func components(_ path: String) -> [String] {
        if path == root { return [] }
        var components: [String] = []
        var current: [UInt8] = []
        var isEscaped = false
        for byte in path.utf8 {
            if isEscaped {
                // Before any other character, a backslash is an ordinary character.
                if byte != UInt8(ascii: "."), byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "$") {
                    current.append(UInt8(ascii: "\\"))
                }
                current.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: ".") {
                components.append(String(decoding: current, as: UTF8.self))
                current = []
            } else {
                current.append(byte)
            }
        }
        if isEscaped { current.append(UInt8(ascii: "\\")) }
        components.append(String(decoding: current, as: UTF8.self))
        // If a person has written the path, it may begin with `$root`.
        if path.hasPrefix("$root."), components.count > 1 { components.removeFirst() }
        return components
    }
}
