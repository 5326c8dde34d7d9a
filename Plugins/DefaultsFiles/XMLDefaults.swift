import FormatSupport
import PropertyListCodec

/// Replaces entries of an XML property list whose root is a dictionary. The other entries keep their text.
enum XMLDefaults {
    /// Returns a property list with the file's entries, without the entries of some keys. The entries of the
    /// dictionaries in `added` follow.
    static func replacing(_ gone: Set<String>, in file: Data?, with added: [Data]) throws(PropertyListError) -> Data {
        var writer = XMLPropertyListWriter()
        writer.begin(isArray: false)
        if let file { try append(file, to: &writer) { !gone.contains($0) } }
        for other in added { try append(other, to: &writer) { _ in true } }
        writer.end()
        return writer.finish()
    }

    /// Appends the entries for whose keys `isWanted` returns true. The time is linear in the file's size, without
    /// recursion.
    private static func append(
        _ file: Data, to writer: inout XMLPropertyListWriter, where isWanted: (String) -> Bool
    ) throws(PropertyListError) {
        let scanner = try XMLPropertyListScanner(ByteSource(file))
        let root = try scanner.nextTag()
        guard root.element == .dict, !root.isClosing else { throw scanner.unexpected(root, expected: "<dict>") }
        if root.isEmpty { return }
        while true {
            let tag = try scanner.nextTag()
            if tag == .dict.closing { break }
            guard tag.element == .key, !tag.isClosing else {
                throw scanner.unexpected(tag, expected: "<key> or </dict>")
            }
            let start = scanner.lastTag
            let key = tag.isEmpty ? "" : try scanner.string(of: .key)
            let value = try scanner.nextTag()
            guard value.isValue else { throw scanner.unexpected(value, expected: "a value") }
            try scanner.skip(value)
            if isWanted(key) { writer.entry(scanner.source.bytes(start..<scanner.position)) }
        }
        try scanner.finish()
    }
}
