import FormatSupport
import Foundation
import PropertyListCodec
import Testing

@Suite struct HostilePropertyListTests {
    /// Reads everything that can be reached from the object table, in every way.
    private func readAll(_ data: Data) {
        guard let reader = try? BinaryPropertyListReader(ByteSource(data)) else { return }
        for number in 0..<min(reader.objectCount, 2000) {
            guard let object = try? reader.object(number) else { continue }
            _ = try? reader.int64(object)
            _ = try? reader.uint64(object)
            _ = try? reader.float(object)
            _ = try? reader.double(object)
            _ = try? reader.bool(object)
            _ = try? reader.date(object)
            _ = try? reader.uid(object)
            _ = try? reader.data(object)
            _ = try? reader.string(object)
            _ = reader.isString(object, "$archiver")
            _ = try? reader.value(forKey: "root", in: object)
            if let elements = try? reader.elements(of: object) {
                for index in 0..<min(elements.count, 50) { _ = try? reader.object(reader.number(index, in: elements)) }
            }
        }
    }

    private func sample() throws -> Data {
        var writer = BinaryPropertyListWriter()
        var elements = [
            writer.append(-1 as Int64), writer.append(UInt64.max), writer.append(1.5), writer.append(Float(2)),
            writer.append("text"), writer.append("tëxt"), writer.append(Data([1, 2, 3])), writer.append(uid: 300),
            writer.append(Date(timeIntervalSinceReferenceDate: 1)), writer.append(String(repeating: "l", count: 40)),
        ]
        elements.append(writer.append(dictionary: [elements[4], elements[0], elements[5], elements[1]].span))
        elements.append(writer.append(set: elements.span))
        let top = writer.append(array: elements.span)
        return try writer.finish(top: top)
    }

    @Test func everyTruncationIsSurvived() throws {
        let data = try sample()
        for count in 0..<data.count { readAll(data.prefix(count)) }
    }

    @Test func everyChangedByteIsSurvived() throws {
        let data = try sample()
        for index in data.indices {
            for value in [0, 1, 0x0F, 0x13, 0x14, 0x1F, 0x4F, 0x5F, 0x6F, 0x7F, 0x87, 0xAF, 0xDF, 0xFF] as [UInt8] {
                var changed = data
                changed[index] = value
                readAll(changed)
            }
        }
    }

    @Test func wrongTrailersAreRefused() throws {
        let data = try sample()
        let trailer = data.count - 32
        func changed(_ offset: Int, _ bytes: [UInt8]) -> Data {
            var copy = data
            copy.replaceSubrange(trailer + offset..<trailer + offset + bytes.count, with: bytes)
            return copy
        }
        let full = [UInt8](repeating: 0xFF, count: 8)
        let none = [UInt8](repeating: 0, count: 8)
        for bad in [
            changed(6, [0]), changed(6, [9]), changed(7, [0]), changed(7, [9]), changed(8, full), changed(8, none),
            changed(16, full), changed(24, full), changed(24, none), changed(8, [0x7F] + full.dropFirst()), Data(),
            Data("bplist00".utf8), Data("bplist1x".utf8) + data.dropFirst(8),
        ] {
            #expect(throws: PropertyListError.self) { _ = try BinaryPropertyListReader(ByteSource(bad)) }
        }
    }

    @Test func countsThatTheFileHasNoRoomForAreRefused() throws {
        for head in [[0xAF, 0x13], [0xDF, 0x13], [0x4F, 0x13], [0x5F, 0x13], [0x6F, 0x13], [0xCF, 0x13]] as [[UInt8]] {
            for count in [UInt64.max, UInt64(Int64.max), 1 << 62, 1 << 61, 1 << 33, 64] {
                var data = Data("bplist00".utf8) + Data(head)
                unsafe withUnsafeBytes(of: count.bigEndian) { unsafe data.append(contentsOf: $0) }
                let table = UInt8(data.count)
                data += [8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
                data += [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, table]
                let reader = try BinaryPropertyListReader(ByteSource(data))
                let object = try reader.object(0)
                #expect(throws: PropertyListError.self) { _ = try reader.elements(of: object) }
                #expect(throws: PropertyListError.self) { _ = try reader.entries(of: object) }
                #expect(throws: PropertyListError.self) { _ = try reader.byteRange(of: object) }
            }
        }
    }

    @Test func onlyArraysAndSetsHaveElements() throws {
        var writer = BinaryPropertyListWriter()
        let (key, value) = (writer.append("key"), writer.append(Int64(1)))
        let objects = [
            writer.append(dictionary: [key, value].span), key, value, writer.append(Data([1])), writer.append(true),
        ]
        let array = writer.append(array: objects.span)
        let reader = try BinaryPropertyListReader(ByteSource(try writer.finish(top: array)))
        for number in objects {
            #expect(throws: PropertyListError.self) { try reader.elements(of: reader.object(Int(number))) }
        }
        for number in objects.dropFirst() + [array] {
            #expect(throws: PropertyListError.self) { try reader.entries(of: reader.object(Int(number))) }
        }
    }

    /// Strings of one byte a character, short and long: what is no text isn't replaced. UTF-8 is text.
    @Test(arguments: [6, 14, 15, 100, 70_000])
    func bytesThatAreNoText(_ length: Int) throws {
        var writer = BinaryPropertyListWriter()
        let data = try writer.finish(top: writer.append(String(repeating: "x", count: length)))
        let letters = try #require(data.range(of: Data("xxxxxx".utf8)))
        func read(_ bytes: [UInt8]) throws -> String {
            var changed = data
            changed.replaceSubrange(letters.lowerBound + 1..<letters.lowerBound + 1 + bytes.count, with: bytes)
            let reader = try BinaryPropertyListReader(ByteSource(changed))
            return try reader.string(reader.object(0))
        }
        for bytes in [[0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            let error = #expect(throws: PropertyListError.self) { try read(bytes) }
            #expect(error?.offset == 8)
        }
        #expect(try read([0xC3, 0xA9]).hasPrefix("xéx"))
    }

    /// Halves of characters that aren't followed by their other halves, in both byte orders.
    @Test(arguments: [[0xD800], [0xDC00], [0xD800, 0xD800], [0xD800, 0x41], [0xDC00, 0xD800], [0xDBFF, 0xE000]] as [[UInt16]])
    func halvesInUTF16(_ units: [UInt16]) {
        let before = Array("<plist><string>".utf16)
        let text = before + units + Array("</string></plist>".utf16)
        for isBig in [true, false] {
            let data = Data(text.flatMap { unit in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBig ? bytes : bytes.reversed()
            })
            #expect(throws: PropertyListError.self) { try PropertyListEncoding.utf8(ByteSource(data)) }
        }
    }

    /// What is passed over is looked at, too.
    @Test(arguments: [
        "<dict><key>a</key></array>", "<array></dict>", "<dict></array>", "<array><dict></array></dict>",
        "<dict><string>a</string></dict>", "<array><key>a</key></array>", "<dict><key>a</key><key>b</key></dict>",
        "<array><true></array>", "<integer>a</integer>", "<array>", "<dict><key>a</key>",
    ])
    func mistakesInWhatIsPassed(_ value: String) throws {
        let scanner = try XMLPropertyListScanner(ByteSource(Data("<plist>\(value)</plist>".utf8)))
        #expect(throws: PropertyListError.self) { try scanner.skip(scanner.nextTag()) }
    }

    @Test(arguments: ["<dict><key>a</key><array><dict/></array><key/><true></true></dict>", "<array><date>2001-01-01T00:00:00Z</date></array>"])
    func whatIsWholeIsPassed(_ value: String) throws {
        let scanner = try XMLPropertyListScanner(ByteSource(Data("<plist>\(value)</plist>".utf8)))
        try scanner.skip(scanner.nextTag())
        try scanner.finish()
    }
}
