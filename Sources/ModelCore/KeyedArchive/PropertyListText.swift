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
        unsafe content.withUnsafeBytes { bytes in
            // Most files have no such key, and no dollar sign at all.
            guard let base = bytes.baseAddress, unsafe memchr(base, Int32(UInt8(ascii: "$")), bytes.count) != nil else {
                return
            }
            var rest = unsafe bytes[...]
            func begins(_ tag: StaticString) -> Bool {
                unsafe rest.count >= tag.utf8CodeUnitCount
                    && memcmp(base + rest.startIndex, tag.utf8Start, tag.utf8CodeUnitCount) == 0
            }
            while let start = unsafe memchr(base + rest.startIndex, Int32(UInt8(ascii: "<")), rest.count) {
                unsafe rest = bytes[(UnsafeRawPointer(start) - base)...]
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
                unsafe rest = rest.dropFirst()
            }
        }
        return found
    }
}
