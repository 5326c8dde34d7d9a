import Documents
import Yams

/// Finds where the values of Yams's tree stand. Yams tells where each begins; where it ends, the text does.
///
/// What can't be found throws: a key that is no text, a text over several lines without quotes, and aliases, whose
/// values stand elsewhere.
struct YAMLOutline {
    private struct NotFound: Error {}

    private(set) var outline: TextOutline
    private let text: [UInt8]
    private var marks: YAMLMarks
    /// Behind the last part.
    private var last = 0

    init(_ document: ModelDocument, text: String) {
        outline = TextOutline(document, comments: [.init(from: "#")])
        self.text = Array(text.utf8)
        marks = YAMLMarks(text)
    }

    /// Adds a value and all that is in it.
    ///
    /// - Parameter entry: Where the entry begins that holds it; nil for the root.
    mutating func add(_ yaml: Node, entry: Int? = nil, isInFlow: Bool = false) throws {
        let start = try offset(of: yaml)
        let content = behindProperties(start)
        switch yaml {
        case .scalar(let scalar):
            let end = try end(of: scalar, from: content, entry)
            outline.value(start..<end)
            last = end
        case .sequence(let sequence):
            try addCollection(start, content, opening: "[", closing: "]") { outline, isFlow in
                for element in sequence { try outline.addElement(element, isInFlow: isFlow) }
            }
        case .mapping(let mapping):
            try addCollection(start, content, opening: "{", closing: "}") { outline, isFlow in
                for (key, value) in mapping { try outline.addMember(key, value, isInFlow: isFlow) }
            }
        case .alias: throw NotFound()
        }
    }

    private mutating func addCollection(
        _ start: Int, _ content: Int, opening: Unicode.Scalar, closing: Unicode.Scalar,
        _ addEntries: (inout YAMLOutline, _ isFlow: Bool) throws -> Void
    ) throws {
        let isFlow = byte(content) == UInt8(ascii: opening)
        if isFlow {
            last = content + 1
            outline.begin(start..<last, separator: UInt8(ascii: ","))
        } else {
            // With a tag, the entries begin on the next line.
            last = content == start ? start : trimmed(content, floor: start)
            outline.beginLines(start..<last)
        }
        try addEntries(&self, isFlow)
        var end = last
        if isFlow {
            end = skipSpace(from: last, and: UInt8(ascii: ","))
            guard byte(end) == UInt8(ascii: closing) else { throw NotFound() }
            last = end + 1
        }
        outline.end(end..<last)
    }

    private mutating func addElement(_ element: Node, isInFlow: Bool) throws {
        guard !isInFlow else { return try add(element, isInFlow: true) }
        let dash = skipSpace(from: last)
        guard byte(dash) == UInt8(ascii: "-") else { throw NotFound() }
        outline.key(dash..<(dash + 1))
        last = dash + 1
        try add(element, entry: dash)
    }

    private mutating func addMember(_ key: Node, _ value: Node, isInFlow: Bool) throws {
        guard let scalar = key.scalar else { throw NotFound() }
        let start = try offset(of: key)
        let end = try end(of: scalar, from: start, nil)
        guard end > start else { throw NotFound() }
        outline.key(start..<end)
        last = end
        let colon = skipSpace(from: end)
        guard byte(colon) == UInt8(ascii: ":") else { throw NotFound() }
        last = colon + 1
        try add(value, entry: start, isInFlow: isInFlow)
    }

    private mutating func offset(of yaml: Node) throws -> Int {
        guard let offset = marks.offset(of: yaml.mark), offset >= last else { throw NotFound() }
        return offset
    }

    // MARK: Scalars

    private func end(of scalar: Node.Scalar, from start: Int, _ entry: Int?) throws -> Int {
        switch scalar.style {
        case .doubleQuoted: try endOfQuoted(start, UInt8(ascii: "\""), escape: UInt8(ascii: "\\"))
        case .singleQuoted: try endOfQuoted(start, UInt8(ascii: "'"), escape: nil)
        case .literal, .folded: endOfBlock(start, entry.map(column) ?? -1)
        case .plain, .any: try endOfPlain(start, scalar.string)
        }
    }

    private func endOfQuoted(_ start: Int, _ quote: UInt8, escape: UInt8?) throws -> Int {
        guard byte(start) == quote else { throw NotFound() }
        var place = start + 1
        while place < text.count {
            if byte(place) == escape {
                place += 2
            } else if byte(place) != quote {
                place += 1
            } else if escape == nil, byte(place + 1) == quote {
                place += 2
            } else {
                return place + 1
            }
        }
        throw NotFound()
    }

    /// The end of the last line that is indented further than the entry, or has something on it at all.
    private func endOfBlock(_ start: Int, _ column: Int) -> Int {
        var end = endOfLine(start)
        var line = end + 1
        while line < text.count {
            var place = line
            while byte(place) == 0x20 { place += 1 }
            let lineEnd = endOfLine(place)
            if lineEnd > place, place - line <= column { break }
            if lineEnd > place { end = lineEnd }
            line = lineEnd + 1
        }
        return byte(end - 1) == 0x0D ? end - 1 : end
    }

    /// A text without quotes is what it looks like, on one line.
    private func endOfPlain(_ start: Int, _ string: String) throws -> Int {
        let end = start + string.utf8.count
        guard end <= text.count, text[start..<end].elementsEqual(string.utf8) else { throw NotFound() }
        return end
    }

    // MARK: Bytes

    private func byte(_ place: Int) -> UInt8? { text.indices.contains(place) ? text[place] : nil }

    /// Behind a tag and an anchor.
    private func behindProperties(_ start: Int) -> Int {
        var place = start
        while byte(place) == UInt8(ascii: "!") || byte(place) == UInt8(ascii: "&") {
            while let next = byte(place), next > 0x20 { place += 1 }
            place = skipSpace(from: place)
        }
        return place
    }

    /// Moves over space, comments, and one sign.
    private func skipSpace(from start: Int, and sign: UInt8? = nil) -> Int {
        var place = start
        while let next = byte(place) {
            if next == UInt8(ascii: "#") {
                place = endOfLine(place)
            } else if next <= 0x20 || next == sign {
                place += 1
            } else {
                break
            }
        }
        return place
    }

    /// Before the space that ends at a place.
    private func trimmed(_ place: Int, floor: Int) -> Int {
        var end = floor
        // The tag itself has none.
        while end < place, let next = byte(end), next > 0x20 { end += 1 }
        return end
    }

    private func endOfLine(_ start: Int) -> Int {
        text[min(start, text.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    }

    private func column(of place: Int) -> Int {
        let line = text[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return place - line
    }
}
