import FormatSupport
import Foundation
import ModelCore
import PropertyListCodec
import TestSupport
import Testing

@Suite struct ArchiveHostilityTests {
    /// Reads in every way; errors are fine, anything else ends the test run.
    private func readAll(_ data: Data) {
        let limits = DecodingLimits(depth: 100, nodes: 200_000)
        _ = KeyedArchive().detect(data)
        _ = try? KeyedArchive().decode(ModelNode.self, from: data, as: .keyedArchive, limits: limits)
        _ = try? KeyedArchive().decode([ArchivePerson].self, from: data, as: .keyedArchive, limits: limits)
        _ = try? KeyedArchive().decode(ArchiveScalars.self, from: data, as: .keyedArchive, limits: limits)
        _ = try? KeyedArchive().decode([String: Double].self, from: data, as: .keyedArchive, limits: limits)
        _ = try? KeyedArchive().decode(from: data, as: .keyedArchive, limits: limits) { try AnyValue.decode(from: $0) }
    }

    private func samples() throws -> [Data] {
        let everything = ArrayNode(ArchiveScalarTests.scalars.filter { $0 != .data(Data(count: 100_000)) }.map { .scalar($0) })
        let person = ArchivePerson()
        person.name = "name"
        person.tags = ["a", "b"]
        person.friend = person
        person.boss = person
        let scalars = ArchiveScalars()
        scalars.url = URL(string: "x", relativeTo: URL(string: "https://example.com"))
        scalars.date = Date(timeIntervalSinceReferenceDate: 5)
        scalars.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        defer { person.friend = nil }
        return [
            try KeyedArchive().encode([person]), try KeyedArchive().encode(scalars),
            try KeyedArchive().encode(["a": 1.5, "b": 2]), try KeyedArchive().encode(ModelNode.array(everything)),
        ]
    }

    @Test func everyTruncationIsSurvived() throws {
        try KeyedArchive.withTestClasses {
            for data in try samples().prefix(3) {
                for count in 0..<data.count {
                    readAll(data.prefix(count))
                    // With the trailer still there, the objects are what is missing.
                    readAll(data.prefix(count) + data.suffix(32))
                }
            }
        }
    }

    @Test func tenThousandMutationsAreSurvived() throws {
        try KeyedArchive.withTestClasses {
            var random = SeededGenerator(seed: 20_261_121)
            let samples = try samples()
            for _ in 0..<10_000 {
                var data = samples[Int(random.next() % UInt64(samples.count))]
                for _ in 0...Int(random.next() % 4) {
                    let place = Int(random.next() % UInt64(data.count))
                    switch random.next() % 4 {
                    case 0: data[place] = UInt8(truncatingIfNeeded: random.next())
                    case 1: data[place] ^= 1 << UInt8(random.next() % 8)
                    case 2: data[place] = data[Int(random.next() % UInt64(data.count))]
                    default: data[place] = [0, 0xFF, 0x7F, 0x80, 0xA1, 0xD1, 0xDF, 0x5F, 0x4F, 0x13][Int(random.next() % 10)]
                    }
                }
                readAll(data)
            }
        }
    }

    @Test(.enabled(if: SharedFixtures.arePresent, "The fixtures aren't here."))
    func mutatedArchivesOfOthersAreSurvived() throws {
        var random = SeededGenerator(seed: 7)
        for entry in ArchiveFixtures.corpus {
            let original = try ArchiveFixtures.corpusData(entry)
            guard original.count < 5000 else { continue }
            for _ in 0..<20 {
                var data = original
                for _ in 0..<3 { data[Int(random.next() % UInt64(data.count))] = UInt8(truncatingIfNeeded: random.next()) }
                readAll(data)
            }
        }
    }

    /// Each array holds the next one twice: two to the power of 40 values in a few hundred bytes.
    @Test func nestedSharingEndsAtTheLimitOfValues() throws {
        var next = ModelNode.scalar(.int64(1))
        for _ in 0..<40 {
            let inner = next
            next = .array(ArrayNode([inner, inner]))
        }
        let data = try KeyedArchive().encode(next)
        #expect(data.count < 4000)
        let seconds = try threadSeconds {
            #expect { try KeyedArchive().decode(from: data) { try AnyValue.decode(from: $0) } } throws: {
                ($0 as? ModelError)?.code == .nodesExceeded
            }
            // A tree shares what is shared.
            _ = try KeyedArchive().decode(ModelNode.self, from: data)
        }
        #expect(seconds < 60)
    }

    /// Archives in archives count towards the limits of the outermost.
    @Test func embeddedArchivesShareTheLimits() throws {
        let archive = try KeyedArchive().encode(Array(0..<20))
        func read(_ count: Int) throws -> [[Int]] {
            let document = try ModelDocument(encoding: Array(repeating: archive, count: count))
            return try document.decode(limits: DecodingLimits(nodes: 150))
        }
        #expect(try read(1).count == 1)
        #expect { try read(10) } throws: { ($0 as? ModelError)?.code == .nodesExceeded }
    }

    /// An archive whose inline array is an element of itself, and one of a long string that is referred to without end.
    @Test func containersOfThePropertyListItselfMayBeCyclic() throws {
        let plist = Data(
            [UInt8]("bplist00".utf8) + [0xA1, 0x00, 8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
                + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10])
        #expect(plist.count == 43)
        #expect(throws: ModelError.self) { try KeyedArchive().decode(ModelNode.self, from: plist, as: .keyedArchive) }

        var writer = BinaryPropertyListWriter()
        let null = writer.append("$null")
        // The dictionary's value is its own number, which is the next but one.
        let key = writer.append("root")
        let array = writer.append(array: [2].span)
        #expect(array == 2)
        let top = writer.append(dictionary: [key, array].span)
        let data = try finish(&writer, objects: [null], top: top)
        let node = try KeyedArchive().decode(ModelNode.self, from: data)
        guard case .array(let found) = node, case .array(let inner) = found.elements[0] else {
            Issue.record("no array")
            return
        }
        #expect(inner === found)
        found.elements = []
        #expect { try KeyedArchive().decode([[[Int]]].self, from: data) } throws: { ($0 as? ModelError)?.code == .cycle }
    }

    /// An object named like Foundation's string, whose text is null, isn't the text "$null".
    @Test func stringObjectOfNothing() throws {
        var writer = BinaryPropertyListWriter()
        let null = writer.append("$null")
        let classEntries = [writer.append("$classname"), writer.append("NSString")]
        let stringClass = writer.append(dictionary: classEntries.span)
        let entries = [writer.append("NS.string"), writer.append(uid: 0), writer.append("$class"), writer.append(uid: 1)]
        let string = writer.append(dictionary: entries.span)
        let top = writer.append(dictionary: [writer.append("root"), writer.append(uid: 2)].span)
        let data = try finish(&writer, objects: [null, stringClass, string], top: top)
        let node = try KeyedArchive().decode(ModelNode.self, from: data)
        #expect(node.kind == .object)
        let back = try KeyedArchive().decode(ModelNode.self, from: KeyedArchive().encode(node))
        #expect(back.kind == .object)
    }

    /// An object named like Foundation's URL, whose base is no URL: it opens as an object, and can be read when it was written.
    @Test func urlWithABaseThatIsNone() throws {
        for base in [ModelNode.scalar(.data(Data([1, 2]))), .scalar(.string("a")), .scalar(.int64(1)), .array(ArrayNode())] {
            let url = ModelNode.object(
                ObjectNode(CodedClass(name: "NSURL"), [("NS.base", base), ("NS.relative", .scalar(.string("a")))]))
            let back = try KeyedArchive().decode(ModelNode.self, from: KeyedArchive().encode(url))
            #expect(back.kind == .object)
            #expect(back["NS.base"]?.kind == base.kind)
            #expect(throws: ModelError.self) { try KeyedArchive().decode(URL.self, from: KeyedArchive().encode(url)) }
        }
    }

    /// One whose base is an object that stands for nil is a URL, as the one is that is written of it.
    @Test func urlWithABaseThatStandsForNil() throws {
        let null = ModelNode.object(ObjectNode(CodedClass(name: "NSNull"), []))
        let url = ModelNode.object(
            ObjectNode(CodedClass(name: "NSURL"), [("NS.base", null), ("NS.relative", .scalar(.string("a")))]))
        #expect(try KeyedArchive().decode(URL.self, from: KeyedArchive().encode(url)) == URL(string: "a"))
    }

    @Test func aLongStringIsReadOnceHoweverOftenItIsReferredTo() throws {
        let text = String(repeating: "x", count: 1_000_000)
        let node = ModelNode.array(ArrayNode([.scalar(.string(text))]))
        var data = try KeyedArchive().encode(node)
        _ = try KeyedArchive().decode([String].self, from: data)
        var writer = BinaryPropertyListWriter()
        let null = writer.append("$null")
        let long = writer.append(text)
        let uid = writer.append(uid: 1)
        let many = writer.append(array: [UInt32](repeating: uid, count: 100_000).span)
        let top = writer.append(dictionary: [writer.append("root"), many].span)
        data = try finish(&writer, objects: [null, long], top: top)
        // Read each time, these would be 100 gigabytes to go through.
        var read: [String] = []
        let seconds = try threadSeconds { read = try KeyedArchive().decode([String].self, from: data) }
        #expect(read.count == 100_000 && seconds < 20)
    }

    /// What must be worked through each time counts for more than one value.
    @Test func aLargeIndexSetThatIsReferredToWithoutEndIsRefused() throws {
        // Single indexes two apart, in numbers of three bytes.
        var ranges = Data()
        for index in 10_000..<60_000 {
            let location = index * 2
            ranges += [UInt8(location & 0x7F) | 0x80, UInt8(location >> 7 & 0x7F) | 0x80, UInt8(location >> 14), 1]
        }
        let indexes = ObjectNode(
            CodedClass(name: "NSIndexSet"),
            [("NSRangeCount", .scalar(.int64(50_000))), ("NSRangeData", .scalar(.data(ranges)))])
        let many = ArrayNode([ModelNode](repeating: .object(indexes), count: 20_000))
        let data = try KeyedArchive().encode(ModelNode.array(many))
        let seconds = threadSeconds {
            #expect(throws: ModelError.self) { try KeyedArchive().decode(ModelNode.self, from: data) }
        }
        #expect(seconds < 60)
    }

    /// Strings may share bytes only in a file that was made to exhaust the memory.
    @Test func overlappingStringsAreRefused() throws {
        var writer = BinaryPropertyListWriter()
        let null = writer.append("$null")
        let strings = (0..<100).map { _ in writer.append(String(repeating: "x", count: 100)) }
        let array = writer.append(array: strings.span)
        let top = writer.append(dictionary: [writer.append("root"), array].span)
        var data = try finish(&writer, objects: [null], top: top)
        // Each string begins three bytes behind the one before, in whose text its head stands, and is 120 bytes long.
        let trailer = data.count - 32
        let table = data.suffix(8).reduce(0) { $0 << 8 | Int($1) }
        #expect(data[trailer + 6] == 2)
        let first = Int(data[table + 2]) << 8 | Int(data[table + 3])
        for index in 0..<100 {
            let place = first + index * 3
            data.replaceSubrange(place..<place + 3, with: [0x5F, 0x10, 120])
            data[table + 2 + index * 2] = UInt8(place >> 8)
            data[table + 3 + index * 2] = UInt8(place & 255)
        }
        #expect {
            try KeyedArchive().decode([String].self, from: data)
        } throws: {
            ($0 as? ModelError)?.code == .corruptData && ($0 as? ModelError)?.reason.contains("overlap") == true
        }
    }

    private func finish(_ writer: inout BinaryPropertyListWriter, objects: [UInt32], top: UInt32) throws -> Data {
        try writer.finish(top: writer.appendArchive(of: objects, top: top))
    }
}
