import Documents
import FormatSupport

/// Detects XML property lists, and the format of their content, by a scan for tags. The time is linear in the size of
/// the text.
enum PropertyListText {
    static func isPropertyList(_ content: Data) -> Bool {
        let text = content.prefix(64).drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        return text.starts(with: "<?xml".utf8) || text.starts(with: "<!DOCTYPE plist".utf8)
            || text.starts(with: "<plist".utf8)
    }

    static func look(_ content: Data) -> PropertyListLook {
        let keys = rootKeys(content)
        if keys.contains("$archiver"), content.contains(text: "<string>NSKeyedArchiver</string>") {
            return content.contains(text: "<string>CryptoArchive</string>") ? .cryptoArchive : .keyedArchive
        }
        return keys.contains("$class") ? .hrCoded(isBinary: false) : .plain(isBinary: false)
    }

    /// Returns the keys `$archiver` and `$class`, if the root dictionary has them.
    private static func rootKeys(_ content: Data) -> Set<String> {
        var found: Set<String> = []
        var depth = 0
        content.withBytes { bytes in
            // Most files have no such key, and no dollar sign at all.
            guard bytes.firstIndex(of: UInt8(ascii: "$"), from: 0) != nil else { return }
            var next = 0
            while let start = bytes.firstIndex(of: UInt8(ascii: "<"), from: next) {
                func begins(_ tag: StaticString) -> Bool { bytes.has(tag, at: start) }
                if begins("<dict/>") || begins("<array/>") {
                    // Nothing inside.
                } else if begins("<dict") || begins("<array") {
                    depth += 1
                } else if begins("</dict") || begins("</array") {
                    depth -= 1
                } else if depth == 1 {
                    if begins("<key>$archiver</key>") { found.insert("$archiver") }
                    if begins("<key>$class</key>") { found.insert("$class") }
                }
                next = start + 1
            }
        }
        return found
    }
}
