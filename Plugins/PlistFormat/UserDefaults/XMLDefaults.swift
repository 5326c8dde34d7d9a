import FormatSupport
import Foundation
import PropertyListCodec

/// The entries of an XML property list whose root is a dictionary, each as the text that it is.
enum XMLDefaults {
    /// The text of a dictionary's entries but those of some keys, and then of other dictionaries' entries.
    static func replacing(_ gone: Set<String>, in file: Data?, with added: [Data]) throws(PropertyListError) -> Data {
        var text = Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>

            """.utf8)
        if let file { try append(file, to: &text) { !gone.contains($0) } }
        for other in added { try append(other, to: &text) { _ in true } }
        text.append(contentsOf: "</dict>\n</plist>\n".utf8)
        return text
    }

    /// Appends the entries whose keys `isWanted` takes. Linear, without recursion.
    private static func append(
        _ file: Data, to text: inout Data, where isWanted: (String) -> Bool
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
            guard isWanted(key) else { continue }
            text.append(0x09)
            text.append(scanner.source.data(start..<scanner.position))
            text.append(0x0A)
        }
        try scanner.finish()
    }
}
