/// The key paths of aliases: keys and indexes from the root, joined by full stops. `$root` is the root itself.
///
/// A backslash is written before a full stop or a backslash within a key, and before the dollar sign of a key of the
/// root that is called `$root`.
enum HRPath {
    static let root = "$root"

    /// Returns a key as a component of a path, with its escapes.
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

    /// Returns the keys of a path. The path of the root has no keys.
    static func components(_ path: String) -> [String] {
        if path == root { return [] }
        var components: [String] = []
        var current: [UInt8] = []
        var isEscaped = false
        for byte in path.utf8 {
            if isEscaped {
                // A backslash before any other character is a plain backslash.
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
        // A path that people write may begin with the root's name.
        if path.hasPrefix("$root."), components.count > 1 { components.removeFirst() }
        return components
    }
}
