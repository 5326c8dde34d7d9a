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
}
