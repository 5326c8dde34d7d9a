import Yams

/// Where Yams's marks are in the text, in bytes. They are asked for in the order of the text: then all of them together
/// take no longer than the text is.
struct YAMLMarks {
    private let text: [UInt8]
    private var line = 1
    private var column = 1
    private var offset = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    /// The offset of a mark; nil for one before the last that was asked for, and behind the end of its line.
    mutating func offset(of mark: Mark?) -> Int? {
        guard let mark, mark.line > line || mark.line == line && mark.column >= column else { return nil }
        while line < mark.line {
            guard let end = text[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            offset = end + 1
            line += 1
            column = 1
        }
        while column < mark.column {
            guard offset < text.count, text[offset] != UInt8(ascii: "\n") else { return nil }
            offset += 1
            // A character's first byte alone counts.
            while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
            column += 1
        }
        return offset
    }
}
