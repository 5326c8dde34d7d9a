import Foundation
import ModelCore
import PlistFormat
import Testing

/// Files that Foundation's `PropertyListEncoder` writes for types without a representation in property lists.
@Suite("Files of PropertyListEncoder")
struct FoundationCoderTests {
    enum Level: String, Codable { case low }
    struct Inner: Codable, Equatable { var x = 1 }

    struct Whole: Codable, Equatable {
        var link: URL? = URL(string: "https://example.org/a?b=c")
        var based = URL(string: "b", relativeTo: URL(string: "https://example.org/a/"))
        var price = Decimal(string: "-12.50") ?? 0
        var prices = ["0", "NaN", "123456789012345678901234567890.12345678", "1e100", "-7e-120"].compactMap {
            $0 == "NaN" ? Decimal.nan : Decimal(string: $0)
        }
        var numbers: [Int?] = [1, nil, 3]
        var links: [URL?] = [nil, URL(string: "https://example.org")]
        var inner: [Inner?] = [nil, Inner()]
        var levels: [Level?] = [.low, nil]
        var named: [String: Date?] = ["a": nil, "b": Date(timeIntervalSinceReferenceDate: 5)]
        var indexes = IndexSet([1, 2, 3, 9])
        var point = CGPoint(x: 1, y: 2.5)
        var range = 3..<7
        var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var data = Data([1, 2, 3])
    }

    final class Model: BaseModel {
        var link: URL?
        var price = Decimal(0)
        var prices: [Decimal] = []
        var numbers: [Int?] = []
        var links: [URL?] = []
        var inner: [Inner?] = []
        var named: [String: Date?] = [:]
        var indexes = IndexSet()
        var point = CGPoint.zero
        var range = 0..<0
        override class var modelProperties: [ModelProperty] {
            [
                ModelProperty("link", \Model.link), ModelProperty("price", \Model.price),
                ModelProperty("prices", \Model.prices), ModelProperty("numbers", \Model.numbers),
                ModelProperty("links", \Model.links), ModelProperty("inner", \Model.inner),
                ModelProperty("named", \Model.named), ModelProperty("indexes", \Model.indexes),
                ModelProperty("point", \Model.point), ModelProperty("range", \Model.range),
            ]
        }
    }

    private func encoded(_ value: some Encodable, _ format: PropertyListSerialization.PropertyListFormat) throws -> Data
    {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return try encoder.encode(value)
    }

    @Test(
        "Are read, by Codable types and by models",
        arguments: [.binary, .xml] as [PropertyListSerialization.PropertyListFormat])
    func read(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let whole = Whole()
        let data = try encoded(whole, format)
        let read = try PlistFormat().decode(Whole.self, from: data)
        #expect(read.prices.map(\.description) == whole.prices.map(\.description))
        var (same, expected) = (read, whole)
        (same.prices, expected.prices) = ([], [])
        #expect(same == expected)
        let model = try PlistFormat().decode(Model.self, from: data)
        #expect(model.link == whole.link && model.price == whole.price && model.numbers == whole.numbers)
        #expect(model.prices.map(\.description) == whole.prices.map(\.description))
        #expect(model.links == whole.links && model.inner == whole.inner && model.named == whole.named)
        #expect(model.indexes == whole.indexes && model.point == whole.point && model.range == whole.range)
        // And what this writes of them comes back.
        #expect(try PlistFormat().decode(Whole.self, from: PlistFormat().encode(same)) == expected)
    }

    @Test("Where text may stand, $null is text: no string that was saved is lost")
    func text() throws {
        let texts: [String?] = ["$null", nil, "a"]
        #expect(try PlistFormat().decode([String?].self, from: PlistFormat().encode(texts)) == texts)
        #expect(try PlistFormat().decode([String].self, from: PlistFormat().encode(["$null"])) == ["$null"])
        #expect(try PlistFormat().decode([String?].self, from: encoded(texts, .xml)) == ["$null", "$null", "a"])
        #expect { try PlistFormat().decode([Int].self, from: encoded([1, nil], .xml)) } throws: {
            ($0 as? ModelError)?.code == .typeMismatch && ($0 as? ModelError)?.path.description == "[1]"
        }
    }

    struct Parts: Encodable {
        var exponent = 0
        var length = 1
        var isNegative = false
        var isCompact = true
        var mantissa = [1, 0, 0, 0, 0, 0, 0, 0]
    }
    struct Runs: Encodable { var indexes: [[String: Int]] }
    struct OnePrice: Codable { var value: Decimal }
    struct OneSet: Codable { var value: IndexSet }
    final class PriceModel: BaseModel {
        var value = Decimal(0)
        override class var modelProperties: [ModelProperty] { [ModelProperty("value", \PriceModel.value)] }
    }
    final class SetModel: BaseModel {
        var value = IndexSet()
        override class var modelProperties: [ModelProperty] { [ModelProperty("value", \SetModel.value)] }
    }

    @Test("Parts that make no decimal are an error")
    func badDecimals() throws {
        var all = [Parts(length: 15), Parts(length: -1), Parts(exponent: 500), Parts(mantissa: [70_000])]
        all.append(Parts(length: 9, mantissa: Array(repeating: 65_535, count: 20)))
        for parts in all {
            let data = try encoded(["value": parts], .binary)
            #expect(throws: ModelError.self) { try PlistFormat().decode(OnePrice.self, from: data) }
            #expect(throws: ModelError.self) { try PlistFormat().decode(PriceModel.self, from: data) }
        }
        let short = try encoded(["value": Parts(length: 8, mantissa: [5])], .binary)
        #expect(try PlistFormat().decode(OnePrice.self, from: short).value == 5)
        _ = try? PlistFormat().decode(
            OnePrice.self,
            from: encoded(["value": Parts(length: 8, mantissa: Array(repeating: 65_535, count: 20))], .binary))
    }

    @Test("Ranges that no set of indexes has are an error, and not the program's end")
    func badIndexes() throws {
        for (location, length) in [(0, -1), (-5, 2), (Int.max, 2), (3, Int.max), (-1, 1)] {
            let data = try encoded(["value": Runs(indexes: [["location": location, "length": length]])], .binary)
            #expect(throws: ModelError.self) { try PlistFormat().decode(OneSet.self, from: data) }
            #expect(throws: ModelError.self) { try PlistFormat().decode(SetModel.self, from: data) }
        }
        #expect(throws: ModelError.self) { try PlistFormat().encode(OneSet(value: IndexSet(integer: .max))) }
        let data = try encoded(
            ["value": Runs(indexes: [["location": 5, "length": 2], ["location": 1, "length": 2]])], .binary)
        #expect(try PlistFormat().decode(OneSet.self, from: data).value == IndexSet([1, 2, 5, 6]))
    }
}
