import Foundation

/// Looks at XML property lists without reading them: a scan for tags, linear in the size.
enum PropertyListText {
    static func isPropertyList(_ content: Data) -> Bool {
        let text = content.prefix(64).drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        return text.starts(with: "<?xml".utf8) || text.starts(with: "<!DOCTYPE plist".utf8)
            || text.starts(with: "<plist".utf8)
    }

    static func look(_ content: Data) -> PropertyListLook {
        let keys = rootKeys(content)
        if keys.contains("$archiver"), content.range(of: Data("<string>NSKeyedArchiver</string>".utf8)) != nil {
            return content.range(of: Data("<string>CryptoArchive</string>".utf8)) == nil
                ? .keyedArchive : .cryptoArchive
        }
        return keys.contains("$class") ? .hrCoded(isBinary: false) : .plain(isBinary: false)
    }

    /// Which of the keys `$archiver` and `$class` the root dictionary has.
    private static func rootKeys(_ content: Data) -> Set<String> {
        var found: Set<String> = []
        var depth = 0
        var rest = content[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: "<dict/>".utf8) || rest.starts(with: "<array/>".utf8) {
                // Nothing inside.
            } else if rest.starts(with: "<dict".utf8) || rest.starts(with: "<array".utf8) {
                depth += 1
            } else if rest.starts(with: "</dict".utf8) || rest.starts(with: "</array".utf8) {
                depth -= 1
            } else if depth == 1 {
                for key in ["$archiver", "$class"] where rest.starts(with: "<key>\(key)</key>".utf8) {
                    found.insert(key)
                }
            }
            rest = rest.dropFirst()
        }
        return found
    }
}
