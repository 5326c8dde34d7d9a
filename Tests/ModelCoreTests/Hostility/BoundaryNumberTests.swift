import Foundation
import FoundationValues
import ModelCore
import TestSupport
import Testing

/// Numbers that a format or a caller gives, at the ends of their range.
@Suite("Numbers at the ends of their range")
struct BoundaryNumberTests {
    private static let edges = [Int.min, -1, 0, 1, Int.max]

    @Test("Limits at the ends of Int are limits")
    func limits() throws {
        let content = try KeyedArchive().encode([[1, 2]])
        for nodes in Self.edges {
            for depth in Self.edges {
                let limits = DecodingLimits(depth: depth, nodes: nodes)
                let isEnough = nodes == .max && depth == .max
                #expect(((try? KeyedArchive().encode([[1, 2]], limits: limits)) != nil) == isEnough)
                #expect(((try? KeyedArchive().decode([[Int]].self, from: content, limits: limits)) != nil) == isEnough)
            }
        }
    }

    @Test("Sets of indexes that Foundation can make and no file can hold")
    func indexSets() {
        for indexes in [IndexSet(integer: -1), IndexSet(integersIn: -5..<3), IndexSet(integer: .max)] {
            #expect { try KeyedArchive().encode(indexes) } throws: {
                ($0 as? ModelError)?.code == .unrepresentableValue
            }
            #expect { try KeyedArchive().encode([ModelNode.scalar(.geometry(indexes.geometry))]) } throws: {
                ($0 as? ModelError)?.code == .unrepresentableValue
            }
            #expect { try ModelDocument(encoding: indexes) } throws: {
                ($0 as? ModelError)?.code == .unrepresentableValue
            }
        }
    }

    @Test("Text of decimals with exponents at the ends of Int")
    func decimals() {
        for text in ["1e-9223372036854775808", "1e9223372036854775807", "-1E-9223372036854775808"] {
            #expect(throws: ModelError.self) { try ScalarConversion.decimal(.string(text), fromText: true) }
            #expect(throws: ModelError.self) { try ScalarConversion.int64(.string(text), fromText: true) }
            #expect(throws: ModelError.self) { try ScalarConversion.uint64(.string(text), fromText: true) }
        }
    }

    @Test("A float or double from a numeral is the nearest, from binary the same or none")
    func nearest() throws {
        let odd = ModelScalar.int64(9_007_199_254_740_993)
        #expect(try ScalarConversion.double(odd, fromText: true) == 0x1p53)
        #expect { try ScalarConversion.double(odd, fromText: false) } throws: {
            "\($0)".contains("Expected a number that a double holds exactly, found the number 9007199254740993")
        }
        #expect(try ScalarConversion.float(.double(0.100000001), fromText: true) == 0.1)
        #expect { try ScalarConversion.float(.double(0.100000001), fromText: false) } throws: {
            "\($0)".contains("Expected a number that a float holds exactly, found the number 0.100000001")
        }
        #expect(try ScalarConversion.float(.int64(16_777_217), fromText: true) == 16_777_216)
        #expect(throws: ModelError.self) { try ScalarConversion.float(.int64(16_777_217), fromText: false) }
        #expect(throws: ModelError.self) { try ScalarConversion.float(.double(1e39), fromText: true) }
        #expect { try ScalarConversion.double(.bool(true), fromText: true) } throws: {
            "\($0)".contains("Expected number, found bool")
        }
    }
}
