import FormatSupport

/// Converts the text of a property list from other encodings to UTF-8.
package enum PropertyListEncoding {
    /// Returns the source itself if it is UTF-8, otherwise a new source with the text in UTF-8.
    ///
    /// The encoding is recognised from a byte order mark, by the zero bytes of `<?` or `<p`, or by the XML
    /// declaration (XML 1.0, appendix F).
    ///
    /// - Throws: `PropertyListError` if the encoding isn't supported, or if the text isn't valid in the encoding.
    ///   UTF-8 isn't checked.
    package static func utf8(_ source: ByteSource) throws(PropertyListError) -> ByteSource {
        switch (source[0], source[1], source[2], source[3]) {
        case (0xFF, 0xFE, 0, 0) where source.count >= 4: return try utf32(source, from: 4, bigEndian: false)
        case (0, 0, 0xFE, 0xFF): return try utf32(source, from: 4, bigEndian: true)
        case (0xFF, 0xFE, _, _): return try utf16(source, from: 2, bigEndian: false)
        case (0xFE, 0xFF, _, _): return try utf16(source, from: 2, bigEndian: true)
        case (0x3C, 0, 0, 0) where source.count >= 4: return try utf32(source, from: 0, bigEndian: false)
        case (0, 0, 0, 0x3C): return try utf32(source, from: 0, bigEndian: true)
        case (0x3C, 0, _, 0) where source.count >= 4: return try utf16(source, from: 0, bigEndian: false)
        case (0, 0x3C, 0, _): return try utf16(source, from: 0, bigEndian: true)
        default: return try declared(source)
        }
    }

    /// Converts a text from the encoding that the declaration names with `encoding="…"`. The declaration is ASCII in
    /// all encodings that reach this point.
    private static func declared(_ source: ByteSource) throws(PropertyListError) -> ByteSource {
        var start = source[0] == 0xEF && source[1] == 0xBB && source[2] == 0xBF ? 3 : 0
        while [0x20, 0x09, 0x0A, 0x0D].contains(source[start]) { start += 1 }
        let head = source.bytes(start..<min(source.count, start + 256)).array
        guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">")) else { return source }
        let declaration = String(decoding: head[..<end], as: UTF8.self)
        guard let name = attribute("encoding", of: declaration) else { return source }
        switch name.lowercased() {
        case "utf-8", "utf8":
            return source
        case "us-ascii", "ascii":
            if let wrong = (0..<source.count).first(where: { source[$0] >= 0x80 }) {
                throw PropertyListError("Declared as US-ASCII, and holds another byte.", at: wrong)
            }
            return source
        case "iso-8859-1", "latin1", "iso_8859-1":
            var text: [UInt8] = []
            text.reserveCapacity(source.count + source.count / 8)
            for offset in 0..<source.count { append(UInt32(source[offset]), to: &text) }
            return ByteSource(Data(text))
        default:
            throw PropertyListError("The encoding \(name) isn't supported.", at: start)
        }
    }

    private static func attribute(_ name: String, of declaration: String) -> String? {
        guard let found = declaration.firstRange(of: name) else { return nil }
        let rest = declaration[found.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\t" || $0 == "\n" }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        return String(rest.dropFirst().prefix { $0 != quote })
    }

    private static func utf16(
        _ source: ByteSource, from start: Int, bigEndian: Bool
    ) throws(PropertyListError) -> ByteSource {
        guard (source.count - start) % 2 == 0 else {
            throw PropertyListError("UTF-16 text of an odd number of bytes.", at: source.count)
        }
        var text: [UInt8] = []
        text.reserveCapacity(source.count - start)
        var offset = start
        func unit(_ offset: Int) -> UInt32 {
            let (first, second) = (UInt32(source[offset]), UInt32(source[offset + 1]))
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        while offset < source.count {
            var scalar = unit(offset)
            if scalar & 0xFC00 == 0xD800 {
                let low = offset + 2 < source.count ? unit(offset + 2) : 0
                guard low & 0xFC00 == 0xDC00 else { throw PropertyListError("Invalid UTF-16.", at: offset) }
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
                offset += 2
            } else if scalar & 0xFC00 == 0xDC00 {
                throw PropertyListError("Invalid UTF-16.", at: offset)
            }
            append(scalar, to: &text)
            offset += 2
        }
        return ByteSource(Data(text))
    }

    private static func utf32(
        _ source: ByteSource, from start: Int, bigEndian: Bool
    ) throws(PropertyListError) -> ByteSource {
        guard (source.count - start) % 4 == 0 else {
            throw PropertyListError("UTF-32 text whose length isn't a multiple of four bytes.", at: source.count)
        }
        var text: [UInt8] = []
        text.reserveCapacity(source.count / 4)
        for offset in stride(from: start, to: source.count, by: 4) {
            var value: UInt32 = 0
            for index in 0..<4 { value = value << 8 | UInt32(source[offset + (bigEndian ? index : 3 - index)]) }
            guard Unicode.Scalar(value) != nil else { throw PropertyListError("Invalid UTF-32.", at: offset) }
            append(value, to: &text)
        }
        return ByteSource(Data(text))
    }

    /// Appends a Unicode scalar as UTF-8. Appends nothing if the number isn't a Unicode scalar.
    package static func append(_ number: UInt32, to text: inout [UInt8]) {
        // Most text is ASCII.
        if number < 0x80 { return text.append(UInt8(truncatingIfNeeded: number)) }
        guard let scalar = Unicode.Scalar(number) else { return }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
    }
}
