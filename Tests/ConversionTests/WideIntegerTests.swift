import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// Integers of 128 bits, in every format.
@Suite("Wide integers")
struct WideIntegerTests {
    private static let providers: [any FormatProvider] = [JSONFormat(), PlistFormat(), KeyedArchive(), FastCoder(), HRCoder()]
    private static let formats = providers.flatMap(\.formats)

    private struct Wide: Codable, ModelValue, Equatable {
        var value: Int128
        var values: [UInt128]
        var byNumber: [UInt128: Int128?]
    }

    private struct Single: Codable, ModelValue, Equatable {
        var value: UInt128

        init(value: UInt128) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(UInt128.self) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private func again<Value: ModelValue>(_ value: Value, as format: FileFormat) throws -> Value {
        let provider = try #require(Self.providers.first { $0.formats.contains(format) })
        return try provider.decode(Value.self, from: provider.encode(value, as: format), as: format)
    }

    private func read<Value: ModelValue>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONFormat().decode(type, from: Data(text.utf8))
    }

    @Test("All of them come back", arguments: formats)
    func everyFormat(_ format: FileFormat) throws {
        let signed: [Int128] = [0, -7, Int128(Int64.max) + 1, Int128(UInt64.max), .max, .min, 10_000_000_000_000_000_000_000]
        #expect(try again(signed, as: format) == signed)
        let unsigned: [UInt128] = [0, UInt128(UInt64.max), UInt128(UInt64.max) + 1, .max]
        #expect(try again(unsigned, as: format) == unsigned)
        let wide = Wide(value: .min, values: unsigned, byNumber: [.max: .max, 7: nil])
        #expect(try again(wide, as: format) == wide)
        #expect(try again(Single(value: .max), as: format) == Single(value: .max))
        #expect(try again([UInt128.max: Int128.min, 0: 1], as: format) == [UInt128.max: Int128.min, 0: 1])
    }

    @Test("JSON has their digits")
    func digits() throws {
        let text = "340282366920938463463374607431768211455"
        #expect(try JSONFormat().encode(UInt128.max) == Data(text.utf8))
        #expect(try read(UInt128.self, text) == .max)
        #expect(try read(Int128.self, "1e30") == 1_000_000_000_000_000_000_000_000_000_000)
        #expect { try read(Int128.self, text) } throws: { ($0 as? ModelError)?.location?.line == 1 }
        for text in ["-1", "0.5", "340282366920938463463374607431768211456", "true", "[]"] {
            #expect(throws: ModelError.self, "\(text)") { try read(UInt128.self, text) }
            #expect(throws: ModelError.self, "\(text)") { try read(Single.self, text) }
        }
        #expect { try read(Int.self, text) } throws: { ($0 as? ModelError)?.code == .typeMismatch }
    }
}
