import Foundation
import ModelCore

/// A type that has values at random. The depth falls from 2; the deeper, the smaller are the values.
protocol RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Self
}

extension RandomValue where Self: FixedWidthInteger {
    static func random(_ r: inout Randomness, _ depth: Int) -> Self {
        switch r.below(6) {
        case 0: .max
        case 1: .min
        case 2: Self(truncatingIfNeeded: r.next())
        case 3: 0
        default: Self(truncatingIfNeeded: r.below(100))
        }
    }
}

extension Int: RandomValue {}
extension Int8: RandomValue {}
extension Int16: RandomValue {}
extension Int32: RandomValue {}
extension Int64: RandomValue {}
extension Int128: RandomValue {}
extension UInt: RandomValue {}
extension UInt8: RandomValue {}
extension UInt16: RandomValue {}
extension UInt32: RandomValue {}
extension UInt64: RandomValue {}
extension UInt128: RandomValue {}

extension Bool: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Bool { r.isOne(in: 2) }
}

extension String: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> String {
        switch r.below(16) {
        case 0: ""
        case 1: "\u{E9}\u{1F600}e\u{301}"
        case 2: "a\"b\\c/\n\t\u{1}\u{7F}<&>]]>"
        case 3: String(repeating: "x", count: 14 + r.below(6))
        case 4: String(repeating: "long \u{E9}", count: r.below(40))
        case 5: "$null"
        case 6: "\u{0}z"
        case 7: r.isOne(in: 80) ? String(repeating: "0123456789abcdef", count: 5000) : "\u{FEFF}b"
        case 8: "\r\n \u{2028}"
        case 9: String(repeating: "\u{E9}", count: 30 + r.below(5))
        default: String(r.below(1000))
        }
    }
}

extension Double: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Double {
        switch r.below(12) {
        case 0: 0.1
        case 1: -0.0
        case 2: 1e300
        case 3: .leastNonzeroMagnitude
        case 4: Double(bitPattern: r.next())
        case 5: r.isOne(in: 20) ? .nan : r.isOne(in: 20) ? .infinity : 3
        default: Double(r.below(10000)) / 8
        }
    }
}

extension Float: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Float {
        switch r.below(10) {
        case 0: 0.1
        case 1: Float(bitPattern: UInt32(truncatingIfNeeded: r.next()))
        case 2: Float(bitPattern: 71_362)
        case 3: -0.0
        default: Float(r.below(10000)) / 8
        }
    }
}

extension Decimal: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Decimal {
        switch r.below(4) {
        case 0: Decimal(string: "123456789012345678901234567890.12345678")!
        case 1: Decimal(sign: .minus, exponent: r.below(200) - 100, significand: 7)
        default: Decimal(r.below(100_000)) / 100
        }
    }
}

extension Date: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Date {
        let seconds = Double(r.below(1_000_000_000))
        switch r.below(10) {
        case 0: return Date(timeIntervalSinceReferenceDate: .random(&r, depth))
        case 1: return Date(timeIntervalSinceReferenceDate: seconds + 0.123)
        case 2: return Date(timeIntervalSince1970: r.pick([31, 32, 33, 34].map { Double(1 << $0) }) + Double(r.below(3) - 1))
        default: return Date(timeIntervalSinceReferenceDate: seconds)
        }
    }
}

extension Data: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Data {
        Data((0..<r.below(r.isOne(in: 6) ? 200 : 40)).map { _ in UInt8(truncatingIfNeeded: r.next()) })
    }
}

extension URL: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> URL {
        switch r.below(5) {
        case 0: URL(string: "p?q#r", relativeTo: URL(string: "https://base.org/a/"))!
        case 1: URL(fileURLWithPath: "/folder/file \u{E9}.txt")
        default: URL(string: "http://x.y/\(r.below(9))")!
        }
    }
}

extension UUID: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> UUID {
        UUID(uuid: (UInt8(r.below(200)), 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7))
    }
}

extension CGPoint: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> CGPoint { CGPoint(x: Double(r.below(50)) / 4, y: -1) }
}

extension CGSize: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> CGSize { CGSize(width: Double(r.below(50)) / 4, height: 0) }
}

extension CGRect: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> CGRect {
        CGRect(origin: .random(&r, depth), size: .random(&r, depth))
    }
}

extension NSRange: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> NSRange { NSRange(location: r.below(9), length: r.below(9)) }
}

extension Range<Int>: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Range<Int> { r.below(5)..<5 + r.below(9) }
}

extension IndexSet: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> IndexSet { IndexSet((0..<r.below(5)).map { _ in r.below(20) }) }
}

extension AffineTransform: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> AffineTransform {
        AffineTransform(m11: Double(r.below(9)), m12: 0, m21: 0.5, m22: 1, tX: 2, tY: Double(r.below(3)))
    }
}

extension DateComponents: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> DateComponents { DateComponents(year: 2000 + r.below(40), day: r.below(28)) }
}

extension TimeZone: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> TimeZone { r.isOne(in: 2) ? .gmt : TimeZone(secondsFromGMT: 3600)! }
}

extension Locale: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Locale { Locale(identifier: r.pick(["en_GB", "de"])) }
}

extension IndexPath: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> IndexPath { IndexPath(indexes: (0..<r.below(4)).map { _ in r.below(9) }) }
}

extension Measurement<UnitLength>: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Self { Measurement(value: Double(r.below(9)), unit: r.isOne(in: 2) ? .meters : .miles) }
}

extension DateInterval: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> DateInterval {
        DateInterval(start: Date(timeIntervalSinceReferenceDate: Double(r.below(1000))), duration: Double(r.below(99)))
    }
}

extension ModelDocument: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> ModelDocument {
        switch r.below(5) {
        case 0: ModelDocument(.null)
        case 1: ModelDocument(.string(.random(&r, depth)))
        case 2: ModelDocument(.int64(Int64(r.below(99))))
        case 3: depth > 0 ? [ModelDocument.random(&r, depth - 1).root, 5] : []
        default: depth > 0 ? ["a": ModelDocument.random(&r, depth - 1).root, "\u{E9}": 1] : [:]
        }
    }
}

// MARK: Values of values

extension Optional: RandomValue where Wrapped: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Wrapped? {
        r.isOne(in: 3) || depth < -2 ? nil : .some(.random(&r, depth - 1))
    }
}

extension Array: RandomValue where Element: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> [Element] {
        depth < -1 ? [] : (0..<r.below(r.isOne(in: 20) && depth > 0 ? 20 : 3)).map { _ in .random(&r, depth - 1) }
    }
}

extension Set: RandomValue where Element: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Set<Element> { Set([Element].random(&r, depth)) }
}

extension Dictionary: RandomValue where Key: RandomKey, Value: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> [Key: Value] {
        var result: [Key: Value] = [:]
        for _ in 0..<(depth < -1 ? 0 : r.below(3)) { result[.randomKey(&r)] = .random(&r, depth - 1) }
        return result
    }
}

/// A type of keys of dictionaries.
protocol RandomKey: Hashable {
    static func randomKey(_ r: inout Randomness) -> Self
}

extension RandomKey where Self: RandomValue {
    static func randomKey(_ r: inout Randomness) -> Self { .random(&r, -3) }
}

extension String: RandomKey {
    static func randomKey(_ r: inout Randomness) -> String {
        r.pick(["a", "", "\u{E9}", "b.c", "$ref", "k\"", "type", "$class", "aLongKeyOfMoreThanSixteenBytes", "\u{1F600}"])
    }
}

extension Int: RandomKey {}
extension UUID: RandomKey {}
extension Date: RandomKey {
    static func randomKey(_ r: inout Randomness) -> Date { Date(timeIntervalSinceReferenceDate: Double(r.below(100_000))) }
}

extension OneOrMany: RandomValue where Element: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> OneOrMany {
        r.isOne(in: 2) ? OneOrMany(single: .random(&r, depth - 1)) : OneOrMany(.random(&r, depth))
    }
}

extension Presence: RandomValue where Value: RandomValue {
    static func random(_ r: inout Randomness, _ depth: Int) -> Presence {
        r.isOne(in: 3) ? .absent : r.isOne(in: 3) ? .null : .value(.random(&r, depth - 1))
    }
}

/// A value for a property of type `Any`.
func randomAny(_ r: inout Randomness, _ depth: Int) -> Any? {
    switch r.below(13) {
    case 0: nil
    case 1: r.below(9)
    case 2: String.random(&r, depth)
    case 3: [1, "x", [true]] as [Any]
    case 4: ["k": ["l": 2.5]]
    // Not NSNull: of an `Any?` with `written: .omitted, null: .asDefault`, a document makes NSNull, and the direct way nil.
    case 5: "nothing"
    case 6: Pool.models.last
    case 7: ["m": Pool.models.first ?? 5 as Any, "n": [Pool.models.last ?? 6 as Any]] as [String: Any]
    case 8: Date(timeIntervalSinceReferenceDate: 8)
    case 9: Data([1, 2])
    case 10: UInt64.max
    case 11: UUID.random(&r, depth)
    default: ["$class": "nothing", "a": 1] as [String: Any]
    }
}
