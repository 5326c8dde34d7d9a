import Foundation
import JSONFormat
import ModelCore
import Testing

// What a program makes of integers of 128 bits.
extension Int128: @retroactive ModelValue {}
extension UInt128: @retroactive ModelValue {}

/// Integers of more than 64 bits: in `Codable` types with all digits, and in models what fits 64 bits.
@Suite("Wide integers")
struct WideIntegerTests {
    private let json = JSONFormat()

    private struct Wide: Codable, ModelValue, Equatable {
        var signed: Int128
        var unsigned: [UInt128]
        var perhaps: Int128?
    }

    @Test("A Codable type's are numbers with all their digits")
    func codable() throws {
        let small = Int128(1) << 100
        let wide = Wide(signed: -small, unsigned: [0, 5, UInt128(UInt64.max), UInt128(UInt64.max) + 1], perhaps: nil)
        let text = try json.text(wide)
        #expect(
            text == #"{"signed":-1267650600228229401496703205376,"unsigned":[0,5,18446744073709551615,18446744073709551616]}"#)
        #expect(try json.read(Wide.self, text) == wide)
        for format: any FormatProvider in [KeyedArchive(), json] {
            #expect(try format.decode(Wide.self, from: format.encode(wide)) == wide)
        }
        for number in ["1.5", "0." + String(repeating: "9", count: 41), "true", "\"1\"", "1e60"] {
            #expect(throws: ModelError.self, "\(number)") {
                try json.read(Wide.self, "{\"signed\":\(number),\"unsigned\":[]}")
            }
        }
        #expect(throws: ModelError.self) { try json.read(Wide.self, #"{"signed":1,"unsigned":[-1]}"#) }
        let ends = Wide(signed: .min, unsigned: [.max], perhaps: .max)
        #expect(try json.read(Wide.self, json.text(ends)) == ends)
    }

    @Test("A model's are errors where they don't fit")
    func models() throws {
        #expect(try json.read(Int128.self, json.text(Int128(-7))) == -7)
        #expect(try json.read(UInt128.self, json.text(UInt128(UInt64.max))) == UInt128(UInt64.max))
        for value in [Int128(Int64.max) + 1, .min] {
            #expect { try json.encode(value) } throws: { ($0 as? ModelError)?.code == .outOfRange }
        }
        #expect { try json.encode(UInt128.max) } throws: { ($0 as? ModelError)?.code == .outOfRange }
    }
}
