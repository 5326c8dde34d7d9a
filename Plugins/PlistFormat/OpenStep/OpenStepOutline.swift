import Documents
import FormatSupport
import PropertyListCodec

/// Finds the parts of a text in the OpenStep style that has been read without an error.
enum OpenStepOutline {
    static func outline(of document: ModelDocument) throws -> TextOutline? {
        guard let source = document.source else { return nil }
        do throws(PropertyListError) {
            var outline = TextOutline(document, comments: [.init(from: "//"), .init(from: "/*", to: "*/")])
            try append(OpenStepScanner(source), document.root.kind == .dictionary, to: &outline)
            return outline
        } catch {
            throw ModelError(error, in: source)
        }
    }

    /// - Parameter isDictionary: True if the root is a dictionary, perhaps without braces.
    private static func append(
        _ scanner: OpenStepScanner, _ isDictionary: Bool, to outline: inout TextOutline
    ) throws(PropertyListError) {
        var scanner = scanner
        let beginning = scanner.offset
        try scanner.skipSpace()
        let hasBraces = scanner.byte == UInt8(ascii: "{") || !isDictionary
        if !hasBraces {
            outline.begin(beginning..<beginning, terminator: UInt8(ascii: ";"))
        }
        /// True if a key comes next, or the end of a dictionary.
        var expectsKey = !hasBraces
        /// The end of the last key, until its value is found.
        var keyEnd: Int?
        var checkpoints = LongWork.Checkpoints()
        while !scanner.isAtEnd {
            guard checkpoints.mayGoOn() else { throw .cancelled(at: scanner.offset) }
            let start = scanner.offset
            scanner.offset += 1
            switch scanner.source[start] {
            case UInt8(ascii: "{"):
                outline.begin(start..<start + 1, terminator: UInt8(ascii: ";"))
                (expectsKey, keyEnd) = (true, nil)
            case UInt8(ascii: "("):
                outline.begin(start..<start + 1, separator: UInt8(ascii: ","))
                (expectsKey, keyEnd) = (false, nil)
            case UInt8(ascii: "}"), UInt8(ascii: ")"):
                outline.end(start..<start + 1)
                expectsKey = false
            case UInt8(ascii: "="): expectsKey = false
            case UInt8(ascii: ";"):
                // A key without a value is its own value.
                if let end = keyEnd { outline.value(end..<end) }
                (expectsKey, keyEnd) = (true, nil)
            case UInt8(ascii: ","): break
            default:
                scanner.offset = start
                _ = try scanner.scalar()
                if expectsKey {
                    outline.key(start..<scanner.offset)
                    keyEnd = scanner.offset
                } else {
                    outline.value(start..<scanner.offset)
                    keyEnd = nil
                }
            }
            try scanner.skipSpace()
        }
        if !hasBraces { outline.end(scanner.offset..<scanner.offset) }
    }
}
