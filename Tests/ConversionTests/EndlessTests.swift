import Foundation
import ModelCore
import Testing

/// Models that never stop encoding end in an error, soon after there are too many bytes.
@Suite("An endless encode ends in an error")
struct EndlessTests {
    enum Way: String, CaseIterable, Sendable {
        case keys, integers, booleans, texts, data, objects, untyped, codable, behindReference
    }

    /// So many values without an error are a failure, and no error.
    fileprivate static let many = 3_000_000

    final class Endless: BaseModel {
        var way = Way.keys

        override func encode(with encoder: ModelEncoder) throws {
            switch way {
            case .keys:
                for number in 0..<many { try encoder.encode(number, forKey: ModelKey("key\(number)")) }
            case .integers: try elements(encoder) { try encoder.encode(Int64(5)) }
            case .booleans: try elements(encoder) { try encoder.encode(true) }
            case .texts: try elements(encoder) { try encoder.encode("text") }
            case .data: try elements(encoder) { try encoder.encode(Data([1, 2, 3])) }
            case .objects: try elements(encoder) { try encoder.encode(GrowthBox()) }
            case .untyped: try elements(encoder) { try AnyValue.encode(["a": [1, 2]], to: encoder) }
            case .codable: try encoder.encode(EndlessCodable(), forKey: "codable", isNilDefault: true)
            case .behindReference:
                // A format that can't say yet where the object will be keeps what follows.
                try encoder.encodeWeak(GrowthBox(), forKey: "reference")
                try elements(encoder) { try encoder.encode("text") }
            }
        }

        private func elements(_ encoder: ModelEncoder, _ next: () throws -> Void) throws {
            try encoder.encodeKey("elements" as ModelKey)
            _ = try encoder.beginArray(.array)
            for _ in 0..<many { try next() }
            try encoder.end()
        }
    }

    struct EndlessCodable: Codable, ModelValue {
        init() {}
        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for number in 0..<many { try container.encode(number) }
        }
    }

    @Test(arguments: GrowthTests.Format.all, Way.allCases)
    func endless(_ format: GrowthTests.Format, _ way: Way) {
        let model = Endless()
        model.way = way
        let limits = DecodingLimits(nodes: 50_000, bytes: 50_000)
        #expect {
            try format.provider.encode(model, as: format.format, limits: limits)
        } throws: { error in
            let code = (error as? ModelError)?.code
            return code == .bytesExceeded || code == .nodesExceeded
        }
    }
}
