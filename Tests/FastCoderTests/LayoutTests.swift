import Foundation
import ModelCore
import ModelTesting
import TestSupport
import Testing

@testable import FastCoder

@Suite("What only a file's version or its header tells")
struct LayoutTests {
    private func read(_ content: Data) throws -> ModelNode { try FastCoder().decode(ModelNode.self, from: content) }

    private func instance(_ node: ModelNode?) -> ObjectIdentifier? {
        if case .array(let array) = node { ObjectIdentifier(array) } else { nil }
    }

    // MARK: Version 2

    /// The chunks of version 2 that hold numbers, and how many bytes each has.
    static let structures: [(type: UInt32, size: Int)] = [(25, 16), (26, 16), (27, 32), (28, 8), (29, 48), (30, 128)]

    @Test("Version 2: points and the like have a place in the cache", arguments: [1, 2, 3] as [UInt8], structures.indices)
    func structuresOfVersionTwo(_ minor: UInt8, _ index: Int) throws {
        let (type, size) = Self.structures[index]
        for isMutable in [true, false] {
            let content = CraftedFile.version2(minor: minor, count: 4) {
                $0.raw(UInt32(isMutable ? 17 : 4))
                $0.raw(UInt32(5))
                $0.raw(type)
                $0.bytes([UInt8](repeating: 0, count: size))
                $0.raw(UInt32(isMutable ? 17 : 4))
                $0.raw(UInt32(1))
                $0.raw(UInt32(2))
                $0.text("x", unit: 4)
                // The array again: after the outer one where both are mutable, else after what it holds.
                $0.raw(UInt32(1))
                $0.raw(UInt32(2))
                // The structure, and the text.
                $0.raw(UInt32(1))
                $0.raw(UInt32(isMutable ? 1 : 0))
                $0.raw(UInt32(1))
                $0.raw(UInt32(isMutable ? 3 : 1))
            }
            let node = try read(content)
            #expect(node[1]?[0]?.stringValue == "x")
            #expect(instance(node[1]) != nil && instance(node[2]) == instance(node[1]))
            #expect(Fingerprint.text(of: node[3] ?? .null) == Fingerprint.text(of: node[0] ?? .null))
            #expect(node[4]?.stringValue == "x")
        }
    }

    @Test("Version 2: a date has a place in the cache", arguments: [0, 1, 2, 3] as [UInt8])
    func dateOfVersionTwo(_ minor: UInt8) throws {
        let content = CraftedFile.version2(minor: minor, count: 4) {
            $0.raw(UInt32(17))
            $0.raw(UInt32(4))
            $0.raw(UInt32(14))
            $0.raw(0.5)
            $0.raw(UInt32(17))
            $0.raw(UInt32(1))
            $0.raw(UInt32(2))
            $0.text("x", unit: 4)
            for index in [2, 1] as [UInt32] {
                $0.raw(UInt32(1))
                $0.raw(index)
            }
        }
        let node = try read(content)
        #expect(instance(node[2]) == instance(node[1]) && instance(node[1]) != nil)
        let date = minor == 0 ? Date(timeIntervalSinceReferenceDate: 0.5) : Date(timeIntervalSince1970: 0.5)
        #expect(node[3]?.scalar == .date(date))
    }

    @Test("A date is what its writer meant, though version 2.0 counted from 2001 and read from 1970", arguments: ["2.0", "2.1", "2.3", "3.0", "3.2.2"])
    func dates(_ version: String) throws {
        let node = try read(Fixtures.goldenData("FastCoder-\(version)/date.fast"))
        guard case .date(let date) = node.scalar else {
            Issue.record("found \(node)")
            return
        }
        #expect(abs(date.timeIntervalSinceReferenceDate - 542_911_754.165) < 0.001)
    }

    @Test("Version 2.1 gave a URL its place before its parts, later versions after them", arguments: ["2.1", "2.2", "2.3"])
    func urlsOfVersionTwo(_ version: String) throws {
        let node = try read(Fixtures.goldenData("FastCoder-\(version)/urls_alias.fast"))
        let url = URL(string: "foobar", relativeTo: URL(string: "http://example.com"))
        #expect(node[0]?.scalar == url.map { .url($0) })
        #expect(node[1]?.scalar == node[0]?.scalar)
    }

    // MARK: Version 3.0

    /// Files that end where they should both with alignment and without; in the last two, the counts are the same, too.
    static let early: [(names: [String], values: [ModelScalar])] = [
        (["aa", "bb", "ccc"], [.bool(false), .double(0.1), .string("a")]),
        (["aaa", "bbb"], [.int64(70000), .string("")]),
        (["aaa", "bbbbb", "c"], [.bool(false), .double(1.5), .int64(70000)]),
        (["aaaaaa", "bbbbb"], [.double(0.1), .int64(70000)]),
    ]

    @Test("A file of release 3.0 that has an end with alignment too is read without", arguments: early.indices)
    func earlyFile(_ index: Int) throws {
        let (names, values) = Self.early[index]
        let name = index == 0 ? "PPPPPP" : "PP"
        let strings = values.count { if case .string = $0 { true } else { false } }
        // The count of strings stands where that of classes does later.
        let content = CraftedFile.version3(minor: 0, objects: 1, strings: 0, classes: UInt32(strings), isAligned: false) {
            $0.classDefinition(name, names)
            $0.bytes([30, 0])
            for value in values {
                switch value {
                case .int64(let number): $0.number(17, Int32(truncatingIfNeeded: number))
                case .double(let number): $0.double(20, number)
                case .string(let text):
                    $0.bytes([8])
                    $0.text(text)
                default: $0.bytes([14])
                }
            }
        }
        let node = try read(content)
        #expect(names.map { node[$0]?.scalar } == values)
        // Counts that fit neither reading, and a file that was cut short.
        for place in [8, 12] {
            var other = content
            other[place] += 5
            #expect(throws: ModelError.self) { try read(other) }
        }
        for length in 0..<content.count { #expect(throws: ModelError.self) { try read(content.prefix(length)) } }
    }

    @Test("A file of release 3.0.1 is aligned, with the count of strings in the second place")
    func alignedEarlyFile() throws {
        let content = CraftedFile.version3(minor: 0, objects: 1, strings: 0, classes: 1) {
            $0.classDefinition("PP", ["aaa", "b", "c"])
            $0.bytes([30, 0])
            $0.double(20, 0.1)
            $0.bytes([8])
            $0.text("a")
            $0.number(17, Int32(70000))
        }
        let node = try read(content)
        #expect(node["aaa"]?.scalar == .double(0.1) && node["b"]?.stringValue == "a" && node["c"]?.scalar == .int64(70000))
    }

    // MARK: The header decides

    /// In the one way of counting the last element is the first array again, in the other the second.
    private func twoWays(objects: UInt32) -> Data {
        CraftedFile.version3(minor: 3, objects: objects, strings: 0) {
            $0.number(25, UInt32(4))
            $0.double(34, 1, 2)
            $0.number(25, UInt32(0))
            $0.number(25, UInt32(0))
            $0.bytes([2, 2])
        }
    }

    @Test("An alias that has a meaning in both ways of counting: the header's count decides")
    func aliases() throws {
        let counted = try read(twoWays(objects: 4))
        #expect(instance(counted[3]) == instance(counted[1]))
        for objects in [3, 0, 9] as [UInt32] {
            let node = try read(twoWays(objects: objects))
            #expect(instance(node[3]) == instance(node[2]) && instance(node[3]) != nil)
        }
    }

    @Test("An alias that leads past what the reader counted is the writer's, whatever the header says")
    func aliasPastTheEnd() throws {
        let content = CraftedFile.version3(minor: 3, objects: 0, strings: 0) {
            $0.number(25, UInt32(3))
            $0.double(34, 1, 2)
            $0.number(25, UInt32(0))
            $0.bytes([2, 2])
        }
        let node = try read(content)
        #expect(instance(node[2]) == instance(node[1]) && instance(node[1]) != nil)
    }

    /// A transform, and behind it an integer, whose bytes are a whole text to who begins three bytes later.
    private func transform(objects: UInt32, strings: UInt32) -> Data {
        CraftedFile.version3(minor: 3, objects: objects, strings: strings) { file in
            file.number(10, UInt32(2))
            file.bytes([39])
            for number in [1.0, 2, 3, 4, 5, 6] { file.raw(number) }
            file.number(18, Int64(0x0061_6161_6161_6108))
        }
    }

    @Test(
        "The original's transform begins at the next byte, one of ours is aligned: in a file that has an end either way, the header's count tells",
        arguments: [true, false])
    func transforms(isOriginal: Bool) throws {
        let node = try read(transform(objects: isOriginal ? 2 : 1, strings: isOriginal ? 0 : 1))
        guard case .geometry(.transform(let m11, let m12, let m21, let m22, let tX, let tY))? = node[0]?.scalar else {
            Issue.record("\(node)")
            return
        }
        #expect(([m11, m12, m21, m22, tX, tY] == [1, 2, 3, 4, 5, 6]) == isOriginal)
        #expect(node[1]?.scalar == (isOriginal ? .int64(0x0061_6161_6161_6108) : .string("aaaaaa")))
    }

    @Test("Where the header's counts are nobody's, a transform is one of ours")
    func transformsWithoutCounts() throws {
        #expect(try read(transform(objects: 9, strings: 9))[1]?.scalar == .string("aaaaaa"))
    }

    @Test("A URL may have bases of bases", arguments: [(1, true), (10, true), (63, true), (64, false)])
    func bases(_ count: Int, _ isRead: Bool) throws {
        let content = CraftedFile.version3(minor: 3, objects: UInt32(count + 1), strings: UInt32(count + 1)) { file in
            for number in (0...count).reversed() {
                file.bytes([33, 8])
                file.text(number == 0 ? "https://example.org/" : "\(number)/")
            }
            file.bytes([1])
        }
        let path = (0...count).dropFirst().map { "\($0)/" }.joined()
        if isRead {
            guard case .url(let url)? = try read(content).scalar else {
                Issue.record("no URL")
                return
            }
            #expect(url.absoluteString == "https://example.org/" + path)
        } else {
            #expect(throws: ModelError.self) { try read(content) }
        }
    }

    @Test("An archive's bytes are found behind their own type, where that could be their length too")
    func archives() throws {
        let archive = try KeyedArchive().encode("a text")
        let content = CraftedFile.version3(minor: 3, objects: 1, strings: 0) { file in
            file.number(10, UInt32(4))
            file.bytes([1, 1, 1, 47])
            file.number(21, UInt32(archive.count))
            file.bytes([UInt8](archive))
            while file.content.count % 4 != 0 { file.bytes([0]) }
        }
        #expect(try read(content)[3]?.scalar == .data(archive))
    }

    @Test("A decimal of GNUstep's that isn't valid is no number")
    func gnustep() throws {
        var bytes = [UInt8](repeating: 0, count: DecimalParts.gnustepSize)
        #expect(DecimalParts.decimal(bytes)?.isNaN == true)
        (bytes[2], bytes[3], bytes[4]) = (1, 1, 7)
        #expect(DecimalParts.decimal(bytes) == 7)
        (bytes[0], bytes[1]) = (0xFF, 1)
        #expect(DecimalParts.decimal(bytes) == Decimal(string: "-0.7"))
    }

    @Test("Versions before 3.2 wrote the integers 0 and 1 as booleans; later ones did not", arguments: [0, 1, 2, 3] as [UInt8])
    func booleans(_ minor: UInt8) throws {
        for (byte, number) in [(13, 1), (14, 0)] as [(UInt8, Int)] {
            let content = CraftedFile.version3(minor: minor, objects: 1, strings: 0, classes: minor == 0 ? 0 : 1) {
                $0.classDefinition("Animal", ["lost"])
                $0.bytes([30, 0, byte])
            }
            let read = { try ClassRegistry.withClasses(.animals) { try FastCoder().decode(Animal.self, from: content) } }
            if minor < 2 {
                #expect(try read().lost == number)
            } else {
                #expect { try read() } throws: { ($0 as? ModelError)?.code == .typeMismatch }
            }
        }
    }

    // MARK: Text

    @Test("Text that isn't UTF-8 is refused wherever it stands, and not repaired")
    func wrongText() throws {
        let wrong: [[UInt8]] = [[0xFF], [0xC3], [0x61, 0xE2, 0x82], [UInt8](repeating: 0x61, count: 9) + [0xC0, 0x80]]
        for bytes in wrong {
            let files = [
                CraftedFile.version3(minor: 3, objects: 0, strings: 1) { $0.bytes([8] + bytes + [0]) },
                CraftedFile.version3(minor: 3, objects: 1, strings: 0) { $0.bytes([23] + bytes + [0]) },
                CraftedFile.version3(minor: 3, objects: 0, strings: 1) {
                    $0.number(0xF1, UInt32(bytes.count))
                    $0.bytes(bytes)
                },
                CraftedFile.version3(minor: 3, objects: 1, strings: 1) {
                    $0.number(9, UInt32(1))
                    $0.bytes([45, 8] + bytes + [0])
                },
                CraftedFile.version3(minor: 3, objects: 1, strings: 0, classes: 1) {
                    $0.bytes([29] + bytes + [0])
                    while $0.content.count % 4 != 0 { $0.bytes([0]) }
                    $0.raw(UInt32(0))
                    $0.bytes([30, 0])
                },
                CraftedFile.version3(minor: 3, objects: 1, strings: 0, classes: 1) {
                    $0.bytes([29, 0x41, 0])
                    while $0.content.count % 4 != 0 { $0.bytes([0]) }
                    $0.raw(UInt32(1))
                    $0.bytes(bytes + [0, 30, 0, 45])
                },
                CraftedFile.version3(minor: 3, objects: 1, strings: 1) { $0.bytes([43, 8] + bytes + [0, 0]) },
                CraftedFile.version2(minor: 3, count: 1) {
                    $0.raw(UInt32(2))
                    $0.bytes(bytes + [0])
                    while $0.content.count % 4 != 0 { $0.bytes([0]) }
                },
            ]
            for (index, content) in files.enumerated() {
                #expect(throws: ModelError.self, "file \(index)") { try read(content) }
            }
        }
    }

    @Test("A NUL in a property's name, or in a class's: the object is written with keys of its own")
    func nulInNames() throws {
        for (name, names) in [("A", ["a\0b", "a"]), ("A\0B", ["a"]), ("A", ["\0"])] {
            let object = ObjectNode(CodedClass(name: name, propertyNames: names), names.map { ($0, .scalar(.string($0))) })
            let root = ModelNode.array(ArrayNode([.object(object), .object(ObjectNode(CodedClass(name: "A"), [("a", .scalar(.bool(true)))]))]))
            let back = try read(FastCoder().encode(root))
            #expect(Fingerprint.text(of: back) == Fingerprint.text(of: root))
        }
    }

    // MARK: What opens can be written

    @Test("A key that is there twice is refused: no format of text keys could write it")
    func repeatedKeys() throws {
        let dictionary = CraftedFile.version3(minor: 3, objects: 1, strings: 1) {
            $0.number(9, UInt32(2))
            $0.bytes([45, 8, 0x61, 0, 46, 5, 0])
        }
        #expect { try read(dictionary) } throws: { ($0 as? ModelError)?.code == .duplicateKey }
        #expect { try FastCoder().decode(from: dictionary) { _ = try AnyValue.decode(from: $0) } } throws: {
            ($0 as? ModelError)?.code == .duplicateKey
        }
        let definition = CraftedFile.version3(minor: 3, objects: 1, strings: 0, classes: 1) {
            $0.classDefinition("A", ["a", "a"])
            $0.bytes([30, 0, 45, 46])
        }
        #expect(throws: ModelError.self) { try read(definition) }
    }
}
