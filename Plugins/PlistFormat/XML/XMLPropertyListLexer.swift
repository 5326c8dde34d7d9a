import FormatSupport
import Foundation
import ModelCore

/// Finds the elements in the text of an XML property list that a parser has found to be right.
struct XMLPropertyListLexer {
    let source: ByteSource
    private var position = 0

    init(source: ByteSource) { self.source = source }

    mutating func outline(of document: ModelDocument) -> TextOutline {
        var outline = TextOutline(document, comments: [.init(from: "<!--", to: "-->"), .init(from: "<?", to: "?>")])
        while moveToTag() {
            let start = position
            if starts(with: "</") {
                skipTag()
                if isNamed("array", at: start + 2) || isNamed("dict", at: start + 2) { outline.end(start..<position) }
                continue
            }
            let isKey = isNamed("key", at: start + 1)
            let isContainer = isNamed("array", at: start + 1) || isNamed("dict", at: start + 1)
            if isNamed("plist", at: start + 1) {
                skipTag()
                continue
            }
            let isEmpty = skipTag()
            if isContainer {
                outline.begin(start..<position)
                if isEmpty { outline.end(position..<position) }
                continue
            }
            if !isEmpty { skipContent() }
            if isKey { outline.key(start..<position) } else { outline.value(start..<position) }
        }
        return outline
    }

    /// Moves to the next tag, over what is none; false at the end.
    private mutating func moveToTag() -> Bool {
        while position < source.count {
            if source[position] != UInt8(ascii: "<") {
                position += 1
            } else if starts(with: "<!--") {
                skip(past: "-->")
            } else if starts(with: "<?") {
                skip(past: "?>")
            } else if starts(with: "<!") {
                skipDocumentType()
            } else {
                return true
            }
        }
        return false
    }

    /// Moves behind a tag; returns true for one that is a whole element.
    @discardableResult
    private mutating func skipTag() -> Bool {
        while position < source.count, source[position] != UInt8(ascii: ">") {
            let quote = source[position]
            position += 1
            guard quote == 0x22 || quote == 0x27 else { continue }
            while position < source.count, source[position] != quote { position += 1 }
            position += 1
        }
        let isEmpty = position < source.count && source[position - 1] == UInt8(ascii: "/")
        position = min(position + 1, source.count)
        return isEmpty
    }

    /// Moves behind an element's text and its closing tag.
    private mutating func skipContent() {
        while position < source.count {
            if source[position] != UInt8(ascii: "<") {
                position += 1
            } else if starts(with: "<![CDATA[") {
                skip(past: "]]>")
            } else if starts(with: "<!--") {
                skip(past: "-->")
            } else if starts(with: "<?") {
                skip(past: "?>")
            } else {
                skipTag()
                return
            }
        }
    }

    /// Moves behind `<!DOCTYPE …>` and what it declares.
    private mutating func skipDocumentType() {
        var brackets = 0
        while position < source.count {
            let byte = source[position]
            if byte == UInt8(ascii: "<"), starts(with: "<!--") {
                skip(past: "-->")
                continue
            }
            if byte == UInt8(ascii: "<"), starts(with: "<?") {
                skip(past: "?>")
                continue
            }
            position += 1
            switch byte {
            case 0x22, 0x27:
                while position < source.count, source[position] != byte { position += 1 }
                position += 1
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">") where brackets <= 0: return
            default: break
            }
        }
    }

    private mutating func skip(past end: StaticString) {
        while position < source.count, !starts(with: end) { position += 1 }
        position = min(position + end.utf8CodeUnitCount, source.count)
    }

    private func starts(with text: StaticString, at place: Int? = nil) -> Bool {
        // Behind the end there are zeros, more of them than the text has bytes.
        let start = place ?? position
        var index = 0
        while index < text.utf8CodeUnitCount {
            guard unsafe source[start + index] == text.utf8Start[index] else { return false }
            index += 1
        }
        return true
    }

    /// True where an element's name stands, and ends.
    private func isNamed(_ name: StaticString, at place: Int) -> Bool {
        guard starts(with: name, at: place) else { return false }
        switch source[place + name.utf8CodeUnitCount] {
        case UInt8(ascii: ">"), UInt8(ascii: "/"), 0x20, 0x09, 0x0A, 0x0D: return true
        default: return false
        }
    }
}
