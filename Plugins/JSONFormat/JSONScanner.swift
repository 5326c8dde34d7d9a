import Documents
import FormatSupport

/// Reads JSON text piece by piece, at a position that moves through the file.
///
/// It reads at most a few bytes beyond the end, where `ByteSource` keeps zeros. A zero ends every token.
@safe
struct JSONScanner {
    let source: ByteSource
    // After the file, the memory continues with the padding.
    @safe let base: UnsafePointer<UInt8>
    let count: Int
    var allowsJSON5: Bool

    var position = 0
    var scratch = ByteBufferBox()
    private var lines = LineCounter()

    init(_ source: ByteSource, allowsJSON5: Bool) {
        self.source = source
        unsafe base = source.base
        count = source.count
        self.allowsJSON5 = allowsJSON5
    }

    /// The byte at an offset. It is zero at the file's end and for a few bytes after it.
    @inline(__always)
    subscript(offset: Int) -> UInt8 { base[offset] }

    @inline(__always)
    var byte: UInt8 { base[position] }

    // MARK: Errors

    @inline(never)
    mutating func corrupt(_ reason: String, at offset: Int? = nil) -> ModelError {
        ModelError(.corruptData, reason).at(location(offset ?? position))
    }

    /// Returns the location of an offset, with its line and column.
    mutating func location(_ offset: Int) -> ModelLocation {
        let (line, column) = lines.lineAndColumn(at: offset, in: source)
        return ModelLocation(byteOffset: min(max(offset, 0), source.count), line: line, column: column)
    }

    mutating func unexpectedKey() -> ModelError {
        unexpected("a key in quotes, which JSON5 alone may leave out \(Self.option)")
    }

    /// The text by which errors name the option that allows JSON5.
    private static let option = "(the reading option .json5)"

    /// Returns the error for a byte that isn't allowed at the position.
    @inline(never)
    mutating func unexpected(_ expected: String) -> ModelError {
        let found: String
        if position >= count {
            found = "the end of the file"
        } else if !allowsJSON5, let thing = beginningOfJSON5(where: expected) {
            found = "\(thing), which JSON5 alone has \(Self.option)"
        } else if byte > 0x20, byte < 0x7F {
            found = "“\(Character(Unicode.Scalar(byte)))”"
        } else {
            found = "the byte 0x" + String(byte, radix: 16)
        }
        return ModelError(.corruptData, expected: expected, found: found).at(location(position))
    }

    /// Returns the name of the construct at the position if it is valid only in JSON5. Returns nil for any other
    /// text.
    private func beginningOfJSON5(where expected: String) -> String? {
        switch (byte, self[position + 1]) {
        case (UInt8(ascii: "/"), UInt8(ascii: "/")), (UInt8(ascii: "/"), UInt8(ascii: "*")): return "a comment"
        case (UInt8(ascii: "'"), _): return "a text in single quotes"
        case (UInt8(ascii: "+"), _), (UInt8(ascii: "."), _), (UInt8(ascii: "I"), UInt8(ascii: "n")),
            (UInt8(ascii: "N"), UInt8(ascii: "a")):
            return expected == "a value" ? "a number of a kind" : nil
        default: return nil
        }
    }

    // MARK: Space

    /// Returns true for a byte that begins neither white space nor, in JSON5, a comment. Returns false for a byte
    /// that may begin white space or a comment, such as any non-ASCII byte in JSON5.
    @inline(__always)
    func isNoSpace(_ byte: UInt8) -> Bool {
        byte > 0x20 && (!allowsJSON5 || byte != UInt8(ascii: "/") && byte < 0x80)
    }

    /// Skips white space, and in JSON5 also comments.
    @inline(__always)
    mutating func skipSpace() throws {
        if isNoSpace(byte) { return }
        try skipMoreSpace()
    }

    private mutating func skipMoreSpace() throws {
        while true {
            while JSONText.isSpace(byte) {
                position = endOfSpaces(from: position &+ 1)
                if isNoSpace(byte) { return }
            }
            guard allowsJSON5, try skipJSON5Space() else { return }
        }
    }

    /// Returns the end of the spaces at an offset, such as the spaces that indent a line. If there are no spaces,
    /// returns the offset.
    @inline(__always)
    func endOfSpaces(from offset: Int) -> Int {
        var end = offset
        var spaces = 8
        // Up to eight bytes after the end may be read.
        while spaces == 8, end < count {
            spaces = unsafe JSONText.leadingSpaces(JSONText.word(base + end))
            end &+= spaces
        }
        return end
    }

    // MARK: Commas and colons

    /// Moves past the comma to the next element or key. Returns false at the closing bracket. `isFirst` is true after
    /// the opening bracket, where there is no comma.
    @inline(__always)
    mutating func moveToNext(isFirst: Bool, closing: UInt8) throws -> Bool {
        try skipSpace()
        if isFirst { return byte != closing }
        guard byte == UInt8(ascii: ",") else {
            guard byte == closing else {
                throw unexpected(
                    closing == UInt8(ascii: "]")
                        ? "a comma or the end of the array" : "a comma or the end of the object")
            }
            return false
        }
        let comma = position
        position &+= 1
        try skipSpace()
        guard byte == closing else { return true }
        if allowsJSON5 { return false }
        let missing = closing == UInt8(ascii: "]") ? "value" : "key"
        let reason = "No \(missing) follows this comma, as JSON5 alone allows \(Self.option)."
        throw ModelError(.corruptData, reason).at(location(comma))
    }

    /// Skips the white space after a colon, which is most often one space or none.
    @inline(__always)
    mutating func skipSpaceBehindColon() throws {
        if byte == 0x20 { position &+= 1 }
        try skipSpace()
    }

    /// Skips the colon after a key, and the white space around it.
    @inline(__always)
    mutating func skipColon() throws {
        if byte != UInt8(ascii: ":") { try skipSpace() }
        guard byte == UInt8(ascii: ":") else { throw unexpected("a colon") }
        position &+= 1
        try skipSpaceBehindColon()
    }
}

/// A reference to a byte buffer, for a value that may be copied.
final class ByteBufferBox {
    var buffer = ByteBuffer(capacity: 256)
}
