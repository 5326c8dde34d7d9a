import FormatSupport
import Foundation
import TestSupport
import Testing

@Suite("UUIDs as text, compared with Foundation")
struct UUIDTextTests {
    private func random(_ random: inout SeededGenerator) -> UUID {
        let parts = (random.next(), random.next())
        return unsafe UUID(uuid: unsafeBitCast(parts, to: uuid_t.self))
    }

    private func compare(_ text: String) {
        let expected = UUID(uuidString: text)
        #expect(UUIDText.uuid(from: text) == expected, "\(text.debugDescription)")
        var copy = text
        copy.withUTF8 { #expect(UUIDText.uuid(from: $0) == expected, "\(text.debugDescription)") }
    }

    @Test func bothWays() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<5000 {
            let uuid = random(&generator)
            let text = UUIDText.string(from: uuid)
            #expect(text == uuid.uuidString)
            var buffer = ByteBuffer()
            UUIDText.append(uuid, to: &buffer)
            #expect(String(decoding: buffer.takeData(), as: UTF8.self) == text)
            #expect(UUIDText.uuid(from: text) == uuid)
            #expect(UUIDText.uuid(from: text.lowercased()) == uuid)
        }
    }

    @Test("Each byte at each position")
    func bytes() {
        let text = Array("E621E1F8-C36C-495A-93FC-0C247A3E6E5F".utf8)
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var copy = text
                copy[index] = byte
                compare(String(decoding: copy, as: UTF8.self))
                // In a text that isn't UTF-8, no byte may be taken for a digit.
                let found = unsafe copy.withUnsafeBufferPointer { UUIDText.uuid(from: $0) }
                #expect(found == UUID(uuidString: String(decoding: copy, as: UTF8.self)))
            }
        }
    }

    @Test("Texts that were damaged")
    func damage() {
        var generator = SeededGenerator(seed: 2)
        let bytes = Array("0123456789abcdefABCDEFgG-+ {}\0\n\txX".utf8)
        for _ in 0..<20000 {
            let text = UUIDText.string(from: random(&generator))
            var copy = Array((Bool.random(using: &generator) ? text : text.lowercased()).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<copy.count, using: &generator)
                let byte = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: copy.insert(byte, at: index)
                case 1: copy.remove(at: index)
                default: copy[index] = byte
                }
            }
            compare(String(decoding: copy, as: UTF8.self))
        }
        let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        for text in [
            "", "{\(text)}", text + "\0", text + "\0x", text + " ", " " + text, text.replacing("-", with: ""),
            text + text,
            " 621E1F8-C36C-495A-93FC-0C247A3E6E5F", "+621E1F8-C36C-495A-93FC-0C247A3E6E5F",
            "E621E1F8-C36C-495A-93FC-0C247A3E6E\0F",
            "é21E1F8-C36C-495A-93FC-0C247A3E6E5F",
        ] {
            compare(text)
        }
    }
}
