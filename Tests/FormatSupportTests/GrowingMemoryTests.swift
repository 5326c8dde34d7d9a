import FormatSupport
import Foundation
import Testing

@Suite("Growing memory")
struct GrowingMemoryTests {
    static let sizes = [1, 4096, 1 << 20 - 1, 1 << 20, 1 << 20 + 1, 3 << 20 + 5, 9 << 20]

    private func fill(_ memory: UnsafeMutableRawPointer, _ range: Range<Int>) {
        for index in stride(from: range.lowerBound, to: range.upperBound, by: 61) {
            memory.storeBytes(of: UInt8(truncatingIfNeeded: index / 61), toByteOffset: index, as: UInt8.self)
        }
    }

    private func isFilled(_ memory: UnsafeRawPointer, _ count: Int) -> Bool {
        stride(from: 0, to: count, by: 61).allSatisfy {
            memory.load(fromByteOffset: $0, as: UInt8.self) == UInt8(truncatingIfNeeded: $0 / 61)
        }
    }

    @Test("Content stays whichever size follows whichever", arguments: sizes)
    func resizing(from old: Int) {
        for size in Self.sizes {
            var memory = GrowingMemory.allocate(old)
            fill(memory, 0..<old)
            let resized = GrowingMemory.resize(memory, from: old, to: size)
            memory = resized.memory
            #expect(resized.size >= size)
            #expect(isFilled(memory, min(old, size)))
            // All of it is there.
            memory.storeBytes(of: 1, toByteOffset: resized.size - 1, as: UInt8.self)
            GrowingMemory.free(memory, size: resized.size)
        }
    }

    @Test("A size that is asked for is enough, and hardly more", arguments: sizes)
    func size(for count: Int) {
        let size = GrowingMemory.size(for: count)
        #expect(size >= count)
        #expect(size < count + 2 << 20)
        #expect(GrowingMemory.size(for: size) == size)
    }

    @Test("Zeros are zeros, also where others had the memory before", arguments: sizes)
    func zeros(size: Int) {
        for _ in 0..<3 {
            let memory = GrowingMemory.allocateZeros(size)
            #expect(UnsafeRawBufferPointer(start: memory, count: size).allSatisfy { $0 == 0 })
            memset(memory, 0xFF, size)
            GrowingMemory.free(memory, size: size)
        }
    }

    @Test("What is trimmed keeps its beginning, and can be written again", arguments: sizes)
    func trimming(size: Int) {
        let memory = GrowingMemory.allocate(size)
        fill(memory, 0..<size)
        GrowingMemory.trim(memory, size: size, to: size / 3)
        #expect(isFilled(memory, size / 3))
        fill(memory, 0..<size)
        #expect(isFilled(memory, size))
        GrowingMemory.free(memory, size: size)
    }

    @Test("Data of a part outlives its memory's owner", arguments: sizes)
    func data(size: Int) {
        let memory = GrowingMemory.allocate(size)
        fill(memory, 0..<size)
        let range = size / 4..<size / 4 + size / 2
        let expected = Data(bytes: memory + range.lowerBound, count: range.count)
        let data = GrowingMemory.data(memory, size: size, in: range)
        #expect(data == expected)
        #expect(GrowingMemory.data(GrowingMemory.allocate(size), size: size, in: 0..<0).isEmpty)
    }

    @Test("A large buffer's memory behind its end is given back, and what it had isn't in it")
    func largeBuffer() {
        var buffer = ByteBuffer(capacity: 64)
        for _ in 0..<40_000 { buffer.append(text: String(repeating: "0123456789", count: 10)) }
        let before = Self.residentBytes
        let copies = (0..<8).map { _ in
            var copy = ByteBuffer(capacity: 1 << 23)
            copy.append(repeating: 7, count: 1 << 20)
            return copy.takeData()
        }
        #expect(copies.allSatisfy { $0.count == 1 << 20 && $0.allSatisfy { $0 == 7 } })
        if let before, let after = Self.residentBytes { #expect(after - before < 8 << 21) }
        let data = buffer.takeData()
        #expect(data.count == 4_000_000)
        #expect(data.suffix(4) == Data("6789".utf8))
    }

    /// How much memory the process has; nil where the system doesn't tell.
    private static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
    }
}
