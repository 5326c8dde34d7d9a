import Foundation
import JSONFormat
import ModelCore
import Testing

// What a program makes of integers of 128 bits.
extension Int128: ModelValue {}
extension UInt128: ModelValue {}

/// Integers of more than 64 bits: those that don't fit are errors.
@Suite("Wide integers")
struct WideIntegerTests {
    private let json = JSONFormat()

    private struct Wide: Codable, ModelValue {
        var value: Int128
    }

    private struct Single: Codable, ModelValue {
        var value: UInt128

        init(value: UInt128) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(UInt128.self) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
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

    @Test("A Codable type's are errors always")
    func codable() throws {
        #expect(throws: ModelError.self) { try json.encode(Wide(value: 1)) }
        #expect(throws: ModelError.self) { try json.encode(Single(value: 1)) }
        #expect(throws: ModelError.self) { try json.read(Wide.self, #"{"value":1}"#) }
        #expect(throws: ModelError.self) { try json.read(Single.self, "1") }
    }
}
