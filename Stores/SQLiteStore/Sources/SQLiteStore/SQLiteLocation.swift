import ModelCore

/// Tells whether, and at which path, SQLite finds the value at a key path of a record.
enum SQLiteLocation {
    /// SQLite finds the value at this path, which is written as in SQLite.
    case path(String)
    /// No value exists: no record that SQLite reads as this library does has a value at the key path.
    case nowhere
    /// SQLite can't find the value reliably, because it would confuse a key with another key.
    case unknown

    init(_ path: ModelPath) {
        var text = "$"
        var isNowhere = false
        for component in path.components {
            switch component {
            case .index(let index):
                // No array has so many elements, and SQLite counts in 32 bits.
                isNowhere = isNowhere || index < 0 || index > Int(Int32.max)
                text += "[\(index)]"
            case .key(let key):
                guard !key.utf8.contains(UInt8(ascii: "\"")), !Self.isReserved(key) else {
                    self = .unknown
                    return
                }
                if let key = Self.escaped(key) { text += ".\"\(key)\"" } else { isNowhere = true }
            }
        }
        self = isNowhere ? .nowhere : .path(text)
    }

    /// Returns true for a key that the library may write or read as another key.
    private static func isReserved(_ key: String) -> Bool {
        guard key.utf8.first == UInt8(ascii: "$") else { return false }
        return key.utf8.drop { $0 == UInt8(ascii: "$") }.elementsEqual("class".utf8)
            || ["$archiver", "$objects", "$top"].contains(key)
    }

    /// Returns a key as JSON contains it, because SQLite compares the text with its escapes. Returns nil for a key
    /// that JSON can write only with a Unicode escape: a record with such a key is awkward (see
    /// `SQLiteTables.isAwkward`).
    private static func escaped(_ key: String) -> String? {
        var escaped = String.UnicodeScalarView()
        for scalar in key.unicodeScalars {
            switch scalar {
            case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
            case "\u{8}": escaped.append(contentsOf: "\\b".unicodeScalars)
            case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
            case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\u{C}": escaped.append(contentsOf: "\\f".unicodeScalars)
            case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
            case "\0"..<" ": return nil
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// Returns an SQL expression for the value at a path: a number, a text, or NULL. A container is NULL, too. `path`
    /// is also an SQL expression. Malformed JSON has no values.
    static func value(at path: String) -> String {
        """
        (CASE WHEN json_valid(json) THEN CASE WHEN json_type(json, \(path)) NOT IN ('array', 'object') \
        THEN json_extract(json, \(path)) END END)
        """
    }

    /// Returns a text as an SQL literal.
    static func literal(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("'".unicodeScalars)
        for scalar in text.unicodeScalars {
            quoted.append(scalar)
            if scalar == "'" { quoted.append(scalar) }
        }
        quoted.append("'")
        return String(quoted)
    }
}
