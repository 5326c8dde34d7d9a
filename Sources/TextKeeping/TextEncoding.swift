import Documents
import FormatSupport

/// The text encoding of a file. It is found by comparing the file with the text that the format's reader has made
/// from the file. So a format needn't report its encoding.
enum TextEncoding {
    /// UTF-8, like the text itself.
    case utf8
    /// Units of `size` bytes, with or without a byte order mark: Latin-1 (1), UTF-16 (2) or UTF-32 (4).
    case units(size: Int, isBigEndian: Bool, hasMark: Bool)

    /// Finds the encoding of a file from the text that the format's reader has made from the file. Returns nil if the
    /// file has another encoding. Linear.
    init?(of content: Data, text: ByteSource) {
        let bytes = ByteSource(content)
        if bytes.bytes(from: 0).equals(text.bytes(from: 0)) {
            self = .utf8
            return
        }
        for size in [2, 4, 1] {
            for isBigEndian in [false, true] where size > 1 || !isBigEndian {
                for hasMark in [true, false] where size > 1 || !hasMark {
                    let encoding = TextEncoding.units(size: size, isBigEndian: isBigEndian, hasMark: hasMark)
                    guard encoding.makes(bytes, of: text) else { continue }
                    self = encoding
                    return
                }
            }
        }
        return nil
    }

    /// Encodings in which ASCII characters have the same bytes. A file of ASCII alone may be in any of these
    /// encodings.
    static let ofASCII = [TextEncoding.utf8, .units(size: 1, isBigEndian: false, hasMark: false)]

    private func makes(_ content: ByteSource, of text: ByteSource) -> Bool {
        var place = 0
        let isWhole = encode(text.bytes(from: 0)) { byte in
            guard place < content.count, content[place] == byte else { return false }
            place += 1
            return true
        }
        return isWhole && place == content.count
    }

    /// Converts valid UTF-8 to this encoding. Returns nil if the encoding lacks a character.
    func data(_ text: [UInt8]) -> Data? {
        if case .utf8 = self { return Data(text) }
        var data = Data(capacity: text.count * 2)
        let isWhole = text.withBytes { bytes in
            encode(bytes) { byte in
                data.append(byte)
                return true
            }
        }
        return isWhole ? data : nil
    }

    /// Calls `body` with each byte of a text in this encoding, until `body` returns false.
    ///
    /// - Returns: False if `body` returned false, or if the text has characters that the encoding doesn't have.
    @safe
    private func encode(_ text: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Bool) -> Bool {
        guard case .units(let size, let isBigEndian, let hasMark) = self else { return false }
        func put(_ unit: UInt32) -> Bool {
            for index in 0..<size
            where !body(UInt8(truncatingIfNeeded: unit >> UInt32(8 * (isBigEndian ? size - 1 - index : index)))) {
                return false
            }
            return true
        }
        if hasMark, !put(0xFEFF) { return false }
        var decoder = UTF8()
        var bytes = unsafe text.makeIterator()
        while true {
            switch unsafe decoder.decode(&bytes) {
            case .emptyInput: return true
            case .error: return false
            case .scalarValue(let scalar):
                if size == 1, scalar.value > 0xFF { return false }
                if size == 2, scalar.value > 0xFFFF {
                    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter where !put(UInt32(unit)) {
                        return false
                    }
                } else if !put(scalar.value) {
                    return false
                }
            }
        }
    }
}
