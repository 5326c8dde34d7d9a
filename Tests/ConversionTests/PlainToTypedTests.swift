#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// Files of formats with few types, turned into formats with many without their classes: the classes read those too.
@Suite("From plain formats to typed ones")
struct PlainToTypedTests {
    @Model("PlainMixture") final class Mixture: BaseModel {
        var address: URL?
        var data: Data?
        var date: Date?
        var exact: Date?
        var ratio: Float = 0
        var ratios: [Float] = []
        var amount: Decimal = 0
        var id: UUID?
        var point: CGPoint?
        var text = ""
    }

    private var mixture: Mixture {
        let mixture = Mixture()
        mixture.address = URL(string: "x", relativeTo: URL(string: "http://a/"))
        mixture.data = Data([1, 2, 3])
        mixture.date = Date(timeIntervalSinceReferenceDate: 86_400)
        mixture.exact = Date(timeIntervalSinceReferenceDate: 0.1)
        mixture.ratio = 0.1
        mixture.ratios = [0.3, 1e-30, 16_777_216, -.leastNonzeroMagnitude, .greatestFiniteMagnitude]
        mixture.amount = Decimal(string: "12.34")!
        mixture.id = UUID()
        mixture.point = CGPoint(x: 0.1, y: -2)
        mixture.text = "2001-01-02T00:00:00Z"
        return mixture
    }

    private static let formats: [FileFormat] = [
        .json, .xmlPropertyList, .binaryPropertyList, .hrCodedJSON, .hrCodedXML, .hrCodedBinary, .keyedArchive, .fastCoding,
    ]

    @Test("A class reads what was made of a file without it", arguments: formats, formats)
    func pairs(_ first: FileFormat, _ second: FileFormat) throws {
        let registry = FormatRegistry.current
        let mixture = mixture
        let one = try registry.provider(for: first).encode(mixture, as: first)
        let document = try registry.provider(for: first).document(from: one, as: first)
        let two = try registry.provider(for: second).encode(document, as: second)
        let read = try registry.provider(for: second).decode(Mixture.self, from: two, as: second)
        #expect(read.address == mixture.address && read.address?.baseURL == mixture.address?.baseURL)
        #expect(read.data == mixture.data && read.date == mixture.date && read.exact == mixture.exact)
        #expect(read.ratio == mixture.ratio && read.ratios == mixture.ratios && read.amount == mixture.amount)
        #expect(read.id == mixture.id && read.point == mixture.point && read.text == mixture.text)
    }

    @Test("A double that has other digits than a float isn't one")
    func otherDoubles() throws {
        for value in [0.123456789, 16_777_217, 1e300, Double(Float(0.1)).nextUp] {
            #expect(throws: ModelError.self, "\(value)") {
                try KeyedArchive().decode(Float.self, from: KeyedArchive().encode(value))
            }
        }
        #expect(try KeyedArchive().decode(Float.self, from: KeyedArchive().encode(0.1)) == 0.1)
    }
}
#endif
