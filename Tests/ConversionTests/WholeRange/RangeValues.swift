import Foundation
import ModelCore
import ModelTesting

/// Values of every type, from one end of its range to the other.
enum RangeValues {
    static let cases: [RangeCase] = [
        RangeCase([true, false]),
        integers(Int.self), integers(Int8.self), integers(Int16.self), integers(Int32.self), integers(Int64.self),
        integers(UInt.self), integers(UInt8.self), integers(UInt16.self), integers(UInt32.self), integers(UInt64.self),
        RangeCase(doubles), RangeCase(floats), RangeCase(doubles.map { CGFloat($0) }),
        RangeCase(decimals), RangeCase(strings), RangeCase(data), RangeCase(dates), RangeCase(urls), RangeCase(uuids),
        RangeCase(points), RangeCase(points.map { CGSize(width: $0.x, height: $0.y) }),
        RangeCase(points.map { CGRect(x: $0.x, y: $0.y, width: $0.y, height: $0.x) }),
        RangeCase(points.map { AffineTransform(m11: $0.x, m12: $0.y, m21: 1, m22: -0.0, tX: 0.1, tY: $0.x) }),
        RangeCase(ranges), RangeCase(nsRanges), RangeCase(indexSets),
    ]

    private static func integers<Integer: FixedWidthInteger & ModelValue & Codable & Sendable>(_ type: Integer.Type)
        -> RangeCase
    {
        var values: [Integer] = [.min, .max, 0, 1, .max - 1, .min + 1, Integer(truncatingIfNeeded: -1)]
        for shift in stride(from: 1, to: Integer.bitWidth, by: 1) {
            let power = Integer(truncatingIfNeeded: UInt64(1) << UInt64(shift))
            values += [power, power &- 1, power &+ 1, 0 &- power]
        }
        return RangeCase(values)
    }

    static let doubles: [Double] = {
        var values: [Double] = [
            0, -0.0, 1, -1, 0.1, -0.1, .pi, .infinity, -.infinity, .nan, -.nan,
            Double(bitPattern: 0x7FF8_0000_0000_1234),
            Double(bitPattern: 0x7FF0_0000_0000_0001), Double(bitPattern: 0xFFF4_0000_0000_0000),
            .leastNonzeroMagnitude,
            -.leastNonzeroMagnitude, .leastNormalMagnitude, Double.leastNormalMagnitude.nextDown,
            .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994, 1e15, 1e16,
            1e17, 1e20,
            1e21, 1e22, 1e23, 1e-5, 1e-6, 1e-7, 9.223372036854776e18, -9.223372036854776e18, 1.8446744073709552e19,
            0.3, 0.30000000000000004, 123_456.789,
        ]
        var random = FixedNumbers()
        for _ in 0..<80 { values.append(Double(bitPattern: random.next())) }
        for _ in 0..<50 { values.append(Double(Int64(bitPattern: random.next()))) }
        return values
    }()

    static let floats: [Float] = {
        var values: [Float] = [
            0, -0.0, 1, -1, 0.1, .pi, .infinity, -.infinity, .nan, -.nan, Float(bitPattern: 0x7FC0_1234),
            Float(bitPattern: 0x7F80_0001),
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, Float.leastNormalMagnitude.nextDown,
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 16_777_215, 16_777_216, 16_777_218, 1e10, 1e21,
            0.100000001, 3.4e38,
        ]
        var random = FixedNumbers()
        for _ in 0..<80 { values.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))) }
        return values
    }()

    static let decimals: [Decimal] = {
        var numerals = [
            "0", "-0", "1", "-1", "0.1", "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211454",
            "-340282366920938463463374607431768211455", "340282366920938463463374607431768211450",
            "100000000000000000000000000000000000000",
            "99999999999999999999999999999999999999", "170141183460469231731687303715884105728", "1e127", "10e127",
            "1000000e127", "-1e-128",
            "12e-128", "340282366920938463463374607431768211455e127", "340282366920938463463374607431768211455e-128",
            "34028236692093846346337460743176821145e127", "18446744073709551615", "18446744073709551616",
            "9223372036854775808",
            "-9223372036854775808", "-9223372036854775809", "0.1000000000000000000000000001", "9007199254740993",
            "1e20", "1e21", "1e-7",
            "1.0", "100", "0.30000000000000004", "2.50",
        ]
        var random = FixedNumbers()
        for _ in 0..<80 {
            let high = UInt128(random.next()) << UInt128(random.next() % 65)
            numerals.append(
                "\(random.next() % 2 == 0 ? "-" : "")\(high | UInt128(random.next()))e\(Int(random.next() % 256) - 128)"
            )
        }
        let english = Locale(identifier: "en_US_POSIX")
        let edges = [
            Decimal(7) / Decimal(3), Decimal(2) / Decimal(3), .greatestFiniteMagnitude, .leastFiniteMagnitude, .nan,
            .pi,
        ]
        return edges + numerals.compactMap { Decimal(string: $0, locale: english) }
    }()

    static let strings: [String] = {
        var values =
            (0..<0x100).map { String(Unicode.Scalar(UInt8($0))) }
            + (0..<0x20).map { "a" + String(Unicode.Scalar(UInt8($0))) + "b" }
        values += (0...16).flatMap { plane in
            [0xFFFE, 0xFFFF].compactMap { Unicode.Scalar(plane << 16 | $0).map { String($0) } }
        }
        values += (0xFDD0...0xFDEF).compactMap { Unicode.Scalar($0).map { String($0) } }
        values += [
            "", "$null", "$class", "$alias", "$data", "CF$UID", "\u{FEFF}", "\u{FEFF}a", "a\u{FEFF}", "e\u{301}",
            "\u{E9}", "\u{301}", "%", "%00",
            "%25", "\\u0000", "&#0;", "]]>", "<![CDATA[", "\r", "\r\n", "\n\r", " ", "  ", "\t", "true", "null", "1",
            "-0", "1e5", "NaN", "inf",
            "0x1", "2018-03-16T16:49:14Z", "YnBsaXN0MDA=", "bplist00", "👩‍👩‍👧‍👦", "\u{10FFFF}", "\u{D7FF}\u{E000}", "a\u{0}",
            "\u{0}\u{0}",
            String(repeating: "x", count: 66_000), String(repeating: "\u{1}", count: 300),
            String(repeating: "é", count: 300), "/a/b.c", "self",
        ]
        return values
    }()

    static let data: [Data] = {
        var random = FixedNumbers()
        var values = [0, 1, 2, 3, 14, 15, 16, 127, 128, 255, 256, 65_536].map { count in
            Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        }
        values += [Data("bplist00".utf8), Data("$null".utf8), Data(0...255), (try? KeyedArchive().encode(1)) ?? Data()]
        return values
    }()

    static let dates: [Date] = {
        var random = FixedNumbers()
        var values = [
            0, -0.0, 0.1, 1, -1, 542_911_754.125, -978_307_200, -978_307_200.25, .nan, -.nan, .infinity, -.infinity,
            .leastNonzeroMagnitude,
            1e300, -1e300, .greatestFiniteMagnitude, -63_114_076_800, 252_455_615_999, 252_455_616_000,
            252_455_615_999.99997, -63_113_904_000,
            -63_113_904_000.5, -62_135_596_800, 64_092_211_200, 1 / 3, -1e-9, Double.leastNormalMagnitude.nextDown,
            9.3e18, -9.3e18, 1e12, -1e12,
            Double(bitPattern: 0x7FF8_0000_0000_1234),
        ].map { Date(timeIntervalSinceReferenceDate: $0) }
        values += [.distantPast, .distantFuture]
        for _ in 0..<40 { values.append(Date(timeIntervalSinceReferenceDate: Double(bitPattern: random.next()))) }
        for _ in 0..<40 {
            values.append(Date(timeIntervalSinceReferenceDate: Double(Int64(bitPattern: random.next()) >> 20) / 1000))
        }
        return values
    }()

    static let urls: [URL] = {
        let base = URL(string: "https://example.org/a/b?c#d")
        let texts = [
            "https://example.org/", "a", "/a", "//host/a", "?q", "#f", "a%20b", "a b", "http://bücher.example/漢字?ü=ü",
            "mailto:a@b", "data:,x",
            "file:///tmp/a%20b", "%", "a\u{0}b", "http://[::1]:80/", "a:b:c", "HTTP://EXAMPLE.org", ".", "..",
            "./a/../b", "http://x/\u{1}", "a//b",
            "http://a@b:1/", "http:", "http:///", "é", "e\u{301}", "http://x/%zz", "a;b=c", "*", "x://", "tel:+1",
            "urn:a:b", "$null",
        ]
        var values = texts.compactMap { URL(string: $0) } + texts.compactMap { URL(string: $0, relativeTo: base) }
        values += [
            URL(fileURLWithPath: "/tmp/ü \u{1}%"),
            URL(fileURLWithPath: "a/b", relativeTo: URL(fileURLWithPath: "/tmp/", isDirectory: true)),
            URL(fileURLWithPath: "/", isDirectory: true),
        ]
        if var chain = base {
            for part in 0..<40 { chain = URL(string: "p\(part)/", relativeTo: chain) ?? chain }
            values.append(chain)
        }
        return values
    }()

    static let uuids: [UUID] = [
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
        UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
        UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)),
    ]

    static let points: [CGPoint] = doubles.prefix(100).enumerated().map { CGPoint(x: $1, y: doubles[$0 &* 7 % 100]) }

    static let ranges: [Range<Int>] = [
        0..<0, 0..<1, -1..<1, 5..<5, Int.max..<Int.max, 0..<Int.max, Int.min..<Int.min, Int.min..<(-1), Int.min..<0,
        Int.min..<Int.max,
        (1 << 32)..<(1 << 33), 4_294_967_295..<4_294_967_296, (Int.max - 1)..<Int.max,
    ]

    static let nsRanges: [NSRange] = [
        NSRange(), NSRange(location: NSNotFound, length: 0), NSRange(location: NSNotFound, length: .max),
        NSRange(location: -1, length: -1),
        NSRange(location: .min, length: .min), NSRange(location: 4_294_967_295, length: 4_294_967_295),
        NSRange(location: 1, length: 2),
        NSRange(location: 4_294_967_296, length: 0),
    ]

    static let indexSets: [IndexSet] = {
        var holes = IndexSet(integersIn: 0..<Int.max)
        holes.remove(integersIn: 7..<70_000)
        return [
            IndexSet(), IndexSet(integer: 0), IndexSet(integersIn: 0..<Int.max), IndexSet(integer: Int.max - 1),
            IndexSet(integer: Int.max - 2),
            holes, IndexSet([1, 3, 5, 7]), IndexSet(integersIn: 4_294_967_290...4_294_967_295),
            IndexSet(integer: 4_294_967_295),
            IndexSet(integer: 4_294_967_294), IndexSet(integersIn: 0..<4_294_967_295),
            IndexSet(integersIn: 0..<4_294_967_296),
            IndexSet(integersIn: (1 << 62)..<(1 << 62) + 3),
        ]
    }()
}

/// The same numbers in each run.
struct FixedNumbers {
    private var state: UInt64 = 0x5DEE_CE66_D001

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
