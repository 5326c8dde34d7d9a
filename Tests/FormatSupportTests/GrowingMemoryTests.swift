import FormatSupport
import Foundation
import Testing

@Suite("Growing memory")
struct GrowingMemoryTests {
    static let sizes = [1, 4096, 1 << 20 - 1, 1 << 20, 1 << 20 + 1, 3 << 20 + 5, 9 << 20, 40 << 20]

    @Test("Content stays whichever size follows whichever", arguments: sizes)
    func resizing(from old: Int) {
        for size in Self.sizes {
            let piece = Piece(old)
            piece.fill()
            piece.resize(to: size)
            #expect(piece.size >= size)
            #expect(piece.isFilled(to: min(old, size)))
            // All of it is there.
            unsafe piece.bytes[piece.size - 1] = 1
        }
    }

    @Test("A size that is asked for is enough, and hardly more", arguments: sizes)
    func size(for count: Int) {
        let size = GrowingMemory.size(for: count)
        #expect(size >= count)
        #expect(size < count + 2 << 20)
        #expect(GrowingMemory.size(for: size) == size)
    }

    @Test("What is trimmed keeps its beginning, and can be written again", arguments: sizes)
    func trimming(size: Int) {
        let piece = Piece(size)
        piece.fill()
        unsafe GrowingMemory.trim(piece.memory, size: size, to: size / 3)
        #expect(piece.isFilled(to: size / 3))
        piece.fill()
        #expect(piece.isFilled(to: size))
    }

    @Test("Data of a part outlives its memory's owner", arguments: sizes)
    func data(size: Int) {
        let piece = Piece(size)
        piece.fill()
        let range = size / 4..<size / 4 + size / 2
        let expected = unsafe Data(piece.bytes[range])
        #expect(piece.takeData(in: range) == expected)
        #expect(Piece(size).takeData(in: 0..<0).isEmpty)
    }

    @Test("Pages are used again, by one at a time")
    func spares() {
        var addresses: Set<UInt> = []
        for _ in 0..<20 {
            let (first, second) = (Piece(3 << 20), Piece(5 << 20))
            first.fill()
            second.fill()
            #expect(first.isFilled(to: first.size) && second.isFilled(to: second.size))
            addresses.formUnion([first.address, second.address])
        }
        // Others may take some meanwhile.
        #expect(addresses.count < 40)
    }

    @Test("Many threads have memory of their own")
    func threads() async {
        await withTaskGroup(of: Bool.self) { group in
            for mark in 0..<8 as Range<UInt8> {
                group.addTask {
                    (0..<20).allSatisfy { step in
                        let piece = Piece(1 << 20 + step << 16)
                        for index in stride(from: 0, to: piece.size, by: 4096) { unsafe piece.bytes[index] = mark }
                        piece.resize(to: 3 << 20)
                        return stride(from: 0, to: 1 << 20, by: 4096).allSatisfy { unsafe piece.bytes[$0] == mark }
                    }
                }
            }
            for await isOwn in group { #expect(isOwn) }
        }
    }

    @Test("A large buffer's memory behind its end is given back, and what it had isn't in it")
    func largeBuffer() async {
        // In a process of its own: the memory of other tests would count.
        await #expect(processExitsWith: .success) {
            var buffer = ByteBuffer(capacity: 64)
            for _ in 0..<40_000 { buffer.append(text: String(repeating: "0123456789", count: 10)) }
            let before = Self.residentBytes
            let copies = (0..<8).map { _ in
                var copy = ByteBuffer(capacity: 1 << 23)
                copy.append(repeating: 7, count: 1 << 23)
                copy.truncate(to: 1 << 20)
                return copy.takeData()
            }
            #expect(copies.allSatisfy { $0.count == 1 << 20 && $0.allSatisfy { $0 == 7 } })
            if let before, let after = Self.residentBytes { #expect(after - before < 8 << 21) }
            let data = buffer.takeData()
            #expect(data.count == 4_000_000)
            #expect(data.suffix(4) == Data("6789".utf8))
        }
    }

    /// How much memory the process has; nil where the system doesn't tell.
    private static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
    }
}

/// A piece of memory that goes with its owner.
@safe
private final class Piece {
    private(set) var memory: UnsafeMutableRawPointer
    private(set) var size: Int
    private var isTaken = false

    init(_ size: Int) {
        self.size = size
        unsafe memory = GrowingMemory.allocate(size)
    }

    deinit { if !isTaken { unsafe GrowingMemory.release(memory, size: size) } }

    var address: UInt { unsafe UInt(bitPattern: memory) }

    var bytes: UnsafeMutableBufferPointer<UInt8> {
        get { unsafe UnsafeMutableRawBufferPointer(start: memory, count: size).bindMemory(to: UInt8.self) }
    }

    func resize(to wanted: Int) { unsafe (memory, size) = GrowingMemory.resize(memory, from: size, to: wanted) }

    func takeData(in range: Range<Int>) -> Data {
        isTaken = true
        return unsafe GrowingMemory.data(memory, size: size, in: range)
    }

    func fill() {
        for index in stride(from: 0, to: size, by: 61) { unsafe bytes[index] = UInt8(truncatingIfNeeded: index / 61) }
    }

    func isFilled(to count: Int) -> Bool {
        stride(from: 0, to: count, by: 61).allSatisfy { unsafe bytes[$0] == UInt8(truncatingIfNeeded: $0 / 61) }
    }
}
