import Documents
import FormatSupport

// Texts that are compared without being read.

extension ChunkLayout {
    /// Returns the offset after a text and its NUL. Returns nil if there is another text.
    func end(of text: String, at offset: Int) -> Int? {
        holds(text, at: offset) ? offset &+ text.utf8.count &+ 1 : nil
    }

    /// Returns true if a text is at an offset, with a NUL after it.
    func holds(_ text: String, at offset: Int) -> Bool {
        var text = text
        return text.withUTF8 { isText(at: offset, $0) }
    }

    /// Returns the row whose key is at an offset, with a NUL after it. Returns nil if there is no such row.
    func row(of table: PropertyTable, at offset: Int, _ expected: Int) -> Int? {
        if expected < table.count, isText(at: offset, table[expected].key) { return expected }
        return table.row(expected: expected) { key in isText(at: offset, key) }
    }

    /// Returns the offset of the NUL that ends a text of at most `most` bytes. Returns nil for a longer text.
    func endOfText(at start: Int, most: Int) -> Int? {
        guard start < source.count else { return nil }
        let text = source.bytes(start..<min(start &+ most &+ 1, source.count))
        return text.firstIndex(of: 0, from: 0).map { start &+ $0 }
    }

    /// Returns true if a text is at an offset, with a NUL after it.
    @safe
    func isText(at offset: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        offset &+ text.count < source.count && source.bytes(offset..<offset &+ text.count).equals(text)
            && source[offset &+ text.count] == 0
    }
}
