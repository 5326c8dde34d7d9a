import FormatSupport
import Foundation
import Testing

@testable import PropertyListCodec

@Suite("UTF-16 in binary property lists")
struct UTF16TextTests {
    private func text(_ units: [UInt16], extra: [UInt8] = []) -> String {
        let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + extra
        return unsafe bytes.withUnsafeBufferPointer { UTF16Text.string($0) }
    }

    @Test("Every width of UTF-8", arguments: ["", "a", "é", "中", "😀", "Zoë 中😀 \u{10FFFF}\u{0}\u{FFFF}", "a longer text with an é in it"])
    func widths(string: String) {
        #expect(text(Array(string.utf16)) == string)
    }

    @Test("Half a pair is replaced, as by String")
    func halves() {
        for units: [UInt16] in [[0xD800], [0xDC00], [0xD800, 0x41], [0xDC00, 0xD800], [0xD800, 0xD800, 0xDC00], [0x41, 0xDBFF]] {
            #expect(text(units) == String(decoding: units, as: UTF16.self))
        }
        #expect(text([0x41], extra: [0x42]) == "A")
    }

    private func units(_ utf8: [UInt8], room: Int? = nil) -> [UInt8] {
        unsafe utf8.withUnsafeBufferPointer { utf8 in
            var bytes = [UInt8](repeating: 0, count: room ?? UTF16Text.count(utf8) * 2)
            let written = unsafe bytes.withUnsafeMutableBufferPointer { UTF16Text.write(utf8, to: $0) }
            #expect(written == bytes.count & ~1)
            return bytes
        }
    }

    @Test("Written as String has it", arguments: ["", "a", "é", "中", "😀", "Zoë 中😀 \u{10FFFF}\u{0}\u{FFFF}", "\u{7FF}\u{800}\u{FFFD}\u{10000}"])
    func writing(string: String) {
        #expect(units(Array(string.utf8)) == string.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    @Test("Bytes that are no UTF-8 make some text, and stay within the room")
    func invalid() {
        #expect(units([0x41, 0xC3]) == [0, 0x41, 0xFF, 0xFD])
        #expect(units([0xF0, 0x9F, 0x98]) == [0xFF, 0xFD])
        // Half a pair, and beyond the last character.
        #expect(units([0xED, 0xA0, 0x80]) == [0xFF, 0xFD])
        #expect(units([0xF7, 0xBF, 0xBF, 0xBF]) == [0xFF, 0xFD])
        for first in UInt8.min ... .max {
            for count in 1...5 {
                let made = units([first] + [UInt8](repeating: 0xBF, count: count - 1))
                #expect(!made.isEmpty && made.count <= 2 * count)
            }
        }
        #expect(units(Array("é😀".utf8), room: 3) == [0, 0xE9, 0])
    }

    @Test("A list isn't finished with a text that was written in part")
    func cancelled() async {
        let text = String(repeating: "\u{E9}", count: LongWork.bytes)
        await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            #expect(throws: CancellationError.self) {
                try LongWork.run {
                    var writer = BinaryPropertyListWriter()
                    let top = writer.append(text)
                    #expect(LongWork.isStopped)
                    do {
                        _ = try writer.finish(top: top)
                        Issue.record("It was finished.")
                    } catch {}
                }
            }
        }.value
    }
}
