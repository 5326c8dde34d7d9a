import Documents
import FormatSupport
import PropertyListCodec

/// Recognizes property lists in the OpenStep style.
enum OpenStepDetection {
    /// The maximum size in bytes of a text that is read as a whole. In a larger text, only the beginning after the
    /// first comments is examined.
    private static let wholeLimit = 16 * 1024
    /// The number of bytes after the first comments that are enough to recognize the format.
    private static let reach = 4 * 1024

    /// Returns `possible` for an array, for data, and for a dictionary with entries. Returns nil for a single text,
    /// because any file could begin like this.
    ///
    /// Also returns `possible` for a text with an error, if it begins as no other format's text does: with a key and
    /// an equals sign, where the key is in quotes or after a brace.
    ///
    /// Also returns `possible` for a text that contains only comments: it is a `.strings` file without strings.
    /// Returns nil for an empty dictionary `{}`, because it is more likely JSON. If the comment that states the
    /// encoding comes before it, returns `certain`.
    static func detect(_ content: Data) -> FormatDetection? {
        guard let scanner = beginning(of: content) else { return nil }
        if scanner.isAtEnd { return scanner.hasComments ? .possible(.openStepPropertyList) : nil }
        let isSmall = content.count <= wholeLimit
        let found = look(scanner, isSmall)
        guard found != nil, isSmall else { return found }
        guard let root = try? OpenStepParser.nodes(in: scanner.source).first else {
            return startsUnmistakably(scanner) ? found : nil
        }
        if case .scalar(.string) = root.kind { return nil }
        return found
    }

    /// Returns a scanner after the space and the comments at the beginning of a text. Returns nil if the content
    /// isn't text, or if a comment has no end.
    ///
    /// The scanner's source is a part of the text, or all of it. The time is linear in the size of the comments.
    private static func beginning(of content: Data) -> OpenStepScanner? {
        var size = wholeLimit
        while size < content.count {
            // In UTF-16, a part may end within a character.
            let sources = [size, size - 2].lazy.compactMap {
                try? PropertyListEncoding.utf8(ByteSource(content.prefix($0)))
            }
            guard let source = sources.first else { return nil }
            var scanner = OpenStepScanner(source)
            // A comment may end later. At the end of the part, there may be half of its first sign.
            if (try? scanner.skipSpace()) != nil, source.count - scanner.offset >= reach { return scanner }
            size *= 4
        }
        guard let source = try? PropertyListEncoding.utf8(ByteSource(content)) else { return nil }
        var scanner = OpenStepScanner(source)
        return (try? scanner.skipSpace()) != nil ? scanner : nil
    }

    /// Returns the detection of a text that begins like a dictionary, an array or data.
    private static func look(_ scanner: OpenStepScanner, _ isSmall: Bool) -> FormatDetection? {
        var scanner = scanner
        let source = scanner.source
        guard isSmall || source.bytes(from: 0).firstIndex(of: 0, from: 0) == nil else { return nil }
        switch scanner.byte {
        case UInt8(ascii: "("): return .possible(.openStepPropertyList)
        case UInt8(ascii: "<"):
            // After the sign come the digits of data, or data and values as GNUstep writes them.
            let next = source[scanner.offset + 1]
            if next == UInt8(ascii: "[") || next == UInt8(ascii: "*") { return .possible(.openStepPropertyList) }
            let inside = (scanner.offset + 1..<min(scanner.offset + 256, source.count)).lazy.map { source[$0] }
            let isData = inside.prefix { $0 != UInt8(ascii: ">") }.allSatisfy(isDigitOrSpace)
            return isData ? .possible(.openStepPropertyList) : nil
        case UInt8(ascii: "{"):
            scanner.offset += 1
            guard (try? scanner.skipSpace()) != nil else { return nil }
            if scanner.byte == UInt8(ascii: "}") {
                return scanner.hasEncodingHint ? .certain(.openStepPropertyList) : nil
            }
        default: break
        }
        return startsWithEntry(&scanner, isSmall) ? .possible(.openStepPropertyList) : nil
    }

    private static func isDigitOrSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// Returns true if a key with an equals sign comes next, and the key is in quotes or after a brace.
    private static func startsUnmistakably(_ scanner: OpenStepScanner) -> Bool {
        var scanner = scanner
        switch scanner.byte {
        case UInt8(ascii: "{"): scanner.offset += 1
        case UInt8(ascii: "\""), UInt8(ascii: "'"): break
        default: return false
        }
        return (try? scanner.skipSpace()) != nil && startsWithEntry(&scanner, false)
    }

    /// Returns true if a key and an equals sign come next. A small text may also have keys without values.
    private static func startsWithEntry(_ scanner: inout OpenStepScanner, _ isSmall: Bool) -> Bool {
        guard case .string? = try? scanner.scalar(), (try? scanner.skipSpace()) != nil else { return false }
        return scanner.byte == UInt8(ascii: "=") || isSmall && scanner.byte == UInt8(ascii: ";")
    }
}
