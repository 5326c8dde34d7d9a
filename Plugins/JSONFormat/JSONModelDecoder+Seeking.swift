import Foundation
import ModelCore

extension JSONModelDecoder: SeekingDecoder {
    var valuePosition: Int { unsafe scanner.pointee.position }

    var isAtContainer: Bool { unsafe scanner.pointee.byte | 0x20 == UInt8(ascii: "{") }

    func peekClass() throws -> CodedClass? {
        guard unsafe scanner.pointee.byte == UInt8(ascii: "{"), let name = unsafe try scanner.pointee.classNameOffset()
        else { return nil }
        // Most objects have the class of the one before, in the same letters: that needs no string.
        if let last = lastLook, unsafe scanner.pointee.hasSameText(name, last.name..<last.end) {
            lastLook = (unsafe scanner.pointee.position, name, name + (last.end - last.name), last.coded)
            return last.coded
        }
        let (text, end) = unsafe try scanner.pointee.string(at: name)
        let coded = codedClass(text)
        lastLook = (unsafe scanner.pointee.position, name, end, coded)
        return coded
    }

    func beginDetour(to position: Int) throws { unsafe try scanner.pointee.beginDetour(to: position) }
    func endDetour() throws { unsafe scanner.pointee.endDetour() }
}

extension JSONScanner {
    /// The string that begins at an offset, and where it ends. Moves nowhere.
    mutating func string(at offset: Int) throws -> (text: String, end: Int) {
        let place = position
        defer { position = place }
        position = offset
        let text = try readString()
        return (text, position)
    }

    /// True where the same bytes stand at an offset as in a range of the file.
    func hasSameText(_ offset: Int, _ range: Range<Int>) -> Bool {
        unsafe range.count <= count - offset && memcmp(base + offset, base + range.lowerBound, range.count) == 0
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
