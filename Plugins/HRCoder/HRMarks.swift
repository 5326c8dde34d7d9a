import Foundation
import ModelCore

/// What a dictionary of a plain file stands for, by its keys.
enum HRMarks {
    static let classKey = "$class"
    static let aliasKey = "$alias"
    static let dataKey = "$data"

    /// True where a root names its class, or is nothing but an alias.
    static func areIn(_ root: ModelDocument.Value) -> Bool {
        guard root.kind == .dictionary else { return false }
        return root[classKey]?.stringValue != nil || root.keys == [aliasKey]
    }

    /// False where no key of a file reads as a mark, so that it needn't be read to tell that. Escapes don't count: plain files had them to say
    /// that a key is none.
    static func mayBeIn(_ content: Data) -> Bool {
        let head = content.prefix(4)
        // Text of more than one byte a character.
        let isWide = head.contains(0) || head.first == 0xFE || head.first == 0xFF
        return isWide || [classKey, aliasKey].contains { has($0, content) }
    }

    private static func has(_ text: String, _ content: Data) -> Bool {
        // The first byte is one that files have few of.
        content.range(of: Data(text.utf8)) != nil
    }
}
