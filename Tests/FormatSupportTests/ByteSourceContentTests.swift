import Foundation
import Testing

@testable import FormatSupport

@Suite("Content of files and pipes")
struct ByteSourceContentTests {
    private struct Stop: Error {}

    /// Bytes that differ, in pieces of at most so many.
    private func content(
        _ count: Int, expecting expected: Int, limit: Int = .max, piece: Int = .max
    ) -> Data? {
        var position = 0
        return ByteSource.content(expecting: expected, limit: limit) { room in
            let got = min(piece, room.count, count - position)
            for index in 0..<got { unsafe room[index] = Self.byte(position + index) }
            position += got
            return got
        }
    }

    private static func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index &* 7 &+ index >> 8) | 1 }
    private static func bytes(_ count: Int) -> Data { Data((0..<count).map(byte)) }

    private func isShared(_ source: ByteSource, _ data: Data) -> Bool {
        unsafe data.withUnsafeBytes { unsafe $0.baseAddress == UnsafeRawPointer(source.base) }
    }

    private func isPadded(_ source: ByteSource) -> Bool {
        (0..<ByteSource.padding).allSatisfy { unsafe source.base[source.count + $0] == 0 }
    }

    @Test(
        "It is what was given, however many bytes were expected and come at once",
        arguments: [0, 1, 14, 15, 4096, 4097, 20_000], [0, 1, 4096, 19_999, 20_001])
    func pieces(_ count: Int, _ expected: Int) throws {
        for piece in [1, 1000, Int.max] where piece > 1 || count < 5000 {
            let data = try #require(content(count, expecting: expected, piece: piece))
            #expect(data == Self.bytes(count))
            #expect(data.startIndex == 0)
            let source = ByteSource(data)
            #expect(source.data(0..<count) == data && isPadded(source))
        }
    }

    @Test("More than the limit is refused, and an error is passed on")
    func limits() throws {
        #expect(content(100, expecting: 0, limit: 100) == Self.bytes(100))
        #expect(content(101, expecting: 0, limit: 100) == nil)
        #expect(content(2_000_000, expecting: .max, limit: 100_000, piece: 1 << 16) == nil)
        for wrong in [Int.max, .min] { #expect(content(100, expecting: wrong, limit: .max) == Self.bytes(100)) }
        #expect(throws: Stop.self) {
            _ = try ByteSource.content(expecting: 10, limit: 10) { (_) throws(Stop) in throw Stop() }
        }
    }

    @Test("What is large is read where it is, and nothing else is", arguments: [0, 1_100_000])
    func sharing(_ expected: Int) throws {
        let count = 1_100_000
        let data = try #require(content(count, expecting: expected))
        let source = ByteSource(data)
        #expect(isShared(source, data) && isPadded(source) && source.count == count)
        for other in [data.dropLast(), data.dropFirst(), data + [1], Self.bytes(count)] {
            let own = ByteSource(other)
            #expect(!isShared(own, other) && isPadded(own) && own.data(0..<own.count) == Data(other))
        }
        let small = try #require(content(1000, expecting: 1000))
        #expect(!isShared(ByteSource(small), small))
    }

    @Test("A change of the data is none of the source's, which keeps the bytes")
    func changes() throws {
        let count = 1_100_000
        var data = try #require(content(count, expecting: count))
        let source = ByteSource(data)
        #expect(isShared(source, data))
        data[0] = 0
        data.append(9)
        data.removeSubrange(5..<900_000)
        data = Data()
        #expect(source.data(0..<count) == Self.bytes(count) && isPadded(source))
    }

    @Test("Data that was changed before has its padding, or is copied")
    func changedBefore() throws {
        let count = 1_100_000
        var data = try #require(content(count, expecting: count))
        data[1] = 77
        data.removeLast(10)
        data.append(contentsOf: [UInt8](repeating: 5, count: 9))
        var expected = Self.bytes(count)
        expected[1] = 77
        expected.replaceSubrange((count - 10)..., with: [UInt8](repeating: 5, count: 9))
        let shorter = ByteSource(data)
        #expect(shorter.data(0..<shorter.count) == expected && isPadded(shorter))
        data.append(5)
        let same = ByteSource(data)
        #expect(same.data(0..<count) == expected + [5] && isPadded(same))
        data.append(contentsOf: [UInt8](repeating: 6, count: 100))
        data.removeLast(100)
        let regrown = ByteSource(data)
        #expect(regrown.data(0..<count) == expected + [5] && isPadded(regrown))
    }
}
