import Foundation
import FoundationValues
import HRCoder
import ModelCore
import ModelTesting
import TestSupport
import Testing

@Suite("Values")
struct ValueTests {
    static let scalars: [ModelScalar] =
        [
            .null, .bool(true), .bool(false), .int64(0), .int64(1), .int64(.min), .int64(.max), .uint64(.max),
            .uint64(1 << 63),
            .float(0.1), .float(1), .float(-0.0), .float(.infinity), .float(-.infinity), .float(.nan),
            .float(Float(bitPattern: 0xFFC0_0001)), .float(-.nan), .double(-.nan),
            .float(.leastNonzeroMagnitude), .float(.greatestFiniteMagnitude), .double(0.1), .double(1), .double(-0.0),
            .double(.infinity),
            .double(-.infinity), .double(.nan), .double(Double(bitPattern: 0xFFF8_0000_0000_0001)),
            .double(Double(bitPattern: 0x7FF0_0000_0000_0001)),
            .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude), .double(1e22),
            .double(9_007_199_254_740_994), .double(1e300),
            .decimal(Decimal(string: "0.1") ?? 0), .decimal(1), .decimal(.nan),
            .decimal(Decimal(string: "12345678901234567890123456789012345678") ?? 0),
            .decimal(Decimal(string: "-1e-100") ?? 0), .decimal(Decimal(string: "0.10000000000000001") ?? 0),
            .decimal(.greatestFiniteMagnitude),
            .string(""), .string("$null"), .string("$root"), .string("a\u{0}\u{1}\r\n\t<&>\"'"), .string("日本😀"),
            .string("\u{FFFE}"),
            .data(Data()), .data(Data([0, 255])), .data(Data("bplist00".utf8)),
            .date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: -0.0)),
            .date(Date(timeIntervalSinceReferenceDate: 542911754.165)),
            .date(Date(timeIntervalSinceReferenceDate: 1e300)),
            .date(Date(timeIntervalSinceReferenceDate: -63_113_904_001)),
            .date(Date(timeIntervalSinceReferenceDate: .infinity)),
            .date(Date(timeIntervalSinceReferenceDate: .nan)),
            .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
            .geometry(.point(x: 0.1, y: -0.0)), .geometry(.size(width: 1, height: 1e300)),
            .geometry(.rect(x: 1, y: 2, width: 3, height: 4)),
            .geometry(.range(location: 1 << 40, length: 3)),
            .geometry(IndexSet().geometry), .geometry(IndexSet([1]).geometry),
            .geometry(IndexSet([1, 2, 9, 1 << 40]).geometry),
            .geometry(.transform(m11: 0.1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)),
        ]
        + [URL(string: "http://x.org/a"), URL(string: "b?c#d", relativeTo: URL(string: "http://x.org/a/"))].compactMap {
            $0.map { .url($0) }
        }

    /// What a number is, with its bits: fingerprints don't tell those apart that are none, as not all formats do.
    private func bits(_ scalar: ModelScalar?) -> String {
        switch scalar {
        case .double(let value): "double \(value.bitPattern)"
        case .float(let value): "float \(value.bitPattern)"
        default: "no number"
        }
    }

    @Test("Numbers that are none keep their bits", arguments: forms)
    func notANumber(_ format: FileFormat) throws {
        let doubles = [0x7FF8_0000_0000_0000, 0xFFF8_0000_0000_0000, 0xFFF8_0000_0000_0001] as [UInt64]
        let floats = [0x7FC0_0000, 0xFFC0_0000, 0xFFC0_0001] as [UInt32]
        let scalars: [ModelScalar] =
            doubles.map { .double(Double(bitPattern: $0)) } + floats.map { .float(Float(bitPattern: $0)) }
        for scalar in scalars {
            let data = try HRCoder().encode(ModelNode.scalar(scalar), as: format)
            let back = try HRCoder().decode(ModelNode.self, from: data, as: format)
            #expect(bits(back.scalar) == bits(scalar))
        }
    }

    @Test("Every value comes back with its type and bits, though nobody expects it", arguments: forms)
    func untyped(_ format: FileFormat) throws {
        for scalar in Self.scalars {
            for root in [
                ModelNode.scalar(scalar), .array(ArrayNode([.scalar(scalar), .scalar(scalar)])),
                .dict(["k": .scalar(scalar)]),
            ] {
                let data = try HRCoder().encode(root, as: format)
                let back = try HRCoder().decode(ModelNode.self, from: data, as: format)
                #expect(Fingerprint.text(of: back) == Fingerprint.text(of: root), "\(scalar) in \(format)")
            }
        }
    }

    @Test("A value whose type is declared is written plainly")
    func plain() throws {
        let page = HRPage("x")
        page.ratio = 0.1
        page.price = Decimal(string: "12.50") ?? 0
        page.date = Date(timeIntervalSinceReferenceDate: 1.5)
        page.missing = nil
        let text = String(decoding: try HRCoder().encode(page, as: .hrCodedJSON), as: UTF8.self)
        #expect(
            text == """
                {
                  "$class": "HRPage",
                  "title": "x",
                  "ratio": 0.1,
                  "price": 12.5,
                  "date": {
                    "$class": "NSDate",
                    "NS.time": 1.5
                  },
                  "notes": {},
                  "missing": null
                }
                """)
        for format in forms {
            let back = try HRCoder().decode(HRPage.self, from: try HRCoder().encode(page, as: format), as: format)
            #expect(back.ratio == 0.1)
            #expect(back.price == page.price)
            #expect(back.date == page.date)
            #expect(back.missing == nil)
        }
    }

    @Test("Declared numbers that JSON has no form for come back too", arguments: forms)
    func typed(_ format: FileFormat) throws {
        func back<Value: ModelValue>(_ value: Value) throws -> Value {
            try HRCoder().decode(Value.self, from: try HRCoder().encode([value], as: format).self, as: format, index: 0)
        }
        for bits: UInt32 in [0x7FC0_0000, 0xFFC0_0001, 0x7F80_0000, 0xFF80_0000, 0x3DCC_CCCD, 0x8000_0000, 1] {
            #expect(try back(Float(bitPattern: bits)).bitPattern == bits)
        }
        for bits: UInt64 in [
            0x7FF8_0000_0000_0000, 0xFFF8_0000_0000_0001, 0x7FF0_0000_0000_0000, 0x8000_0000_0000_0000, 1,
        ] {
            #expect(try back(Double(bitPattern: bits)).bitPattern == bits)
        }
        for text in [
            "0.1", "1e20", "-12345678901234567890123456789.123", "0.10000000000000001", "1e-100",
            "99999999999999999999",
        ] {
            let decimal = try #require(Decimal(string: text))
            #expect(try back(decimal) == decimal)
        }
        #expect(try back(Decimal.nan).isNaN)
    }

    @Test("What the original's classes code by other keys is read")
    func otherForms() throws {
        let node = try read(
            """
            [{"$class": "NSNumber", "NS.intval": 5}, {"NS.boolval": 1, "$class": "NSNumber"}, {"$class": "NSNumber", "NS.dblval": 1.5},
             {"NS.objects": [1, 2], "$class": "NSMutableSet"}, {"$class": "NSDictionary", "NS.keys": ["a", 2], "NS.objects": [[1], 3]},
             {"$class": "NSMutableDictionary", "own": 1}, {"$class": "NSSet"}, {"$class": "NSMutableArray", "NS.object.1": 2, "NS.object.0": 1},
             {"$class": "NSMutableString", "NS.string": "x"}, {"$class": "NSDecimalNumber", "$0": "1.5"}, {"$class": "NSNull"},
             {"$class": "NSMutableData", "NS.data": {"$data": "AQI="}}, {"$data": "AQI="}, {"$class": "NSString", "NS.bytes": {"$data": "w6k="}},
             {"$class": "NSURL", "NS.relative": "b", "NS.base": {"$alias": "15"}}, {"$class": "NSURL", "NS.relative": "http://x.org/", "NS.base": null}]
            """)
        let expected: [ModelScalar] = [.int64(5), .bool(true), .double(1.5)]
        #expect((0..<3).map { node[$0]?.scalar } == expected)
        #expect(
            Fingerprint.text(of: node[3] ?? .null)
                == "set[Int64 1, Int64 2]")
        #expect(node[4]?["a"]?[0]?.scalar == .int64(1))
        guard case .dictionary(let entries)? = node[4] else { return #expect(Bool(false), "no dictionary") }
        #expect(entries.entries[1].key.scalar == .int64(2))
        #expect(entries.entries[1].value.scalar == .int64(3))
        #expect(node[5]?["own"]?.scalar == .int64(1))
        #expect(node[6]?.kind == .set)
        #expect(node[7]?[1]?.scalar == .int64(2))
        #expect(node[8]?.stringValue == "x")
        #expect(node[9]?.scalar == .decimal(Decimal(string: "1.5") ?? 0))
        #expect(node[10]?.scalar == .null)
        #expect(node[11]?.scalar == .data(Data([1, 2])))
        #expect(node[12]?.scalar == .data(Data([1, 2])))
        #expect(node[13]?.stringValue == "é")
        #expect(node[14]?.scalar == .url(try #require(URL(string: "b", relativeTo: URL(string: "http://x.org/")))))
    }

    @Test("A numeral without a mark is a double if it has at most 17 digits, and else a decimal")
    func numerals() throws {
        let text = #"[{"$class":"A","v":0.1,"w":0.10000000000000001,"x":0.100000000000000001}]"#
        let object = try HRCoder().document(from: Data(text.utf8))[0]
        #expect(object?["v"]?.kind == .real && object?["w"]?.kind == .real && object?["w"]?.doubleValue == 0.1)
        #expect(object?["x"]?.kind == .decimal)
    }
}

extension HRCoder {
    /// The element of an array of values.
    func decode<Value: ModelValue>(_ type: Value.Type, from data: Data, as format: FileFormat, index: Int) throws
        -> Value
    {
        try decode([Value].self, from: data, as: format)[index]
    }
}
