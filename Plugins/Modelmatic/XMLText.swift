import Foundation
import ModelCore

/// The text of an XML file, made safe for the parser, and the locations in it.
///
/// The system's libxml2 may be of any age. Text that would hang it, or that could expand to any size, is refused before
/// it is parsed.
struct XMLText {
    /// The largest size of a text, in bytes. libxml2 gives up after 10,000,000 bytes, and models have some thousands.
    static let maximumBytes = 8 << 20
    /// The largest number of a tag's attributes. No tag needs more, and the parser compares each attribute with all
    /// others. It hashes their names, too.
    private static let maximumAttributes = 1_000

    /// The bytes to parse. They are as many as the file's, so that offsets in them are the file's.
    let data: Data
    /// The line of the last call of ``location(line:column:)``, and the offset of its beginning.
    private var line = 1
    private var lineStart = 0

    /// - Throws: `corruptData`, `bytesExceeded`.
    init(_ data: Data) throws(ModelError) {
        // The indices of a slice may begin anywhere.
        var data = Data(data)
        guard data.count <= Self.maximumBytes else { throw .tooLarge(Self.maximumBytes) }
        guard !data.isEmpty else { throw ModelError(.unknownFormat, "The file is empty.") }
        // XML contains no NUL, but all text with two bytes a character does.
        guard !data.contains(0), String(validating: data, as: UTF8.self) != nil else {
            throw ModelError(.unknownFormat, "It is neither a keyed archive nor XML in UTF-8.")
        }
        // Entities may refer to each other, so that a small file may expand to any size.
        if let type = data.range(of: Data("<!DOCTYPE".utf8)) {
            throw ModelError(.corruptData, "A document type is declared, which no model needs.")
                .at(Self.location(type.lowerBound, in: data))
        }
        if let (offset, reason) = Self.slowTag(in: data) {
            throw ModelError(.corruptData, reason).at(Self.location(offset, in: data))
        }
        try Self.blankDeclaration(&data)
        self.data = data
    }

    /// The offset of a tag that has too many attributes or a name that is too long, and the reason. Nil if there is
    /// none. Each `<` is the beginning of a tag.
    private static func slowTag(in data: Data) -> (offset: Int, reason: String)? {
        var (start, attributes, name) = (0, 0, 0)
        // The byte that ends a part without names: a value, a comment, or the text between tags. Nil in a part with
        // names.
        var end: UInt8? = UInt8(ascii: "<")
        let bytes = data.span
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "=") {
                attributes += 1
                if attributes > maximumAttributes {
                    return (start, "A tag has more than \(maximumAttributes) attributes.")
                }
            }
            if byte == UInt8(ascii: "<") {
                (start, attributes, name, end) = (index, 0, 0, nil)
            } else if let known = end {
                if byte == known { end = nil }
            } else {
                switch byte {
                case 0...0x20, UInt8(ascii: "="), UInt8(ascii: "/"): name = 0
                case UInt8(ascii: "\""), UInt8(ascii: "'"): (name, end) = (0, byte)
                case UInt8(ascii: ">"): end = UInt8(ascii: "<")
                // A comment, a processing instruction, and the like.
                case UInt8(ascii: "!") where index == start + 1, UInt8(ascii: "?") where index == start + 1:
                    end = UInt8(ascii: "<")
                default:
                    name += 1
                    if name > ModelDraft.longestName {
                        return (start, "A name has more than \(ModelDraft.longestName) bytes.")
                    }
                }
            }
        }
        return nil
    }

    /// Replaces the XML declaration by spaces, so that the bytes aren't read in another encoding than the one they were
    /// checked in.
    private static func blankDeclaration(_ data: inout Data) throws(ModelError) {
        let start = data.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard data[start...].starts(with: Data("<?xml".utf8)), let end = data.range(of: Data("?>".utf8)) else { return }
        let declaration = String(decoding: data[start..<end.upperBound], as: UTF8.self).lowercased()
        guard ["encoding", "utf-8", "us-ascii"].map(declaration.contains) != [true, false, false] else {
            throw ModelError(.corruptData, "Models are in UTF-8, and this one says that it isn't.")
        }
        // Line breaks stay.
        for index in start..<end.upperBound where data[index] != 0x0A { data[index] = 0x20 }
    }

    /// The location for a line and a column that the parser reports. Lines must not decrease from one call to the next.
    mutating func location(line: Int, column: Int) -> ModelLocation {
        while self.line < line {
            guard let end = data[lineStart...].firstIndex(of: 0x0A) else {
                self.line = line
                break
            }
            self.line += 1
            lineStart = end + 1
        }
        let offset = min(lineStart + max(column - 1, 0), data.count)
        return ModelLocation(byteOffset: offset, line: self.line, column: offset - lineStart + 1)
    }

    /// The location of a tag's beginning, when the parser is at the tag's end.
    mutating func tagLocation(line: Int, column: Int) -> ModelLocation {
        let end = location(line: line, column: column)
        guard let start = data[..<end.byteOffset].lastIndex(of: UInt8(ascii: "<")) else { return end }
        if start >= lineStart {
            return ModelLocation(byteOffset: start, line: self.line, column: start - lineStart + 1)
        }
        let lines = data[start..<lineStart].count { $0 == 0x0A }
        let before = data[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return ModelLocation(byteOffset: start, line: self.line - lines, column: start - before + 1)
    }

    private static func location(_ offset: Int, in data: Data) -> ModelLocation {
        let before = data[..<offset]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return ModelLocation(
            byteOffset: offset, line: before.count { $0 == 0x0A } + 1, column: offset - lineStart + 1)
    }

    /// The error for an error number of the parser.
    static func error(_ number: Int) -> ModelError {
        if number == 4 { return ModelError(.unknownFormat, "It is neither a keyed archive nor XML.") }
        let reason =
            switch number {
            case 5: "The XML goes on behind its end, or ends before it is complete."
            case 26: "An entity is used that isn't declared."
            case 38, 39, 40: "A value of an attribute isn't closed, or isn't in quotes."
            case 42: "A tag has two attributes of one name."
            case 65, 73: "A tag isn't closed."
            case 76: "An end tag has another name than the start tag."
            case 77: "The XML ends before it is complete."
            default: "It is no well-formed XML (error \(number) of libxml2)."
            }
        return ModelError(.corruptData, reason)
    }
}

extension ModelError {
    /// The error for a file that is larger than a model's may be.
    static func tooLarge(_ limit: Int) -> ModelError {
        ModelError(.bytesExceeded, "It is larger than \(limit >> 20) MiB.")
    }
}
