import FormatSupport
import Foundation
import ModelCore

extension JSONScanner {
    /// `"$class"`, as eight bytes.
    private static let classKey: UInt64 = 0x2273_7361_6C63_2422

    /// Enters the object at the position.
    mutating func enter(_ kind: Kind) throws {
        try open(kind)
    }

    /// Where the name of the class begins of the object at the position; nil where its first member isn't `"$class"` with a string.
    @inline(__always)
    mutating func classNameOffset() throws -> Int? {
        let first = self[position &+ 1]
        if first != UInt8(ascii: "\""), first > 0x20, !allowsJSON5 { return nil }
        if first == UInt8(ascii: "\""), unsafe JSONText.word(base + position + 1) != Self.classKey { return nil }
        return try searchClassName()
    }

    @inline(never)
    private mutating func searchClassName() throws -> Int? {
        let place = position
        defer { position = place }
        position += 1
        try skipSpace()
        guard unsafe JSONText.word(base + position) == Self.classKey else { return nil }
        position += 8
        try skipSpace()
        guard byte == UInt8(ascii: ":") else { return nil }
        position += 1
        try skipSpace()
        return isAtString ? position : nil
    }

    /// Enters the object at the position, which names its class.
    mutating func enterObject(classEndsAt end: Int) throws {
        try open(.object)
        frame.hasClass = true
        _ = try toNextMember()
        try readMember()
        position = end
    }

    /// The keys of all properties, in the file's order. To be called when the object is indexed.
    var keys: [String] {
        members.dropFirst(frame.firstMember + (frame.hasClass ? 1 : 0)).map {
            // Checked when the key was read.
            unsafe String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    /// Moves to the value of the dictionary's next entry, and returns its key; nil behind the last, where the dictionary is left.
    mutating func nextKey() throws -> String? {
        let place: Int
        if frame.isIndexed {
            place = max(frame.next, frame.firstMember)
            guard place < members.count else {
                position = frame.end
                close()
                return nil
            }
            position = members[place].value
        } else {
            try settle()
            guard try toNextMember() else {
                position &+= 1
                close()
                return nil
            }
            try readMember()
            place = members.count - 1
        }
        frame.next = place + 1
        frame.valueStart = position
        return unsafe String(decoding: members[place].bytes, as: UTF8.self)
    }

    /// True where a string may hold a keyed archive in base64: of a binary property list, or of one in XML.
    @inline(__always)
    var mayBeArchive: Bool {
        guard byte == UInt8(ascii: "\"") else { return false }
        let word = unsafe JSONText.word(base + position + 1)
        // "YnBsaXN0" is "bplist", and "PD94bW" begins "<?xml".
        return word == 0x304E_5861_7342_6E59 || word & 0xFFFF_FFFF_FFFF == 0x5762_3439_4450
    }
}
