import FormatSupport

/// Reads the text of an XML property list tag by tag.
///
/// The scanner checks each tag and each text. It doesn't check the order of tags. The caller does this. The scanner
/// supports all text encodings of property lists: see ``source``. An element's content is checked only if it is read,
/// or skipped with ``skip(_:)``.
///
/// The only unsafe code reads bytes of the source, which is followed by zeros. Every loop ends at a zero at the
/// latest, and no single step is longer than the source's padding.
@safe
package final class XMLPropertyListScanner {
    /// The text as UTF-8: the file itself, or a copy if the file has another encoding. Offsets count the bytes of
    /// this text.
    package let source: ByteSource
    @safe let base: UnsafePointer<UInt8>
    // Not package: the compiler then sees all uses of it, and drops the checks for overlapping accesses.
    var offset: Int

    /// The scanner's offset. It may be set to any earlier value of this property.
    package var position: Int {
        get { offset }
        set { offset = newValue }
    }

    /// The bytes of the last text that had escapes, with the escapes replaced.
    var unescaped: [UInt8] = []

    /// Creates a scanner after the tag `<plist>`, or before the root value if there is no such tag.
    package init(_ file: ByteSource) throws(PropertyListError) {
        source = try PropertyListEncoding.utf8(file)
        unsafe base = source.base
        offset = source[0] == 0xEF && source[1] == 0xBB && source[2] == 0xBF ? 3 : 0
        try skipProlog()
        let start = offset
        let first = try nextTag()
        if first == .plist {
            hasPlistElement = true
        } else if first.isClosing || first.element == .plist || first.element == .key {
            throw PropertyListError("Expected a value, found \(first).", at: start)
        } else {
            offset = start
        }
    }

    private var hasPlistElement = false

    /// Checks that the file ends after the root value.
    package func finish() throws(PropertyListError) {
        if hasPlistElement { try expect(.plist.closing) }
        try expect(.endOfFile)
    }

    /// Moves past the next tag. Throws an error if the tag isn't the expected tag.
    package func expect(_ tag: XMLPropertyListTag) throws(PropertyListError) {
        let found = try nextTag()
        guard found == tag else { throw unexpected(found, expected: tag.description) }
    }

    /// Returns the error for a tag that the scanner has just passed.
    package func unexpected(_ found: XMLPropertyListTag, expected: String) -> PropertyListError {
        PropertyListError("Expected \(expected), found \(found).", at: tagStart)
    }

    /// The offset at which the last tag begins.
    package var lastTag: Int { tagStart }
    var tagStart = 0

    // MARK: Tags

    /// Moves past the next tag, and past space, comments and processing instructions before it. Returns the tag.
    package func nextTag() throws(PropertyListError) -> XMLPropertyListTag {
        while true {
            var at = offset
            // Most tags are on separate lines, after tabs. Eight bytes are compared in one step.
            if base[at] == 0x0A {
                let next = unsafe UnsafeRawPointer(base + at + 1).loadUnaligned(as: UInt64.self).littleEndian
                at &+= 1 &+ (next ^ 0x0909_0909_0909_0909).trailingZeroBitCount / 8
            }
            while base[at] == 0x20 || base[at] == 0x0A || base[at] == 0x09 || base[at] == 0x0D { at &+= 1 }
            tagStart = at
            guard base[at] == 0x3C else {
                offset = at
                guard at >= source.count else { throw PropertyListError("Expected a tag, found text.", at: at) }
                return .endOfFile
            }
            let head = unsafe UnsafeRawPointer(base + at + 1).loadUnaligned(as: UInt64.self).littleEndian
            switch head & 0xFF {
            case 0x6B where head & 0xFFFF_FFFF == 0x3E79_656B:
                offset = at &+ 5
                return .key
            case 0x73 where head & 0xFF_FFFF_FFFF_FFFF == 0x3E_676E_6972_7473:
                offset = at &+ 8
                return .string
            case 0x69 where head == 0x3E72_6567_6574_6E69:
                offset = at &+ 9
                return .integer
            case 0x72 where head & 0xFF_FFFF_FFFF == 0x3E_6C61_6572:
                offset = at &+ 6
                return .real
            case 0x74 where head & 0xFFFF_FFFF_FFFF == 0x3E2F_6575_7274:
                offset = at &+ 7
                return .true.empty
            case 0x66 where head & 0xFF_FFFF_FFFF_FFFF == 0x3E_2F65_736C_6166:
                offset = at &+ 8
                return .false.empty
            case 0x61 where head & 0xFFFF_FFFF_FFFF == 0x3E79_6172_7261:
                offset = at &+ 7
                return .array
            case 0x64 where head & 0xFF_FFFF_FFFF == 0x3E_7463_6964:
                offset = at &+ 6
                return .dict
            case 0x2F where head & 0xFFFF_FFFF_FFFF == 0x3E74_6369_642F:
                offset = at &+ 7
                return .dict.closing
            case 0x2F where head & 0xFF_FFFF_FFFF_FFFF == 0x3E_7961_7272_612F:
                offset = at &+ 8
                return .array.closing
            case 0x21, 0x3F:
                offset = at
                try skipMarkup()
            default:
                offset = at
                return try otherTag()
            }
        }
    }

    /// Reads a tag that `nextTag()` doesn't recognise by its first bytes: a tag of a rarer element, such as `<date>`
    /// or `</plist>`, or a tag with attributes or spaces. The scanner is at the `<`.
    private func otherTag() throws(PropertyListError) -> XMLPropertyListTag {
        var at = offset + 1
        let isClosing = source[at] == 0x2F
        if isClosing { at += 1 }
        let nameStart = at
        while Self.isNameByte(source[at]) { at += 1 }
        guard let element = XMLPropertyListTag.element(named: source.bytes(nameStart..<at)) else {
            let name = source.bytes(nameStart..<min(at, nameStart + 40)).text
            throw PropertyListError(
                name.isEmpty ? "Expected a tag." : "Property lists have no element <\(name)>.", at: offset)
        }
        while true {
            let spaceStart = at
            at = skipSpace(from: at)
            switch source[at] {
            case 0x3E:
                offset = at + 1
                return isClosing ? element.closing : element
            case 0x2F where source[at + 1] == 0x3E && !isClosing:
                offset = at + 2
                return element.empty
            default:
                guard !isClosing, at > spaceStart, let end = attributeEnd(from: at) else {
                    throw PropertyListError("This tag isn't well formed.", at: at)
                }
                at = end
            }
        }
    }

    /// Returns the offset after an attribute `name="value"`. Returns nil if there is no attribute.
    private func attributeEnd(from start: Int) -> Int? {
        var at = start
        while Self.isNameByte(source[at]) { at += 1 }
        guard at > start else { return nil }
        at = skipSpace(from: at)
        guard source[at] == 0x3D else { return nil }
        at = skipSpace(from: at + 1)
        let quote = source[at]
        guard quote == 0x22 || quote == 0x27 else { return nil }
        at += 1
        while source[at] != quote {
            guard source[at] != 0, source[at] != 0x3C else { return nil }
            at += 1
        }
        return at + 1
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x3A, 0x5F, 0x80...: true
        default: false
        }
    }

    func skipSpace(from start: Int) -> Int {
        var at = start
        while source[at] == 0x20 || source[at] == 0x0A || source[at] == 0x09 || source[at] == 0x0D { at += 1 }
        return at
    }

    // MARK: What isn't content

    /// Skips the XML declaration, comments, processing instructions, and the document type.
    private func skipProlog() throws(PropertyListError) {
        var hasDocumentType = false
        while true {
            offset = skipSpace(from: offset)
            guard source[offset] == 0x3C, source[offset + 1] == 0x21 || source[offset + 1] == 0x3F else { return }
            if starts(with: "<!DOCTYPE"), !hasDocumentType {
                hasDocumentType = true
                try skipDocumentType()
            } else {
                try skipMarkup()
            }
        }
    }

    /// Skips a comment or a processing instruction.
    func skipMarkup() throws(PropertyListError) {
        if starts(with: "<!--") {
            try skip(past: "-->", from: offset + 4, "This comment doesn't end.")
        } else if starts(with: "<?") {
            try skip(past: "?>", from: offset + 2, "This processing instruction doesn't end.")
        } else {
            throw PropertyListError("Expected a tag.", at: offset)
        }
    }

    /// Skips `<!DOCTYPE …>` with its internal subset. Entities that the subset declares stay unknown. Therefore no
    /// entity can expand to a large text.
    private func skipDocumentType() throws(PropertyListError) {
        let start = offset
        offset += 9
        var brackets = 0
        while true {
            switch source[offset] {
            case 0x22, 0x27:
                let quote = source[offset]
                offset += 1
                while source[offset] != quote {
                    if source[offset] == 0 { throw PropertyListError("This document type doesn't end.", at: start) }
                    offset += 1
                }
            case 0x5B:
                brackets += 1
            case 0x5D:
                brackets -= 1
            case 0x3C where starts(with: "<!--") || starts(with: "<?"):
                try skipMarkup()
                continue
            case 0x3E where brackets <= 0:
                offset += 1
                return
            case 0:
                throw PropertyListError("This document type doesn't end.", at: start)
            default:
                break
            }
            offset += 1
        }
    }

    func skip(past end: StaticString, from start: Int, _ reason: String) throws(PropertyListError) {
        guard let stop = source.bytes(from: 0).firstIndex(of: end, from: start) else {
            throw PropertyListError(reason, at: offset)
        }
        offset = stop + end.utf8CodeUnitCount
    }

    /// Returns true if the bytes of a literal come next.
    func starts(with literal: StaticString) -> Bool { source.bytes(from: offset).has(literal, at: 0) }
}
