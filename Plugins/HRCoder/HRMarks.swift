import Documents
import Foundation

/// What a dictionary of a plain file stands for, by its keys.
enum HRMarks {
    static let classKey = "$class"
    static let aliasKey = "$alias"
    static let dataKey = "$data"

    /// What a dictionary may be, by its keys.
    enum Mark {
        case none
        /// One of the keys names the class. (Where it is the first, that is an object.)
        case object
        case alias
        case data

        init(_ keys: [String]) {
            switch keys {
            case [aliasKey]: self = .alias
            case [dataKey]: self = .data
            default: self = keys.contains(classKey) ? .object : .none
            }
        }
    }

    /// What the dictionaries of each shape may be.
    struct Cache {
        private var known: [Int: Mark] = [:]
        private var last: (shape: Int, mark: Mark) = (-1, .none)

        /// What the dictionary may be that a walker has just begun.
        mutating func mark(_ walker: borrowing DocumentWalker) -> Mark {
            guard let shape = walker.shapeNumber else { return Mark(walker.value.keys) }
            if last.shape == shape { return last.mark }
            let mark = known[shape] ?? Mark(walker.value.keys)
            known[shape] = mark
            last = (shape, mark)
            return mark
        }
    }

    /// The class that a dictionary or an object names, as it is written; nil where it names none.
    static func className(of value: ModelDocument.Value) -> String? {
        value.className ?? value[classKey]?.stringValue
    }

    /// False for a key, or the name of a class, that is no mark, nor written otherwise than it is.
    static func mayBe(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }

    /// True where a root names its class, or is nothing but an alias.
    static func areIn(_ root: ModelDocument.Value) -> Bool {
        className(of: root) != nil || root.kind == .dictionary && root.keys == [aliasKey]
    }

    /// False where no key of a file reads as a mark, so that it needn't be read to tell that. Escapes don't count:
    /// plain files had them to say that a key is none.
    static func mayBeIn(_ content: Data) -> Bool {
        let head = content.prefix(4)
        // Text of more than one byte a character.
        let isWide = head.contains(0) || head.first == 0xFE || head.first == 0xFF
        return isWide || hasMark(content)
    }

    /// True of text whose root begins with the name of its class, as this library and the original write it: told by
    /// its beginning.
    static func lead(_ content: Data) -> Bool {
        var text = content.prefix(1024).filter { $0 > 0x20 }
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        if text.starts(with: #"{"$class":""#.utf8) { return true }
        // Behind the property list's own tag, whose version ends it.
        guard text.first == UInt8(ascii: "<"), let dictionary = text.firstRange(of: Data("<dict>".utf8)),
            text[..<dictionary.lowerBound].suffix(2) == Data("\">".utf8)
        else { return false }
        return text[dictionary.upperBound...].starts(with: "<key>$class</key><string>".utf8)
    }

    private static func hasMark(_ content: Data) -> Bool {
        content.withBytes { bytes in
            var start = 0
            while let found = bytes.firstIndex(of: UInt8(ascii: "$"), from: start) {
                if bytes.has("$class", at: found) || bytes.has("$alias", at: found) { return true }
                start = found + 1
            }
            return false
        }
    }
}
