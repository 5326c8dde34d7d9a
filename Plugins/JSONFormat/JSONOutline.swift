import Documents
import FormatSupport

extension JSONFormat: TextFormatProvider {
    public func outline(of content: Data, context: FormatContext) throws -> TextOutline? {
        var builder = DocumentBuilder(limits: context.limits)
        try parse(content, into: &builder, context: context)
        let document = try builder.finish()
        guard let source = document.source else { return nil }
        var lexer = JSONLexer(source, allowsJSON5: allowsJSON5(in: context.format))
        return try lexer.outline(of: document)
    }
}

/// Finds the parts of JSON text that has been read without an error.
private struct JSONLexer {
    private var scanner: JSONScanner

    init(_ source: ByteSource, allowsJSON5: Bool) {
        scanner = JSONScanner(source, allowsJSON5: allowsJSON5)
        if source[0] == 0xEF, source[1] == 0xBB, source[2] == 0xBF { scanner.position = 3 }
    }

    mutating func outline(of document: ModelDocument) throws -> TextOutline {
        let comments: [TextOutline.Comment] =
            scanner.allowsJSON5 ? [.init(from: "//"), .init(from: "/*", to: "*/")] : []
        var outline = TextOutline(document, comments: comments)
        /// For each open container: true if it is an object, false if it is an array. The innermost container is
        /// last.
        var open = Stack<Bool>()
        /// True if a key comes next, or the end of an object.
        var expectsKey = false
        while true {
            try scanner.skipSpace()
            let start = scanner.position
            guard start < scanner.count else { return outline }
            switch scanner.byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                expectsKey = scanner.byte == UInt8(ascii: "{")
                open.append(expectsKey)
                scanner.position += 1
                outline.begin(start..<scanner.position, separator: UInt8(ascii: ","))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                scanner.position += 1
                outline.end(start..<scanner.position)
                _ = open.popLast()
            case UInt8(ascii: ","):
                scanner.position += 1
                expectsKey = open.last ?? false
            case UInt8(ascii: ":"):
                scanner.position += 1
                expectsKey = false
            default:
                try skipToken()
                if expectsKey {
                    outline.key(start..<scanner.position)
                } else {
                    outline.value(start..<scanner.position)
                }
            }
        }
    }

    /// Skips a string, a key without quotes, a number or a word.
    private mutating func skipToken() throws {
        if scanner.isAtString {
            _ = try scanner.scanString()
        } else {
            scanner.position += 1
            while scanner.position < scanner.count, !isAtEnd { scanner.position += 1 }
        }
    }

    private var isAtEnd: Bool {
        switch scanner.byte {
        case 0x00...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"),
            UInt8(ascii: "/"):
            return true
        case 0x80...:
            var ahead = scanner
            return (try? ahead.skipJSON5Space()) ?? false
        default: return false
        }
    }
}
