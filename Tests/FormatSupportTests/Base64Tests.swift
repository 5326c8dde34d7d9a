import FormatSupport
import Foundation
import TestSupport
import Testing

@Suite struct Base64Tests {
    private func decoded(_ text: String) -> Data? {
        var text = text
        return text.withUTF8 { Base64.decode($0) }
    }

    @Test func everyLengthGoesBothWays() {
        var generator = SeededGenerator(seed: 4)
        for length in 0..<200 {
            let data = Data((0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
            var buffer = ByteBuffer()
            Base64.encode(data, to: &buffer)
            let text = String(decoding: buffer.takeData(), as: UTF8.self)
            #expect(text == data.base64EncodedString())
            #expect(decoded(text) == data)
            #expect(decoded(text.map { "\($0)\n" }.joined()) == data)
        }
    }

    @Test(arguments: ["A", "AA", "AAA", "AA=", "AAA==", "====", "AA==AA==", "A*==", "QUJD=", "é"])
    func whatIsNoBase64(_ text: String) {
        #expect(decoded(text) == nil)
    }
}
