import FormatSupport
import Foundation
import ModelCore

// Keys: expected, searched, and twice.

extension JSONScanner {
    /// Objects with more members than this are searched with a table.
    private static let fewMembers = 32

    /// Passes over the key at the position if it is the expected one, and over its colon.
    @inline(__always)
    mutating func skipExpectedKey(_ key: UnsafeBufferPointer<UInt8>) throws -> Bool {
        guard byte == UInt8(ascii: "\"") else { return false }
        let start = position &+ 1
        let end = start &+ key.count
        // The comparison ends at the first difference, and the file's end differs: no quote stands behind it.
        guard end < count, self[end] == UInt8(ascii: "\""), let expected = key.baseAddress,
            unsafe memcmp(base + start, expected, key.count) == 0, isPlain(start, end)
        else { return false }
        position = end &+ 1
        unsafe try noteMember(JSONMember(text: base + start, count: key.count, start: start), key)
        if byte == UInt8(ascii: ":"), isNoSpace(self[position &+ 1]) {
            position &+= 1
        } else if byte == UInt8(ascii: ":"), self[position &+ 1] == 0x20, isNoSpace(self[position &+ 2]) {
            position &+= 2
        } else {
            try skipColon()
        }
        if repeats.hasAny { try moveToLast(of: start) }
        members[members.count &- 1].value = position
        return true
    }

    /// True where the bytes mean themselves in a string: a key with quotes or backslashes in it doesn't.
    @inline(__always)
    private func isPlain(_ start: Int, _ end: Int) -> Bool {
        var index = start
        while index < end {
            // Bytes behind the key are shifted out.
            let rest = UInt64(truncatingIfNeeded: min(end &- index, 8))
            let marks = unsafe JSONText.special(JSONText.word(base + index))
            if marks << (64 &- rest &* 8) != 0 { return false }
            index &+= 8
        }
        return true
    }

    /// Reads the key at the position, adds its member, and moves to its value.
    mutating func readMember() throws {
        let member = try readKey()
        let place = unsafe try noteMember(member, member.bytes)
        try skipColon()
        if repeats.hasAny { try moveToLast(of: member.start) }
        guard place < members.count else { return }
        if isLookingForDuplicates, members[place].start != member.start { noteLast(member, of: members[place]) }
        members[place].value = position
    }

    /// Adds a member. Returns its place, or that of the earlier one whose value it takes; `Int.max` where it is passed over.
    @discardableResult
    @inline(__always)
    private mutating func noteMember(_ member: JSONMember, _ key: UnsafeBufferPointer<UInt8>) throws -> Int {
        let bit = unsafe JSONMember.bit(key)
        let place = members.count
        if frame.seen & bit != 0 || frame.table >= 0, let known = unsafe findRepeated(member, key) {
            if duplicates == .error { throw repeated(member) }
            return isLookingForDuplicates ? ignore(member, known) : .max
        }
        frame.seen |= bit
        members.append(member)
        return place
    }

    @inline(never)
    private mutating func repeated(_ member: JSONMember) -> ModelError {
        let text = unsafe String(decoding: member.bytes, as: UTF8.self)
        return ModelError(.duplicateKey, "The key \"\(text)\" is there twice in one object.")
            .at(lines.location(member.start, in: source))
    }

    @inline(never)
    private mutating func findRepeated(_ member: JSONMember, _ key: UnsafeBufferPointer<UInt8>) -> Int? {
        if frame.table >= 0 { return tables[frame.table].insert(member, at: members.count) }
        if let known = unsafe search(key) { return known }
        if members.count &- frame.firstMember >= Self.fewMembers {
            let table = JSONKeyTable()
            for position in frame.firstMember..<members.count { _ = table.insert(members[position], at: position) }
            _ = table.insert(member, at: members.count)
            frame.table = tables.count
            tables.append(table)
        }
        return nil
    }

    private func search(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
        if frame.table >= 0 { return unsafe tables[frame.table].position(of: key) }
        for position in frame.firstMember..<members.count where unsafe members[position].equals(key) { return position }
        return nil
    }

    /// Moves to the value of a key in the object that was entered last.
    @inline(__always)
    mutating func moveToKey(_ key: UnsafeBufferPointer<UInt8>) throws -> Bool {
        if !frame.isIndexed {
            try settle()
            let hasMember = try toNextMember()
            if hasMember, unsafe try skipExpectedKey(key) {
                frame.valueStart = position
                return true
            }
            // All members were asked for, and this one isn't among them: nothing to search.
            if !hasMember, unsafe frame.seen & JSONMember.bit(key) == 0 {
                frame.valueStart = -1
                return false
            }
            try index(hasMember)
        }
        return unsafe lookUp(key)
    }

    @inline(never)
    private mutating func lookUp(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let first = frame.firstMember + (frame.hasClass ? 1 : 0)
        var place = frame.next
        if unsafe place >= members.count || !members[place].equals(key) {
            guard unsafe frame.seen & JSONMember.bit(key) != 0, let found = unsafe search(key) else { return false }
            place = found
        }
        guard place >= first else { return false }
        frame.next = place + 1
        position = members[place].value
        return true
    }

    /// Reads all keys that weren't read yet, and checks the values that nobody asked for.
    ///
    /// - Parameter hasMember: Whether the position is a key, or the closing bracket.
    @inline(never)
    mutating func index(_ hasMember: Bool) throws {
        frame.next = members.count
        var hasMember = hasMember
        while hasMember {
            try readMember()
            try skipValue()
            hasMember = try toNextMember()
        }
        frame.end = position + 1
        frame.isIndexed = true
    }

    /// Reads the keys of the rest of the object.
    mutating func indexRest() throws {
        guard !frame.isIndexed else { return }
        try settle()
        try index(try toNextMember())
    }

    /// Leaves the object.
    @inline(__always)
    mutating func leaveObject() throws {
        if !frame.isIndexed {
            try settle()
            if try toNextMember() {
                try index(true)
            } else {
                frame.end = position &+ 1
            }
        }
        position = frame.end
        close()
    }

    /// Passes over the value at the position, and checks it. A loop, so that depth costs no stack.
    @inline(never)
    mutating func skipValue() throws {
        let level = outer.count
        while true {
            switch byte {
            case UInt8(ascii: "{"): try open(.object)
            case UInt8(ascii: "["): try open(.array)
            default: try skipScalar()
            }
            while true {
                if outer.count == level { return }
                if frame.kind == .array {
                    if try toNextElement() { break }
                } else if try toNextMember() {
                    try readMember()
                    break
                }
                position &+= 1
                close()
            }
        }
    }
}
