import FormatSupport

extension XMLPropertyListWriter {
    /// Writes a key of a dictionary.
    ///
    /// - Returns: A piece with which the key can be written again. Nil if XML can't contain the text, for the reasons
    ///   of ``string(_:)``. Then nothing is written.
    @safe
    package mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> ByteBuffer.Piece? {
        beginLine()
        let start = buffer.count
        buffer.append("<key>")
        // A dictionary whose only key is `CF$UID` is read as a UID. This key is a dictionary's own, so it is written
        // with an escape.
        guard bytes.count != 6 || !bytes.has("CF$UID", at: 0) else {
            buffer.append("CF&#36;UID</key>")
            endLine()
            return buffer.piece(from: start)
        }
        guard appendText(bytes) else {
            buffer.truncate(to: start - indentationCount)
            return nil
        }
        buffer.append("</key>")
        endLine()
        return buffer.piece(from: start)
    }

    /// Writes a key again.
    @inline(__always)
    package mutating func key(_ written: ByteBuffer.Piece) {
        beginLine()
        buffer.append(written)
    }

    /// Writes text, which must be UTF-8.
    ///
    /// - Returns: False if XML 1.0 can't contain the text: it has U+FFFE, U+FFFF, or control characters other than
    ///   tab, line feed and carriage return (XML 1.0, section 2.2). Then nothing is written.
    @safe
    @inline(__always)
    package mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = buffer.count
        beginLine()
        buffer.append("<string>")
        guard appendText(bytes) else {
            buffer.truncate(to: start)
            return false
        }
        buffer.append("</string>")
        endLine()
        return true
    }

    package mutating func integer(_ value: Int64) { line("<integer>", "</integer>") { $0.appendText(value) } }

    package mutating func integer(_ value: UInt64) { line("<integer>", "</integer>") { $0.appendText(value) } }

    /// Writes a UID as Apple's tools do: a dictionary with one key.
    package mutating func uid(_ value: UInt64) {
        begin(isArray: false)
        beginLine()
        buffer.append("<key>CF$UID</key>")
        endLine()
        integer(value)
        end()
    }

    /// Writes a number in the shortest form that is read back as the same number. A number that isn't finite is
    /// written as `nan`, `+infinity` or `-infinity`, as by Apple's tools.
    package mutating func real(_ value: Double) {
        guard value.isFinite else { return nonFinite(value) }
        line("<real>", "</real>") { $0.appendText(value) }
    }

    /// Writes a number in the shortest form that is read back as the same float.
    package mutating func real(_ value: Float) {
        guard value.isFinite else { return nonFinite(Double(value)) }
        line("<real>", "</real>") { $0.appendText(value) }
    }

    /// Writes a number by its digits.
    package mutating func real(_ digits: String) {
        line("<real>", "</real>") { $0.append(text: digits) }
    }

    private mutating func nonFinite(_ value: Double) {
        line("<real>", "</real>") { $0.append(value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity") }
    }

    package mutating func bool(_ value: Bool) {
        beginLine()
        buffer.append(value ? "<true/>" : "<false/>")
        endLine()
    }

    /// Writes a date.
    ///
    /// - Returns: False if the date has a fraction of a second, is -0.0, or isn't in the years 0 to 9999. Then
    ///   nothing is written.
    package mutating func date(_ value: Date) -> Bool {
        guard DateText.hasWholeSecondsString(value) else { return false }
        line("<date>", "</date>") { _ = DateText.appendWholeSeconds(value, to: &$0) }
        return true
    }

    /// Writes an element on one line: its tags, and between them the text that `content` appends.
    @inline(__always)
    private mutating func line(_ tag: StaticString, _ end: StaticString, _ content: (inout ByteBuffer) -> Void) {
        beginLine()
        buffer.append(tag)
        content(&buffer)
        buffer.append(end)
        endLine()
    }

    /// Writes data as Base64, in lines of the same length as in the files of Apple's tools.
    package mutating func data(_ value: Data) {
        beginLine()
        buffer.append("<data>")
        endLine()
        let width = max(16, 76 - indentationWidth) / 4 * 3
        value.withBytes { bytes in
            var start = 0
            var checkpoint = LongWork.bytes
            while start < bytes.count {
                if start >= checkpoint {
                    guard LongWork.mayGoOn else { break }
                    checkpoint += LongWork.bytes
                }
                let end = min(start + width, bytes.count)
                beginLine()
                Base64.encode(bytes.part(start..<end), to: &buffer)
                endLine()
                start = end
            }
        }
        beginLine()
        buffer.append("</data>")
        endLine()
    }

    // MARK: Text

    /// Appends text, escaped if necessary. Returns false if XML can't contain it.
    @safe
    @inline(__always)
    private mutating func appendText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if Self.isPlain(bytes) {
            buffer.append(bytes)
            return true
        }
        return appendEscaped(bytes)
    }

    /// Returns true if no byte is a control character, `&`, `<`, `>`, or 0xEF, the first byte of U+FFFE and U+FFFF.
    /// May return false by mistake, as `needsCare(_:)` describes.
    @safe
    @inline(__always)
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        var index = 0
        let count = bytes.count
        while index &+ 8 <= count {
            // In bounds: eight bytes are left.
            if unsafe Self.needsCare(UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)) { return false }
            index &+= 8
        }
        var rest: UInt64 = 0x2020_2020_2020_2020
        while index < count {
            rest = rest << 8 | UInt64(unsafe base[index])
            index &+= 1
        }
        return !needsCare(rest)
    }

    /// Returns true if one of eight bytes may need an escape, or may be forbidden in XML.
    ///
    /// The exclusive or changes each searched byte to zero. In `found`, the highest bit of a byte is set if that byte
    /// is less than 0x20 or was turned into zero. The bytes next to such a byte may be marked by mistake. Then only
    /// the slower code runs.
    @inline(__always)
    private static func needsCare(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let controls = (word &- 0x2020_2020_2020_2020) & ~word
        let ampersands = word ^ 0x2626_2626_2626_2626
        // < and > differ in one bit.
        let brackets = (word & 0xFDFD_FDFD_FDFD_FDFD) ^ 0x3C3C_3C3C_3C3C_3C3C
        let specials = word ^ 0xEFEF_EFEF_EFEF_EFEF
        let found =
            controls | (ampersands &- ones) & ~ampersands | (brackets &- ones) & ~brackets | (specials &- ones)
            & ~specials
        return found & highs != 0
    }

    @safe
    @inline(never)
    private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in bytes.indices {
            let byte = unsafe bytes[index]
            if index & (LongWork.bytes - 1) == LongWork.bytes - 1, !LongWork.mayGoOn { return false }
            switch byte {
            case 0x26: buffer.append("&amp;")
            case 0x3C: buffer.append("&lt;")
            case 0x3E: buffer.append("&gt;")
            // XML readers turn an unescaped one into a line feed.
            case 0x0D: buffer.append("&#13;")
            case 0x09, 0x0A: buffer.append(byte)
            case ..<0x20: return false
            case 0xEF where bytes.has("\u{FFFE}", at: index) || bytes.has("\u{FFFF}", at: index): return false
            default: buffer.append(byte)
            }
        }
        return true
    }
}
