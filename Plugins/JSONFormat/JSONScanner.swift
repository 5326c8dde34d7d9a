import FormatSupport
import Foundation
import ModelCore

/// Reads JSON text piece by piece, from one position that goes through the file.
///
/// Reading goes at most a few bytes beyond the end, where `ByteSource` keeps zeros, which end every token.
@safe
struct JSONScanner {
    enum Kind: UInt8 {
        case root
        case array
        case dictionary
        case object
    }

    /// An array or object that was entered.
    struct Frame {
        var kind = Kind.root
        var isEmpty = true
        /// Every member is in `members`, and the object is known to be well formed.
        var isIndexed = false
        /// The first member is the object's class, and no property.
        var hasClass = false
        /// The first of its members in `members`.
        var firstMember = 0
        /// The member that is expected to be asked for next, counted as `members` is.
        var next = 0
        /// Where the value begins that was moved to last; -1 before the first.
        var valueStart = -1
        /// Behind the closing bracket of an indexed object.
        var end = 0
        /// A bit for each key of an object's members so far.
        var seen: UInt64 = 0
        /// Where the table of its keys stands in `tables`; -1 where it has none. No reference, so that frames are plain bytes.
        var table = -1
    }

    let source: ByteSource
    let base: UnsafePointer<UInt8>
    let count: Int
    let allowsJSON5: Bool
    let duplicates: JSONFormat.DuplicateKeys
    let depthLimit: Int

    var position = 0
    var frame = Frame()
    var outer: [Frame] = []
    /// The members seen so far of all open objects, the innermost's last.
    var members: [JSONMember] = []
    /// The keys of those open objects that have many.
    var tables: [JSONKeyTable] = []
    /// Keys that had escapes, unescaped.
    var unescapedKeys: [ByteSource] = []
    var scratch = ByteBufferBox()
    var lines = LineCounter()
    var repeats = JSONRepeats()
    /// True while the file is gone through to find keys that are there twice.
    var isLookingForDuplicates = false

    init(_ source: ByteSource, options: JSONFormat, depthLimit: Int) {
        self.source = source
        unsafe base = source.base
        count = source.count
        allowsJSON5 = options.reading.contains(.json5)
        duplicates = options.duplicateKeys
        self.depthLimit = depthLimit
        outer.reserveCapacity(16)
        members.reserveCapacity(64)
    }

    /// The byte at an offset up to the end, where there is a zero, or a few bytes behind it.
    @inline(__always)
    subscript(offset: Int) -> UInt8 { unsafe base[offset] }

    @inline(__always)
    var byte: UInt8 { unsafe base[position] }

    // MARK: Errors

    @inline(never)
    mutating func corrupt(_ reason: String, at offset: Int? = nil) -> ModelError {
        ModelError(.corruptData, reason).at(lines.location(offset ?? position, in: source))
    }

    /// The error for a byte that can't stand at the position.
    @inline(never)
    mutating func unexpected(_ expected: String) -> ModelError {
        let found: String
        if position >= count {
            found = "the end of the file"
        } else if byte > 0x20, byte < 0x7F {
            found = "“\(Character(Unicode.Scalar(byte)))”"
        } else {
            found = "the byte 0x" + String(byte, radix: 16)
        }
        return ModelError(.corruptData, expected: expected, found: found).at(lines.location(position, in: source))
    }

    @inline(never)
    mutating func tooDeep() -> ModelError {
        ModelError(.depthExceeded, "Nested more than \(depthLimit) levels deep.").at(lines.location(position, in: source))
    }

    // MARK: Space

    /// True for a byte that is no space, nor begins any: not even a comment of JSON5, or one of its spaces.
    @inline(__always)
    func isNoSpace(_ byte: UInt8) -> Bool {
        byte > 0x20 && (!allowsJSON5 || byte != UInt8(ascii: "/") && byte < 0x80)
    }

    /// Passes over white space, and in JSON5 over comments.
    @inline(__always)
    mutating func skipSpace() throws {
        if isNoSpace(byte) { return }
        try skipMoreSpace()
    }

    private mutating func skipMoreSpace() throws {
        while true {
            while JSONText.isSpace(byte) {
                position &+= 1
                // Indented lines begin with many. Eight bytes may be looked at behind the end.
                var spaces = 8
                while spaces == 8, position < count {
                    spaces = unsafe JSONText.leadingSpaces(JSONText.word(base + position))
                    position &+= spaces
                }
                if isNoSpace(byte) { return }
            }
            guard allowsJSON5, try skipJSON5Space() else { return }
        }
    }

    // MARK: Arrays and objects

    @inline(__always)
    mutating func open(_ kind: Kind) throws {
        guard outer.count < depthLimit else { throw tooDeep() }
        position &+= 1
        outer.append(frame)
        frame = Frame(kind: kind, firstMember: members.count)
    }

    @inline(__always)
    mutating func close() {
        if members.count > frame.firstMember { members.removeLast(members.count &- frame.firstMember) }
        if frame.table >= 0 { tables.removeLast() }
        frame = outer.popLast() ?? Frame()
    }

    /// Passes over the value that was moved to last, if nobody read it.
    @inline(__always)
    mutating func settle() throws {
        if position == frame.valueStart { try skipValue() }
    }

    /// Moves to the array's next element, or to its closing bracket.
    @inline(__always)
    mutating func toNextElement() throws -> Bool {
        try skipSpace()
        if frame.isEmpty {
            frame.isEmpty = false
            return byte != UInt8(ascii: "]")
        }
        if byte == UInt8(ascii: ",") {
            position &+= 1
            try skipSpace()
            guard byte == UInt8(ascii: "]") else { return true }
            if allowsJSON5 { return false }
            throw unexpected("a value behind the comma")
        }
        guard byte == UInt8(ascii: "]") else { throw unexpected("a comma or the end of the array") }
        return false
    }

    /// Moves to the object's next key, or to its closing bracket.
    @inline(__always)
    mutating func toNextMember() throws -> Bool {
        if repeats.hasAny { resume() }
        try skipSpace()
        if frame.isEmpty {
            frame.isEmpty = false
            return try byte != UInt8(ascii: "}") && (!repeats.hasAny || passIgnored())
        }
        return try toKeyBehindComma() && (!repeats.hasAny || passIgnored())
    }

    @inline(__always)
    mutating func toKeyBehindComma() throws -> Bool {
        if byte == UInt8(ascii: ",") {
            position &+= 1
            try skipSpace()
            guard byte == UInt8(ascii: "}") else { return true }
            if allowsJSON5 { return false }
            throw unexpected("a key behind the comma")
        }
        guard byte == UInt8(ascii: "}") else { throw unexpected("a comma or the end of the object") }
        return false
    }

    /// Passes over the colon behind a key.
    @inline(__always)
    mutating func skipColon() throws {
        try skipSpace()
        guard byte == UInt8(ascii: ":") else { throw unexpected("a colon") }
        position &+= 1
        try skipSpace()
    }
}
