import Documents
import FormatSupport
import KeyedArchive

/// The marks of HRCoded files: special keys that tell what a dictionary of the plain file represents, such as `$class`
/// and `$alias`.
enum HRMarks {
    static let classKey = "$class"
    static let aliasKey = "$alias"
    static let dataKey = "$data"

    /// The meaning of a dictionary, as far as its keys alone determine it.
    enum Mark {
        case none
        /// One of the dictionary's keys names the class. (If it is the first key, the plain document has an object
        /// instead of the dictionary.)
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

    /// The marks of dictionaries by their shapes.
    struct Cache {
        private var known: [Int: Mark] = [:]
        private var last: (shape: Int, mark: Mark) = (-1, .none)

        /// Returns the mark of the dictionary that a walker has just begun.
        mutating func mark(_ walker: borrowing DocumentWalker) -> Mark {
            guard let shape = walker.shapeNumber else { return Mark(walker.value.keys) }
            if last.shape == shape { return last.mark }
            let mark = known[shape] ?? Mark(walker.value.keys)
            known[shape] = mark
            last = (shape, mark)
            return mark
        }
    }

    /// Returns the name of the class of a dictionary or an object, as it is written in the file. Returns nil if the
    /// value names no class.
    static func className(of value: ModelDocument.Value) -> String? {
        value.className ?? value[classKey]?.stringValue
    }

    /// Returns true if a key or the name of a class begins with `$`. Any other text is no mark, and is written without
    /// an escape.
    static func mayBe(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }

    /// Returns true if the root names its class, or is an alias.
    static func areAtRoot(_ root: ModelDocument.Value) -> Bool {
        className(of: root) != nil || root.kind == .dictionary && root.keys == [aliasKey]
    }

    /// Returns true if the root is an array, one of whose elements names its class, and if the document has a mark
    /// that a plain format never writes: an alias, or an object of one of Foundation's classes.
    static func areInArray(_ document: ModelDocument) -> Bool {
        let root = document.root
        guard root.kind == .array, root.elements.contains(where: { className(of: $0) != nil }) else { return false }
        return document.allKeys.contains(aliasKey)
            || document.allClasses.contains { FoundationForm.kind(ofClass: $0.name) != nil }
    }

    /// Returns false if no key in the bytes of a file is a class or alias mark, so that the file needn't be parsed to
    /// know it. A key that the plain format has escaped is ignored, because the escape shows that the key is no mark.
    static func mayBeInBytes(_ content: Data) -> Bool {
        let head = content.prefix(4)
        // In UTF-16 and UTF-32, the search finds nothing.
        let isWide = head.contains(0) || head.first == 0xFE || head.first == 0xFF
        return isWide || hasMark(content)
    }

    /// Returns true if the root of a text begins with the name of its class, as this library and the original write
    /// it. Only the beginning of the text is examined.
    static func lead(_ content: Data) -> Bool {
        var text = content.prefix(1024).filter { $0 > 0x20 }
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        if text.starts(with: #"{"$class":""#.utf8) { return true }
        // The dictionary must directly follow the property list's own tag, which ends with the version.
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
