import FormatSupport

// Reads the content of elements with text. Each method is called after the tag that opens the element, and moves past
// the tag that closes it.

extension XMLPropertyListScanner {
    /// Reads the text of an element, with its escapes replaced. All space belongs to the text.
    ///
    /// - Throws: `PropertyListError` if the text isn't UTF-8, has an unknown entity, or isn't closed by the element's
    ///   own tag.
    package func string(of element: XMLPropertyListTag) throws(PropertyListError) -> String {
        let start = offset
        guard let text = try withText(of: element, { $0.validText }) else {
            throw PropertyListError("The text isn't UTF-8.", at: start)
        }
        return text
    }

    /// Skips the text of an element. Throws the errors of ``string(of:)``.
    package func skipText(of element: XMLPropertyListTag) throws(PropertyListError) {
        let start = offset
        guard try withText(of: element, { $0.isUTF8 }) else {
            throw PropertyListError("The text isn't UTF-8.", at: start)
        }
    }

    /// Skips the text of an element if it consists of the given bytes, without an escape. Otherwise the scanner
    /// doesn't move, and the function returns false.
    @safe
    package func skipText(
        of element: XMLPropertyListTag, ifEqual bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let stop = offset &+ bytes.count
        return source.bytes(from: offset).has(bytes, at: 0) && closes(element, at: stop)
    }

    /// Skips the text of an element if it has no escape, and returns its range. Otherwise the scanner doesn't move,
    /// and the function returns nil.
    package func plainText(of element: XMLPropertyListTag) -> Range<Int>? {
        let start = offset
        let stop = markup(from: start)
        return closes(element, at: stop) ? start..<stop : nil
    }

    /// Calls `body` with the text of an element, with its escapes replaced.
    @safe
    @inline(__always)
    func withText<Result>(
        of element: XMLPropertyListTag, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(PropertyListError) -> Result {
        let start = offset
        let stop = markup(from: start)
        if closes(element, at: stop) {
            return unsafe body(source.bytes(start..<stop))
        }
        try unescape(element)
        return unescaped.withBytes(body)
    }

    /// Returns the offset of the first byte, from `start` on, that is `<`, `&` or zero. Eight bytes are compared at a
    /// time. The exclusive or with a searched byte, repeated eight times, changes each equal byte to zero.
    @inline(__always)
    func markup(from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var at = start
        while true {
            let word = unsafe UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self).littleEndian
            let less = word ^ 0x3C3C_3C3C_3C3C_3C3C
            let ampersand = word ^ 0x2626_2626_2626_2626
            let found = ((less &- ones) & ~less | (ampersand &- ones) & ~ampersand | (word &- ones) & ~word) & highs
            if found != 0 { return at &+ found.trailingZeroBitCount / 8 }
            at &+= 8
        }
    }

    /// Moves past the tag that closes the element, if the tag is at the offset `place` in the usual spelling.
    /// Otherwise returns false.
    @inline(__always)
    func closes(_ element: XMLPropertyListTag, at place: Int) -> Bool {
        let word = unsafe UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self).littleEndian
        switch element {
        case .string where word == 0x676E_6972_7473_2F3C && source[place &+ 8] == 0x3E: offset = place &+ 9
        case .key where word & 0xFFFF_FFFF_FFFF == 0x3E79_656B_2F3C: offset = place &+ 6
        case .integer
        where word == 0x6567_6574_6E69_2F3C && source[place &+ 8] == 0x72 && source[place &+ 9] == 0x3E:
            offset = place &+ 10
        case .real where word & 0xFF_FFFF_FFFF_FFFF == 0x3E_6C61_6572_2F3C: offset = place &+ 7
        case .data where word & 0xFF_FFFF_FFFF_FFFF == 0x3E_6174_6164_2F3C: offset = place &+ 7
        case .date where word & 0xFF_FFFF_FFFF_FFFF == 0x3E_6574_6164_2F3C: offset = place &+ 7
        default: return false
        }
        return true
    }

    /// Reads the text of an element into ``unescaped``, with its escapes replaced.
    private func unescape(_ element: XMLPropertyListTag) throws(PropertyListError) {
        unescaped.removeAll(keepingCapacity: true)
        var checkpoint = offset + LongWork.bytes
        while true {
            if offset >= checkpoint {
                guard LongWork.mayGoOn else { throw .cancelled(at: offset) }
                checkpoint = offset + LongWork.bytes
            }
            let stop = markup(from: offset)
            unescaped.append(source.bytes(offset..<min(stop, source.count)))
            offset = stop
            switch source[stop] {
            case 0x26:
                try unescapeEntity()
            case 0x3C where starts(with: "<![CDATA["):
                let start = stop + 9
                try skip(past: "]]>", from: start, "This CDATA section doesn't end.")
                unescaped.append(source.bytes(start..<(offset - 3)))
            case 0x3C where source[stop + 1] == 0x21 || source[stop + 1] == 0x3F:
                try skipMarkup()
            case 0x3C:
                return try expect(element.closing)
            default:
                throw PropertyListError(
                    stop >= source.count ? "<\(element.name)> doesn't end." : "Text can't hold a zero byte.", at: stop)
            }
        }
    }

    /// Replaces `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;`, and references to characters by number.
    private func unescapeEntity() throws(PropertyListError) {
        let start = offset
        var at = start + 1
        while source[at] != 0x3B {
            // The longest possible entity is a number with some leading zeros.
            guard source[at] > 0x20, source[at] != 0x3C, source[at] != 0x26, at - start < 16 else {
                throw PropertyListError("An & in text is to be written as &amp;.", at: start)
            }
            at += 1
        }
        let name = source.bytes((start + 1)..<at).text
        switch name {
        case "amp": unescaped.append(0x26)
        case "lt": unescaped.append(0x3C)
        case "gt": unescaped.append(0x3E)
        case "quot": unescaped.append(0x22)
        case "apos": unescaped.append(0x27)
        default:
            let digits = name.dropFirst()
            let isHex = digits.first == "x"
            let number = isHex ? digits.dropFirst() : digits
            guard name.first == "#", number.first?.isHexDigit == true,
                let value = UInt32(number, radix: isHex ? 16 : 10),
                Unicode.Scalar(value) != nil
            else { throw PropertyListError("There is no entity &\(name);.", at: start) }
            PropertyListEncoding.append(value, to: &unescaped)
        }
        offset = at + 1
    }
}
