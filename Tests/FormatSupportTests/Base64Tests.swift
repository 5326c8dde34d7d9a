import FormatSupport
import Foundation
import TestSupport
import Testing

@Suite struct Base64Tests {
    private func decoded(_ text: String) -> Data? {
        var text = text
        return text.withUTF8 { try? Base64.decode($0) }
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

    @Test("Either alphabet, with and without padding, as protobuf's JSON has it")
    func alphabets() {
        let data = Data([0, 0xFB, 0xFF, 0xBF, 0xFE])
        for text in ["APv/v/4=", "APv_v_4=", "APv/v/4", "APv_v_4", "APv_v/4", "APv_\nv_4 ="] {
            #expect(decoded(text) == data, "\(text)")
        }
        #expect(decoded("_-8") == Data([0xFF, 0xEF]) && decoded("_w") == Data([0xFF]) && decoded("") == Data())
    }

    @Test(
        "What is no base64, and which character shows it",
        arguments: [
            ("A", 0, #"character 1 is "A", and the only digit of the last group"#),
            ("AAAAA", 4, #"character 5 is "A", and the only digit of the last group"#),
            ("AA=", 2, #"character 3 is "=", and doesn't end a group of four"#),
            ("AAA==", 4, #"character 5 is "=", and doesn't end a group of four"#),
            ("====", 3, #"character 4 is "=", and doesn't end a group of four"#),
            ("QUJD=", 4, #"character 5 is "=", and doesn't end a group of four"#),
            ("AA==AA==", 4, #"character 5 is "A", after the padding"#),
            ("A*==", 1, #"character 2 is "*""#), ("AAé", 2, #"character 3 is "é""#), ("A\0", 1, #"character 2 is "\0""#),
            ("AAAA\u{1F600}", 4, "character 5 is \"\u{1F600}\""),
        ])
    func mistakes(_ text: String, _ offset: Int, _ reason: String) {
        var text = text
        let error = #expect(throws: Base64Error.self) { try text.withUTF8 { try Base64.decode($0) } }
        #expect(error?.offset == offset && error?.reason == reason, "\(error?.reason ?? "")")
    }
}
