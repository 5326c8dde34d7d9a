import FormatSupport
import Foundation
import Testing

@Suite("Bytes that were lent")
struct BytesTests {
    @Test(
        "Only valid UTF-8 is valid text",
        arguments: [
            [], [0x61], [0xC3, 0xA9], [0xE6, 0xBC, 0xA2], [0xF0, 0x9F, 0x98, 0x80], [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], Array("0123456789abcdef".utf8) + [0xFF], Array(repeating: 0x61, count: 100) + [0x80],
        ] as [[UInt8]])
    func validText(_ bytes: [UInt8]) {
        let expected = String(validating: bytes, as: UTF8.self)
        #expect(bytes.withBytes { $0.validText } == expected)
        // The bytes were checked above.
        if let expected { #expect(bytes.withBytes { unsafe $0.uncheckedText } == expected) }
    }

    @Test("A source has zeros outside of the file, at any offset", arguments: [-1, 4, 67, 68, 4096, 1 << 40, Int.min, Int.max])
    func outside(_ offset: Int) {
        let source = ByteSource(Data([1, 2, 3, 4]))
        #expect(source[offset] == 0)
        #expect((0..<4).map { source[$0] } == [1, 2, 3, 4])
    }
}
