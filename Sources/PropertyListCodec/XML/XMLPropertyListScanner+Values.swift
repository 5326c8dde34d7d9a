import FormatSupport

// Reads the content of elements with numbers, dates and data. As for text, each method is called after the tag that
// opens the element.

extension XMLPropertyListScanner {
    /// Reads an integer from `Int64.min` to `UInt64.max`, in decimal or as `0x…`.
    package func integer() throws(PropertyListError) -> (magnitude: UInt64, isNegative: Bool) {
        let start = offset
        // The usual spelling: a minus sign or none, fewer than 19 digits, the closing tag.
        var at = start
        let isNegative = source[at] == 0x2D
        if isNegative { at &+= 1 }
        let digits = at
        var magnitude: UInt64 = 0
        while source[at] &- 0x30 < 10 {
            magnitude = magnitude &* 10 &+ UInt64(source[at] &- 0x30)
            at &+= 1
        }
        if at > digits, at &- digits < 19, closes(.integer, at: at) { return (magnitude, isNegative && magnitude > 0) }
        return try anyInteger(start)
    }

    private func anyInteger(
        _ start: Int
    ) throws(PropertyListError) -> (magnitude: UInt64, isNegative: Bool) {
        let text = try withText(of: .integer) { Self.trimmed($0) }
        var digits = text[...]
        let isNegative = digits.first == "-"
        if isNegative || digits.first == "+" { digits.removeFirst() }
        let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if isHex { digits.removeFirst(2) }
        guard let first = digits.first, first.isHexDigit, let magnitude = UInt64(digits, radix: isHex ? 16 : 10),
            !isNegative || magnitude <= UInt64(bitPattern: Int64.min)
        else { throw PropertyListError("\(ErrorText.quoted(text)) isn't an integer of 64 bits.", at: start) }
        return (magnitude, isNegative && magnitude > 0)
    }

    /// Reads a number with a fraction or an exponent, or `nan`, `inf` and `infinity` with or without a sign, in any
    /// case.
    package func real() throws(PropertyListError) -> Double {
        let start = offset
        let stop = markup(from: start)
        if closes(.real, at: stop),
            let value = NumberText.double(source.bytes(start..<stop)),
            value.isFinite
        {
            return value
        }
        offset = start
        return try anyReal(start)
    }

    /// Reads the text of a number, without the space around it. The text isn't checked.
    package func numberText(of tag: XMLPropertyListTag) throws(PropertyListError) -> String {
        try withText(of: tag) { Self.trimmed($0) }
    }

    private func anyReal(_ start: Int) throws(PropertyListError) -> Double {
        var text = try numberText(of: .real)
        if let value = text.withUTF8({ NumberText.double($0) }) {
            guard value.isFinite else {
                throw PropertyListError("\(ErrorText.quoted(text)) is too large for 64 bits.", at: start)
            }
            return value
        }
        switch text.lowercased() {
        case "nan", "+nan", "-nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default: throw PropertyListError("\(ErrorText.quoted(text)) isn't a number.", at: start)
        }
    }

    /// Reads a date such as `2018-03-16T16:49:14Z`, with or without a fraction of a second.
    package func date() throws(PropertyListError) -> Date {
        let start = offset
        let (date, text) = try withText(of: .date) { bytes in
            let bytes = Self.trimmedBytes(bytes)
            let date = DateText.date(from: bytes)
            return (date, date == nil ? bytes.text : "")
        }
        guard let date else {
            throw PropertyListError("\(ErrorText.quoted(text)) isn't a date such as 2018-03-16T16:49:14Z.", at: start)
        }
        return date
    }

    /// Reads data in Base64, which may contain space anywhere.
    package func data() throws(PropertyListError) -> Data {
        let start = offset
        let data = try withText(of: .data) { text in
            Result { () throws(Base64Error) in try Base64.decode(text) }
        }
        switch data {
        case .success(let data): return data
        case .failure(let error): throw PropertyListError("This isn't base64: \(error.reason).", at: start)
        }
    }

    /// Returns the text without the space around it.
    @safe
    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> String { trimmedBytes(bytes).text }

    /// Returns the bytes without the space around them.
    @safe
    private static func trimmedBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var range = bytes.indices
        while let first = range.first, unsafe bytes[first] <= 0x20 { range.removeFirst() }
        while let last = range.last, unsafe bytes[last] <= 0x20 { range.removeLast() }
        return bytes.part(range)
    }

    /// Skips a value whose first tag was just read, and checks that the value is well formed. The function doesn't
    /// recurse.
    package func skip(_ first: XMLPropertyListTag) throws(PropertyListError) {
        /// For each open container: true if it is a dictionary. The innermost container is last.
        var open: [Bool] = []
        var tag = first
        while true {
            switch tag {
            case .string: try skipText(of: .string)
            case .integer: _ = try integer()
            case .real: _ = try real()
            case .date: _ = try date()
            case .data: _ = try data()
            case .true, .false: try expect(tag.closing)
            case .true.empty, .false.empty, .string.empty, .data.empty, .array.empty, .dict.empty: break
            case .array: open.append(false)
            case .dict: open.append(true)
            case .array.closing where open.last == false: open.removeLast()
            default: throw unexpected(tag, expected: "a value")
            }
            // Closes the containers that end here, and moves to the next value.
            while true {
                guard let isDictionary = open.last else { return }
                tag = try nextTag()
                guard isDictionary else { break }
                if tag == .dict.closing {
                    open.removeLast()
                    continue
                }
                if tag == .key {
                    try skipText(of: .key)
                } else if tag != .key.empty {
                    throw unexpected(tag, expected: "<key>")
                }
                tag = try nextTag()
                break
            }
        }
    }

    /// Reads the dictionary that has just begun as a UID. If it isn't a UID, returns nil, and the scanner doesn't
    /// move. A dictionary whose key is written with an escape isn't a UID.
    package func uid() -> UInt64? {
        // Most dictionaries have other keys. With this check, no tag is read twice.
        let next = source.bytes(from: skipSpace(from: position))
        if next.has("<key>", at: 0), !next.has("CF$UID</key>", at: 5) { return nil }
        let (start, tag) = (position, tagStart)
        let name: StaticString = "CF$UID"
        if let key = try? nextTag(), key == .key, skipText(of: .key, ifEqual: name.bytes),
            let value = try? nextTag(), value == .integer, let number = try? integer(), !number.isNegative,
            let end = try? nextTag(), end == .dict.closing
        {
            return number.magnitude
        }
        position = start
        tagStart = tag
        return nil
    }
}
