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
            ("A*==", 1, #"character 2 is "*""#), ("AAé", 2, #"character 3 is "é""#),
            ("A\0", 1, #"character 2 is "\0""#),
            ("AAAA\u{1F600}", 4, "character 5 is \"\u{1F600}\""),
        ])
    func mistakes(_ text: String, _ offset: Int, _ reason: String) {
        var text = text
        let error = #expect(throws: Base64Error.self) { try text.withUTF8 { try Base64.decode($0) } }
        #expect(error?.offset == offset && error?.reason == reason, "\(error?.reason ?? "")")
    }

    /// Compares what a text is decoded to, or its mistake.
    private func compare(_ text: [UInt8]) {
        unsafe text.withUnsafeBufferPointer { bytes in
            let found = Result { try Base64.decode(bytes) }
            let expected = Result { try ReferenceBase64.decode(bytes) }
            switch (found, expected) {
            case (.success(let found), .success(let expected)): #expect(found == expected)
            case (.failure(let found as Base64Error), .failure(let expected as ReferenceBase64.Failure)):
                #expect(found.offset == expected.offset)
                #expect(
                    expected.addition.isEmpty
                        ? !found.reason.contains(",") || found.reason.hasSuffix("\"")
                        : found.reason.hasSuffix(", " + expected.addition))
            default: Issue.record("\(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    @Test("Each byte at each position of a long text")
    func everyByte() {
        let text = Array(Data((0..<75).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }).base64EncodedString().utf8)
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var copy = text
                copy[index] = byte
                compare(copy)
            }
        }
    }

    @Test("Long texts in both alphabets, with white space and damage")
    func damage() {
        var generator = SeededGenerator(seed: 9)
        let bytes = Array("A+/-_= \n\t\r*\0é=".utf8)
        for turn in 0..<3000 {
            let count = Int.random(in: 0..<300, using: &generator)
            let data = Data((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
            #expect(Base64.string(from: data) == data.base64EncodedString())
            var text = Base64.string(from: data)
            if turn % 3 == 0 { text = text.replacing("+", with: "-").replacing("/", with: "_") }
            if turn % 5 == 0 { text = text.replacing("=", with: "") }
            #expect(decoded(text) == data)
            var copy = Array(text.utf8)
            if turn % 2 == 0 {
                for index in stride(from: 76, to: copy.count, by: 77) { copy.insert(0x0A, at: index) }
                compare(copy)
            }
            for _ in 0..<Int.random(in: 0...4, using: &generator) where !copy.isEmpty {
                let index = Int.random(in: 0..<copy.count, using: &generator)
                let byte = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: copy.insert(byte, at: index)
                case 1: copy.remove(at: index)
                default: copy[index] = byte
                }
            }
            compare(copy)
        }
    }
}
