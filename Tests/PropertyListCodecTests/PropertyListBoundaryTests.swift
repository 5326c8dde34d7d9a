import FormatSupport
import Foundation
import PropertyListCodec
import Testing

/// Numbers at which a property list's bytes change their form, and files that are wrong by one.
@Suite struct PropertyListBoundaryTests {
    private func list(_ body: (inout BinaryPropertyListWriter) -> UInt32) throws -> Data {
        var writer = BinaryPropertyListWriter()
        let top = body(&writer)
        return try writer.finish(top: top)
    }

    /// A reference has as many bytes as the number of the last object: 256 objects have one, 257 two; 65,536 two, 65,537 four.
    @Test(arguments: [(255, 1), (256, 1), (257, 2), (258, 2), (65_535, 2), (65_536, 2), (65_537, 4), (65_538, 4)])
    func references(_ objects: Int, _ size: UInt8) throws {
        let data = try list { writer in
            let elements = (0..<objects - 1).map { writer.append(Int64($0)) }
            return writer.append(array: elements.span)
        }
        #expect(data[data.count - 32 + 7] == size)
        let reader = try BinaryPropertyListReader(ByteSource(data))
        #expect(reader.objectCount == objects)
        let elements = try reader.elements(of: reader.object(reader.topObject))
        #expect(elements.count == objects - 1)
        for index in 0..<elements.count {
            try #require(try reader.int64(reader.object(reader.number(index, in: elements))) == Int64(index))
        }
    }

    /// The same where the container isn't the last object, and its own number is the largest that fits.
    @Test(arguments: [256, 257, 65_536, 65_537])
    func referenceToTheLastObject(_ objects: Int) throws {
        let data = try list { writer in
            var last = writer.append("first")
            for number in 0..<objects - 2 { last = writer.append(Int64(number)) }
            return writer.append(array: [last, 0].span)
        }
        let reader = try BinaryPropertyListReader(ByteSource(data))
        let elements = try reader.elements(of: reader.object(reader.topObject))
        #expect(reader.number(0, in: elements) == objects - 2)
        #expect(try reader.int64(reader.object(objects - 2)) == Int64(objects - 3))
        #expect(try reader.string(reader.object(reader.number(1, in: elements))) == "first")
    }

    /// Objects end where the table of their offsets begins: at that offset there is none.
    @Test func offsetAtTheTable() throws {
        func file(_ offset: UInt8) -> Data {
            // An array of one element, and a boolean. The offsets are one byte each.
            var data = Data("bplist00".utf8) + Data([0xA1, 1, 0x09])
            data += Data([8, offset]) + Data([0, 0, 0, 0, 0, 0, 1, 1])
            for number in [2, 0, 11] { data += Data((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }) }
            return data
        }
        let good = try BinaryPropertyListReader(ByteSource(file(10)))
        #expect(try good.bool(good.object(1)))
        for wrong: UInt8 in [11, 12, 7, 0, 255] {
            let reader = try BinaryPropertyListReader(ByteSource(file(wrong)))
            #expect(throws: PropertyListError.self) { try reader.object(1) }
        }
    }

    /// As small as they can be: in one byte up to 255, in two up to 65,535, then in four.
    @Test(arguments: [
        (0, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (65_537, 4), (0xFFFF_FFFF, 4), (0x1_0000_0000, 8),
    ])
    func references(toObjectsOfArchives uid: Int, _ size: Int) throws {
        let data = try list { $0.append(uid: uid) }
        #expect(data[8] == 0x80 | UInt8(size - 1))
        // The header, the object, its offset, and the trailer.
        #expect(data.count == 8 + 1 + size + 1 + 32)
        let reader = try BinaryPropertyListReader(ByteSource(data))
        #expect(try reader.uid(reader.object(0)) == uid)
    }

    /// A reference that is written before its object is: the number comes later, and whole.
    @Test(arguments: [0, 1, 255, 256, 65_535, 65_536, 0x0102_0304, .max] as [UInt32])
    func referencesThatAreSetLater(_ uid: UInt32) throws {
        let data = try list { writer in
            let before = writer.append("before")
            let (number, offset) = writer.appendUnknownUID()
            let behind = writer.append("behind")
            writer.setUID(uid, at: offset)
            // No reference stands there.
            writer.setUID(7, at: offset + 1)
            writer.setUID(7, at: writer.byteCount - 4)
            return writer.append(array: [before, number, behind].span)
        }
        let reader = try BinaryPropertyListReader(ByteSource(data))
        #expect(try reader.string(reader.object(0)) == "before")
        #expect(try reader.uid(reader.object(1)) == Int(uid))
        #expect(try reader.string(reader.object(2)) == "behind")
    }

    /// XML has no U+FFFE and no U+FFFF, not even as a reference; their neighbours it has.
    @Test(arguments: ["\u{FFFE}", "a\u{FFFF}", "\u{1}b", "\u{1F}", "text and \u{FFFE} text"])
    func charactersThatXMLHasNot(_ text: String) throws {
        var writer = XMLPropertyListWriter()
        let before = writer.count
        var copy = text
        let isString = copy.withUTF8 { writer.string($0) }
        let isKey = copy.withUTF8 { writer.key($0) } != nil
        #expect(!isString && !isKey)
        #expect(writer.count == before)
    }

    @Test(arguments: ["\u{FFFD}", "\u{FFFC}", "\u{FEFF}a", "\u{1FFFE}", "\u{EFFF}"])
    func charactersNextToThem(_ text: String) throws {
        var writer = XMLPropertyListWriter()
        var copy = text
        let isWritten = copy.withUTF8 { writer.string($0) }
        #expect(isWritten)
        #expect(String(decoding: writer.finish(), as: UTF8.self).contains("<string>\(text)</string>"))
    }

    /// Each by itself, at each place of a word of eight bytes: "]]>" isn't allowed in text.
    @Test(arguments: [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\r", "&#13;")], 0..<20)
    func escapes(_ escape: (character: String, written: String), _ count: Int) throws {
        for rest in ["", "a longer rest"] {
            var writer = XMLPropertyListWriter()
            var text = String(repeating: "]", count: count) + escape.character + rest
            let isWritten = text.withUTF8 { writer.string($0) }
            #expect(isWritten)
            let expected = String(repeating: "]", count: count) + escape.written + rest
            #expect(String(decoding: writer.finish(), as: UTF8.self).contains("<string>\(expected)</string>"))
        }
    }
}
