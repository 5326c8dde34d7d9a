import FormatSupport
import Foundation
import PropertyListCodec
import Testing

@Suite struct BinaryPropertyListTests {
    private func written(_ body: (inout BinaryPropertyListWriter) -> UInt32) throws -> Data {
        var writer = BinaryPropertyListWriter()
        let top = body(&writer)
        return try writer.finish(top: top)
    }

    private func foundation(_ data: Data) throws -> Any {
        try unsafe PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    }

    @Test(arguments: [
        0, 1, 127, 128, 255, 256, 65535, 65536, 4_294_967_295, 4_294_967_296, -1, -128, .max, .min,
    ] as [Int64])
    func integersSurvive(_ value: Int64) throws {
        let data = try written { $0.append(value) }
        let reader = try BinaryPropertyListReader(ByteSource(data))
        let object = try reader.object(reader.topObject)
        #expect(object.kind == .integer)
        #expect(try reader.int64(object) == value)
        #expect(try reader.uint64(object) == UInt64(exactly: value))
        #expect(try foundation(data) as? Int64 == value)
    }

    @Test(arguments: [0, UInt64(Int64.max), UInt64(Int64.max) + 1, .max] as [UInt64])
    func unsignedIntegersSurvive(_ value: UInt64) throws {
        let data = try written { $0.append(value) }
        let reader = try BinaryPropertyListReader(ByteSource(data))
        let object = try reader.object(reader.topObject)
        #expect(try reader.uint64(object) == value)
        #expect(try reader.int64(object) == Int64(exactly: value))
    }

    @Test(arguments: [0.0, -0.0, 1.5, .nan, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func realsSurviveToTheBit(_ value: Double) throws {
        let reader = try BinaryPropertyListReader(ByteSource(try written { $0.append(value) }))
        #expect(try reader.double(reader.object(0)).bitPattern == value.bitPattern)
        let float = Float(value)
        let short = try BinaryPropertyListReader(ByteSource(try written { $0.append(float) }))
        #expect(try short.isFloat(short.object(0)))
        #expect(try short.float(short.object(0)).bitPattern == float.bitPattern)
    }

    @Test(arguments: ["", "a", "fifteen letters", "héllo", "日本", "👩‍👩‍👧", "a\0b", String(repeating: "x", count: 70000)])
    func stringsSurvive(_ text: String) throws {
        let data = try written { $0.append(text) }
        let reader = try BinaryPropertyListReader(ByteSource(data))
        let object = try reader.object(0)
        #expect(try reader.string(object) == text)
        var utf8 = text
        let same = utf8.withUTF8 { reader.isString(object, $0) }
        #expect(same)
        var longer = text + "é"
        let other = longer.withUTF8 { reader.isString(object, $0) }
        #expect(!other)
        #expect(try foundation(data) as? String == text)
    }

    @Test func dataDatesBooleansAndNullSurvive() throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let date = Date(timeIntervalSinceReferenceDate: 0.1)
        let data = try written { writer in
            let all = [
                writer.append(bytes), writer.append(date), writer.append(true), writer.append(false), writer.appendNull(),
                writer.append(uid: 70000),
            ]
            return writer.append(array: all.span)
        }
        let reader = try BinaryPropertyListReader(ByteSource(data))
        let elements = try reader.elements(of: reader.object(reader.topObject))
        let objects = try (0..<elements.count).map { try reader.object(reader.number($0, in: elements)) }
        #expect(objects.map(\.kind) == [.data, .date, .bool, .bool, .null, .uid])
        #expect(try reader.data(objects[0]) == bytes)
        #expect(try reader.date(objects[1]) == date)
        #expect(try reader.bool(objects[2]))
        #expect(try !reader.bool(objects[3]))
        #expect(try reader.uid(objects[5]) == 70000)
        #expect(reader.number(6, in: elements) == Int.max)
        #expect(reader.number(-1, in: elements) == Int.max)
    }

    /// The sizes around which references and offsets take another byte.
    @Test(arguments: [1, 14, 15, 254, 255, 256, 257, 65534, 65535, 65536, 70000])
    func containersOfAnySizeAreReadByFoundation(_ count: Int) throws {
        let data = try written { writer in
            var entries: [UInt32] = []
            for index in 0..<count {
                entries.append(writer.append("k\(index)"))
                entries.append(writer.append(Int64(index)))
            }
            let dictionary = writer.append(dictionary: entries.span)
            let text = writer.append("behind")
            return writer.append(array: [dictionary, dictionary, text].span)
        }
        let read = try #require(try foundation(data) as? [Any])
        let dictionary = try #require(read[0] as? [String: Int])
        #expect(dictionary.count == count)
        #expect(dictionary["k\(count - 1)"] == count - 1)
        #expect(read[2] as? String == "behind")
        let reader = try BinaryPropertyListReader(ByteSource(data))
        let elements = try reader.elements(of: reader.object(reader.topObject))
        let (keys, values) = try reader.entries(of: reader.object(reader.number(0, in: elements)))
        #expect(keys.count == count)
        for index in 0..<count {
            #expect(try reader.string(reader.object(reader.number(index, in: keys))) == "k\(index)")
            #expect(try reader.int64(reader.object(reader.number(index, in: values))) == Int64(index))
        }
        #expect(reader.areEqual(keys, keys))
        #expect(!reader.areEqual(keys, values))
    }

    @Test func unknownReferencesAreFilledInLater() throws {
        var writer = BinaryPropertyListWriter()
        let (number, offset) = writer.appendUnknownUID()
        let top = writer.append(array: [number].span)
        writer.setUID(0x0102_0304, at: offset)
        writer.setUID(9, at: offset + 1)
        writer.setUID(9, at: Int.max)
        let reader = try BinaryPropertyListReader(ByteSource(try writer.finish(top: top)))
        #expect(try reader.uid(reader.object(0)) == 0x0102_0304)
    }

    @Test func readsWhatFoundationWrites() throws {
        let plist: [String: Any] = ["a": [1, 2.5, true, "ü"], "d": Data([1]), "t": Date(timeIntervalSinceReferenceDate: 9)]
        let data = try PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
        let reader = try BinaryPropertyListReader(ByteSource(data))
        let root = try reader.object(reader.topObject)
        let array = try #require(try reader.value(forKey: "a", in: root))
        let elements = try reader.elements(of: array)
        #expect(elements.count == 4)
        #expect(try reader.string(reader.object(reader.number(3, in: elements))) == "ü")
        let time = try #require(try reader.value(forKey: "t", in: root))
        #expect(try reader.date(time) == Date(timeIntervalSinceReferenceDate: 9))
        #expect(try reader.value(forKey: "no", in: root) == nil)
    }

    @Test func finishingWithoutTheRootThrows() throws {
        var writer = BinaryPropertyListWriter()
        _ = writer.append(true)
        #expect(throws: PropertyListError.self) {
            var empty = BinaryPropertyListWriter()
            _ = try empty.finish(top: 0)
        }
        _ = try writer.finish(top: 0)
    }
}
