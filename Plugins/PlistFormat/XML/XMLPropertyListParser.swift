import Documents
import FormatSupport
import PropertyListCodec

/// Builds a document from the text of an XML property list. It works in a loop, so that deep nesting takes no stack.
struct XMLPropertyListParser {
    private let scanner: XMLPropertyListScanner
    /// The offset from which the root value is read.
    private let rootStart: Int
    private let duplicates: DuplicateKeys
    /// The offsets of the tags of repeated keys that the parser ignores.
    private var ignored: Set<Int> = []

    /// - Throws: `corruptData` if the text doesn't begin with a value.
    init(_ content: Data, _ duplicates: DuplicateKeys) throws(ModelError) {
        let source = ByteSource(content)
        self.duplicates = duplicates
        do {
            scanner = try XMLPropertyListScanner(source)
            rootStart = scanner.position
        } catch {
            throw ModelError(error, in: source)
        }
    }

    /// Creates a parser of the value at a scanner's position, which refuses repeated keys.
    init(_ scanner: XMLPropertyListScanner) {
        self.scanner = scanner
        rootStart = scanner.position
        duplicates = .error
    }

    /// Reads only the value at the position.
    func readPart(into builder: inout DocumentBuilder) throws(ModelError) {
        builder.setSource(scanner.source)
        builder.scalars = .numerals
        do {
            try readValue(into: &builder)
        } catch let error as PropertyListError {
            throw ModelError(error, in: scanner.source)
        } catch {
            throw ModelError(wrapping: error).at(ModelLocation(scanner.lastTag, in: scanner.source))
        }
    }

    /// Reads the whole text.
    mutating func read(into builder: inout DocumentBuilder) throws(ModelError) {
        builder.setSource(scanner.source)
        builder.scalars = .numerals
        do {
            if duplicates != .error {
                ignored = try repeatedKeys(builder.limits)
                scanner.position = rootStart
            }
            try readValue(into: &builder)
            try scanner.finish()
        } catch let error as PropertyListError {
            throw ModelError(error, in: scanner.source)
        } catch {
            throw ModelError(wrapping: error).at(ModelLocation(scanner.lastTag, in: scanner.source))
        }
    }

    /// Returns the outline of the text: the ranges of its keys and values. The text has been read before, so it is
    /// valid.
    func outline(of document: ModelDocument) throws -> TextOutline {
        var outline = TextOutline(document, comments: [.init(from: "<!--", to: "-->"), .init(from: "<?", to: "?>")])
        scanner.position = rootStart
        var checkpoints = LongWork.Checkpoints()
        while case let tag = try scanner.nextTag(), tag != .endOfFile {
            guard checkpoints.mayGoOn() else { throw CancellationError() }
            let start = scanner.lastTag
            switch tag {
            case .dict where scanner.uid() != nil: outline.value(start..<scanner.position)
            case .array, .dict: outline.begin(start..<scanner.position)
            case .array.closing, .dict.closing: outline.end(start..<scanner.position)
            case .array.empty, .dict.empty:
                outline.begin(start..<scanner.position)
                outline.end(scanner.position..<scanner.position)
            case .plist.closing: break
            default:
                if !tag.isEmpty { try scanner.skipText(of: tag) }
                let range = start..<scanner.position
                if tag.element == .key { outline.key(range) } else { outline.value(range) }
            }
        }
        return outline
    }

    /// Finds the offsets of the tags of the repeated keys to ignore. The text hasn't been validated yet.
    private func repeatedKeys(_ limits: DecodingLimits) throws -> Set<Int> {
        var keys = RepeatedKeys(keepsLast: duplicates == .last)
        var checkpoints = LongWork.Checkpoints()
        while case let tag = try scanner.nextTag(), tag != .endOfFile, tag != .plist.closing {
            guard checkpoints.mayGoOn() else { throw CancellationError() }
            let start = scanner.lastTag
            switch tag {
            case .array, .dict:
                guard keys.depth < limits.depth else {
                    throw limits.depthError
                }
                keys.begin(isObject: tag == .dict)
            case .array.closing, .dict.closing: keys.end()
            case .key: keys.note(try scanner.string(of: .key), at: start)
            case .key.empty: keys.note("", at: start)
            // An error in a tag is reported when the tag is read.
            default: if tag.isValue, !tag.isEmpty { try scanner.skipText(of: tag) }
            }
        }
        return keys.places
    }

    private func readValue(into builder: inout DocumentBuilder) throws {
        let outer = builder.depth
        repeat {
            let tag = try scanner.nextTag()
            builder.offset = scanner.lastTag
            if builder.expectsKey {
                if tag == .dict.closing { try builder.end() } else { try readKey(tag, into: &builder) }
            } else if tag == .array.closing, builder.depth > outer {
                try builder.end()
            } else {
                try readValue(tag, into: &builder)
            }
        } while builder.depth > outer
    }

    private func readKey(_ tag: XMLPropertyListTag, into builder: inout DocumentBuilder) throws {
        guard tag.element == .key, !tag.isClosing else {
            throw scanner.unexpected(tag, expected: "<key> or </dict>")
        }
        if !ignored.isEmpty, ignored.contains(scanner.lastTag) {
            if !tag.isEmpty { try scanner.skipText(of: .key) }
            // The member is checked like any other member, and then omitted.
            var other = DocumentBuilder(limits: builder.limits)
            return try readValue(into: &other)
        } else if tag.isEmpty {
            try builder.key("")
        } else if let length = builder.repeatKey(
            in: scanner.source.bytes(from: scanner.position), ending: "</key>")
        {
            scanner.position += length + "</key>".utf8.count
        } else {
            // A key `$class` that is written with an escape is an ordinary key of the dictionary, and names no class.
            let start = scanner.position
            try readText(of: .key) { bytes, isEscaped in
                guard !Self.hasExcluded(bytes) else {
                    throw PropertyListError("A key holds a control character, which XML can't.", at: start)
                }
                try builder.key(utf8: bytes, isEscaped: isEscaped)
            }
        }
        let value = try scanner.nextTag()
        builder.offset = scanner.lastTag
        try readValue(value, into: &builder)
    }

    private func readValue(_ tag: XMLPropertyListTag, into builder: inout DocumentBuilder) throws {
        guard tag.isValue else {
            throw scanner.unexpected(tag, expected: builder.depth > 0 ? "a value or the end" : "a value")
        }
        switch tag {
        case .string: try readText(of: .string) { bytes, _ in try builder.append(utf8: bytes) }
        case .string.empty: try builder.append("")
        case .integer: try readInteger(into: &builder)
        case .real: try readReal(into: &builder)
        case .date: try builder.append(try scanner.date())
        case .data: try builder.append(try scanner.data())
        case .data.empty: try builder.append(Data())
        case .true, .false:
            try scanner.expect(tag.closing)
            try builder.append(tag == .true)
        case .true.empty, .false.empty: try builder.append(tag == .true.empty)
        case .array: try builder.beginArray()
        case .dict:
            if let uid = scanner.uid() { try builder.append(.uid(uid)) } else { try builder.beginDictionary() }
        case .array.empty:
            try builder.beginArray()
            try builder.end()
        case .dict.empty:
            try builder.beginDictionary()
            try builder.end()
        default: throw scanner.unexpected(tag, expected: "a value")
        }
    }

    /// Returns true if the text contains a character that XML 1.0 excludes (section 2.2). A key with such a character
    /// couldn't be written again.
    @safe
    static func hasExcluded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in bytes.indices {
            let byte = unsafe bytes[index]
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return true }
            if byte == 0xEF, bytes.has("\u{FFFE}", at: index) || bytes.has("\u{FFFF}", at: index) { return true }
        }
        return false
    }

    /// Calls `body` with the UTF-8 bytes of an element's text, and with true if the text has escapes.
    @safe
    private func readText(
        of element: XMLPropertyListTag, _ body: (UnsafeBufferPointer<UInt8>, _ isEscaped: Bool) throws -> Void
    ) throws {
        guard let range = scanner.plainText(of: element) else {
            var text = try scanner.string(of: element)
            return try text.withUTF8 { unsafe try body($0, true) }
        }
        let bytes = scanner.source.bytes(range)
        guard bytes.isUTF8 else {
            throw PropertyListError("The text isn't UTF-8.", at: range.lowerBound)
        }
        unsafe try body(bytes, false)
    }

    private func readInteger(into builder: inout DocumentBuilder) throws {
        let start = scanner.position
        let (magnitude, isNegative): (UInt64, Bool)
        do {
            (magnitude, isNegative) = try scanner.integer()
        } catch {
            return try appendLarge(.integer, at: start, refusedWith: error, to: &builder)
        }
        if isNegative {
            try builder.append(Int64(truncatingIfNeeded: 0 &- magnitude))
        } else if let value = Int64(exactly: magnitude) {
            try builder.append(value)
        } else {
            try builder.append(magnitude)
        }
    }

    /// Reads a real number and appends the nearest double. Appends the digits instead in three cases: the float
    /// nearest to the digits may differ from the float nearest to the double; the double is an integer only because
    /// it was rounded; or the number has more digits than a double needs.
    private func readReal(into builder: inout DocumentBuilder) throws {
        let start = scanner.position
        let value: Double
        do {
            value = try scanner.real()
        } catch {
            return try appendLarge(.real, at: start, refusedWith: error, to: &builder)
        }
        let end = scanner.position
        let mayBeRounded = end - start > "</real>".utf8.count + 16 && value == value.rounded()
        let isLong = end - start > "</real>".utf8.count + 17 && isLong(start..<end - "</real>".utf8.count)
        guard NumberText.mayRoundTwice(value) || mayBeRounded || isLong else { return try builder.append(value) }
        scanner.position = start
        var text = try scanner.numberText(of: .real)
        scanner.position = end
        guard !DecimalText.isShortest(text, of: value) else { return try builder.append(value) }
        try text.withUTF8 { try builder.append(numeral: $0) }
    }

    /// Appends the digits of a number that doesn't fit into 64 bits.
    ///
    /// - Throws: The error of reading the number, if the error has another reason than the size.
    private func appendLarge(
        _ tag: XMLPropertyListTag, at start: Int, refusedWith error: PropertyListError,
        to builder: inout DocumentBuilder
    ) throws {
        scanner.position = start
        var text = try scanner.numberText(of: tag)
        try text.withUTF8 { bytes in
            guard let numeral = DecimalNumeral(bytes), numeral.isInteger || tag == .real else { throw error }
            try builder.append(numeral: bytes)
        }
    }

    /// Returns true for a number of more than 17 digits.
    @inline(never)
    private func isLong(_ range: Range<Int>) -> Bool {
        guard let numeral = DecimalNumeral(scanner.source.bytes(range)) else { return false }
        return !numeral.isExact || numeral.significand >= 100_000_000_000_000_000
    }
}
