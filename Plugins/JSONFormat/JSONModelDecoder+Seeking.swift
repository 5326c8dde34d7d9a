import ModelCore

extension JSONModelDecoder: SeekingDecoder {
    var valuePosition: Int { unsafe scanner.pointee.position }

    var isAtContainer: Bool { unsafe scanner.pointee.byte | 0x20 == UInt8(ascii: "{") }

    func peekClass() throws -> CodedClass? {
        guard unsafe scanner.pointee.byte == UInt8(ascii: "{"), let name = unsafe try scanner.pointee.classNameOffset()
        else { return nil }
        return codedClass(unsafe try scanner.pointee.string(at: name))
    }

    func beginDetour(to position: Int) throws { unsafe try scanner.pointee.beginDetour(to: position) }
    func endDetour() throws { unsafe scanner.pointee.endDetour() }
}

extension JSONScanner {
    /// The string that begins at an offset. Moves nowhere.
    mutating func string(at offset: Int) throws -> String {
        let place = position
        defer { position = place }
        position = offset
        return try readString()
    }

    /// Goes to a value elsewhere, as to the root of a file of its own.
    mutating func beginDetour(to offset: Int) throws {
        guard outer.count < depthLimit else { throw tooDeep() }
        guard offset >= 0, offset < count else { throw corrupt("There is no value at \(offset).") }
        outer.append(frame)
        let back = position
        frame = Frame(kind: .root, firstMember: members.count, end: back)
        position = offset
    }

    /// Goes back to where the detour began.
    mutating func endDetour() {
        position = frame.end
        close()
    }
}
