import Foundation
import PropertyListCodec
import Testing

@testable import FormatSupport

@Suite("Buffers of secrets")
struct SecretBufferTests {
    private func bytes(_ buffer: borrowing ByteBuffer) -> [UInt8] { buffer.withBytes { unsafe Array($0) } }

    @Test("They hold what was appended and prepended, however they grow", arguments: [false, true])
    func content(_ isSecret: Bool) {
        var buffer = ByteBuffer(capacity: 1, wipesMemory: isSecret)
        var expected: [UInt8] = []
        for number in 0..<2000 {
            buffer.append(UInt8(truncatingIfNeeded: number))
            expected.append(UInt8(truncatingIfNeeded: number))
            guard number % 100 == 0 else { continue }
            let head = [UInt8](repeating: 7, count: number / 100)
            buffer.prepend(head)
            expected = head + expected
            #expect(bytes(buffer) == expected)
        }
        buffer.truncate(to: 100)
        #expect(bytes(buffer) == Array(expected.prefix(100)))
        buffer.prepend([1])
        #expect(buffer.takeData() == Data([1] + expected.prefix(100)))
        #expect(buffer.count == 0 && buffer.takeData().isEmpty)
        buffer.append("again")
        buffer.prepend(Array("and ".utf8))
        #expect(buffer.takeData() == Data("and again".utf8))
    }

    @Test("What they hand over can be changed and outlives them")
    func data() {
        var data: Data
        do {
            var buffer = ByteBuffer(wipesMemory: true)
            buffer.append(repeating: 5, count: 10_000)
            buffer.truncate(to: 9_000)
            data = buffer.takeData()
        }
        #expect(data == Data(repeating: 5, count: 9_000))
        data[0] = 6
        #expect(data.prefix(2) == Data([6, 5]))
    }

    @Test("Wiping overwrites just what it is told to")
    func wipe() {
        var memory = [UInt8](repeating: 1, count: 10)
        unsafe memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe SecretMemory.wipe(base + 2, count: 5)
            unsafe SecretMemory.wipe(base + 9, count: 0)
        }
        #expect(memory == [1, 1, 0, 0, 0, 0, 0, 1, 1, 1])
    }

    @Test("A source of secret bytes has zeros behind them, and passes errors on")
    func source() throws {
        let source = try ByteSource(secretOfCapacity: 100) { bytes in
            unsafe bytes.initialize(repeating: 9)
            return 60
        }
        #expect(source.count == 60)
        #expect((0..<60).allSatisfy { source[$0] == 9 })
        #expect((60..<60 + ByteSource.padding).allSatisfy { unsafe source.base[$0] == 0 })
        struct Stop: Error {}
        #expect(throws: Stop.self) { _ = try ByteSource(secretOfCapacity: 5) { _ in throw Stop() } }
        #expect(try ByteSource(secretOfCapacity: 5) { _ in 99 }.count == 5)
        #expect(try ByteSource(secretOfCapacity: -1) { $0.count }.count == 0)
    }

    @Test("A property list around data leaves them where they are", arguments: [0, 1, 14, 15, 255, 256, 70_000])
    func firstData(_ count: Int) throws {
        for isSecret in [false, true] {
            var buffer = ByteBuffer(wipesMemory: isSecret)
            let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            for byte in content { buffer.append(byte) }
            var writer = BinaryPropertyListWriter(firstData: buffer)
            let elements = [UInt32(0), writer.append("behind")]
            let top = writer.append(array: elements.span)
            var file = try writer.finishBuffer(top: top)
            let data = file.takeData()
            let start = BinaryPropertyListWriter.offsetOfFirstData(count: count)
            #expect(Array(data[start..<start + count]) == content)
            let reader = try BinaryPropertyListReader(ByteSource(data))
            let list = try reader.elements(of: reader.object(reader.topObject))
            #expect(try reader.data(reader.object(reader.number(0, in: list))) == Data(content))
            #expect(try reader.string(reader.object(reader.number(1, in: list))) == "behind")
        }
    }
}
