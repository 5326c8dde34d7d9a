import FormatSupport
import Foundation
import Testing

@Suite("Buffers")
struct ByteBufferTests {
    @Test("Bytes are written again, also where that takes more room")
    func pieces() {
        var buffer = ByteBuffer(capacity: 64)
        buffer.append("abc")
        let start = buffer.count
        buffer.append(text: String(repeating: "x", count: 60))
        let piece = buffer.piece(from: start)
        let nothing = buffer.piece(from: 1000)
        for _ in 0..<10 { buffer.append(piece) }
        buffer.append(nothing)
        let data = buffer.takeData()
        #expect(data == Data("abc".utf8) + Data(repeating: UInt8(ascii: "x"), count: 660))
    }

    @Test("A piece that isn't there any more stops the program")
    func lostPiece() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer()
            buffer.append("abc")
            let piece = buffer.piece(from: 1)
            buffer.truncate(to: 2)
            buffer.append(piece)
        }
    }

    @Test("Every second integer, from either")
    func everySecond() {
        var buffer = ByteBuffer()
        let values: [UInt16] = [1, 2, 3, 4, 5]
        buffer.appendBigEndian(values.span, from: 0, step: 2)
        buffer.appendBigEndian(values.span, from: 1, step: 2)
        buffer.appendBigEndian(values.span, from: 9, step: 1)
        let data = buffer.takeData()
        #expect(Array(data) == [0, 1, 0, 3, 0, 5, 0, 2, 0, 4])
    }
}
