import Foundation
import ModelCore

#if Macros
    /// Integers of each width at their ends: as single values, optional values, elements and keys.
    @Model final class GoldenIntegers: BaseModel {
        var yes = false
        var no = true
        var maybe: Bool?
        var flags: [Bool] = []
        var int8Low: Int8 = 1
        var int8High: Int8 = 1
        var int8Maybe: Int8?
        var int8s: [Int8] = []
        var int16Low: Int16 = 1
        var int16High: Int16 = 1
        var int16Maybe: Int16?
        var int16s: [Int16] = []
        var int32Low: Int32 = 1
        var int32High: Int32 = 1
        var int32Maybe: Int32?
        var int32s: [Int32] = []
        var int64Low: Int64 = 1
        var int64High: Int64 = 1
        var int64Maybe: Int64?
        var int64s: [Int64] = []
        var intLow: Int = 1
        var intHigh: Int = 1
        var intMaybe: Int?
        var ints: [Int] = []
        var uint8Low: UInt8 = 1
        var uint8High: UInt8 = 1
        var uint8Maybe: UInt8?
        var uint8s: [UInt8] = []
        var uint16Low: UInt16 = 1
        var uint16High: UInt16 = 1
        var uint16Maybe: UInt16?
        var uint16s: [UInt16] = []
        var uint32Low: UInt32 = 1
        var uint32High: UInt32 = 1
        var uint32Maybe: UInt32?
        var uint32s: [UInt32] = []
        var uint64Low: UInt64 = 1
        var uint64High: UInt64 = 1
        var uint64Maybe: UInt64?
        var uint64s: [UInt64] = []
        var uintLow: UInt = 1
        var uintHigh: UInt = 1
        var uintMaybe: UInt?
        var uints: [UInt] = []

        static func sample() -> GoldenIntegers {
            let sample = GoldenIntegers()
            (sample.yes, sample.no, sample.maybe, sample.flags) = (true, false, false, [true, false, true])
            (sample.int8Low, sample.int8High, sample.int8Maybe) = (.min, .max, 0)
            sample.int8s = [.min, -1, 0, 1, 100, .max]
            (sample.int16Low, sample.int16High, sample.int16Maybe) = (.min, .max, 0)
            sample.int16s = [.min, -1, 0, 1, 100, .max]
            (sample.int32Low, sample.int32High, sample.int32Maybe) = (.min, .max, 0)
            sample.int32s = [.min, -1, 0, 1, 100, .max]
            (sample.int64Low, sample.int64High, sample.int64Maybe) = (.min, .max, 0)
            sample.int64s = [.min, -1, 0, 1, 100, .max]
            (sample.intLow, sample.intHigh, sample.intMaybe) = (.min, .max, 0)
            sample.ints = [.min, -1, 0, 1, 100, .max]
            (sample.uint8Low, sample.uint8High, sample.uint8Maybe) = (.min, .max, 0)
            sample.uint8s = [.min, 0, 1, 100, .max]
            (sample.uint16Low, sample.uint16High, sample.uint16Maybe) = (.min, .max, 0)
            sample.uint16s = [.min, 0, 1, 100, .max]
            (sample.uint32Low, sample.uint32High, sample.uint32Maybe) = (.min, .max, 0)
            sample.uint32s = [.min, 0, 1, 100, .max]
            (sample.uint64Low, sample.uint64High, sample.uint64Maybe) = (.min, .max, 0)
            sample.uint64s = [.min, 0, 1, 100, .max]
            (sample.uintLow, sample.uintHigh, sample.uintMaybe) = (.min, .max, 0)
            sample.uints = [.min, 0, 1, 100, .max]
            return sample
        }
    }

    /// Integers of up to 128 bits. Property lists and JSON have no number for the largest.
    @Model final class GoldenWideIntegers: BaseModel {
        var low: Int128 = 1
        var high: Int128 = 1
        var top: UInt128 = 1
        var maybe: Int128?
        var numbers: [Int128] = []
        var naturals: [UInt128] = []
        var named: [String: Int128] = [:]

        static func sample() -> GoldenWideIntegers {
            let sample = GoldenWideIntegers()
            (sample.low, sample.high, sample.top, sample.maybe) = (.min, .max, .max, 0)
            sample.numbers = [.min, -(1 << 64), -1, 0, 1, 1 << 63, 1 << 64, 1 << 100, .max]
            sample.naturals = [0, 1, 1 << 63, 1 << 64, .max]
            sample.named = ["large": 1 << 70, "small": -5]
            return sample
        }

        /// Those that decimals of 38 digits can represent.
        static func medium() -> GoldenWideIntegers {
            let sample = GoldenWideIntegers()
            (sample.low, sample.high, sample.top, sample.maybe) = (-(1 << 90), 1 << 90, 1 << 80, 1 << 65)
            sample.numbers = [-(1 << 64), -1, 0, 1 << 63, 1 << 64, 1 << 100]
            sample.naturals = [0, 1 << 63, 1 << 64, (1 << 64) - 1]
            sample.named = ["large": 1 << 70]
            return sample
        }
    }

    /// Numbers with fractions.
    @Model final class GoldenFractions: BaseModel {
        var float: Float = 1
        var double = 1.0
        var graphic: CGFloat = 1
        var maybeFloat: Float?
        var maybeDouble: Double?
        var whole = 0.5
        var negativeZero = 1.0
        var floats: [Float] = []
        var doubles: [Double] = []
        var graphics: [CGFloat] = []
        var rows: [[Double]] = []
        var named: [String: Double] = [:]
        var holes: [Double?] = []

        static func sample() -> GoldenFractions {
            let sample = GoldenFractions()
            (sample.float, sample.double, sample.graphic) = (0.1, 0.1, 1.0 / 3)
            (sample.maybeFloat, sample.maybeDouble, sample.whole, sample.negativeZero) = (-2.5, 1e300, 3, -0.0)
            sample.floats = [
                0, -0.0, 1, 0.1, 16_777_216, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude,
                -1.0 / 3, 1e10, 123_456.79,
            ]
            sample.doubles = [
                0, -0.0, 1, 0.1, 0.1 + 0.2, 1e15, 1e16, 1e17, 1e21, 1e22, 9_007_199_254_740_991, 1.0 / 3, -1e-7,
                .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 123_456_789.125, -4_294_967_296.5,
            ]
            sample.graphics = [0.5, -1e-3, 1e100]
            sample.rows = [[], [1], [0.25, -2]]
            sample.named = ["pi": 3.141592653589793, "": -1]
            sample.holes = [1.5, nil, -0.0]
            return sample
        }
    }

    /// Numbers that aren't finite.
    @Model final class GoldenNonFinite: BaseModel {
        var float: Float = 1
        var double = 1.0
        var graphic: CGFloat = 1
        var floats: [Float] = []
        var doubles: [Double] = []

        static func sample() -> GoldenNonFinite {
            let sample = GoldenNonFinite()
            (sample.float, sample.double, sample.graphic) = (-.infinity, .nan, .infinity)
            sample.floats = [.nan, .infinity, 1]
            sample.doubles = [.infinity, -.infinity, .nan, 0]
            return sample
        }
    }

    /// Decimals.
    @Model final class GoldenDecimals: BaseModel {
        var price = Decimal(1)
        var large = Decimal(1)
        var small = Decimal(1)
        var maybe: Decimal?
        var list: [Decimal] = []
        var named: [String: Decimal] = [:]
        var keyed: [Decimal: Int] = [:]

        static func sample() -> GoldenDecimals {
            func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? -1 }
            let sample = GoldenDecimals()
            (sample.price, sample.maybe) = (decimal("9.95"), decimal("-0.1"))
            (sample.large, sample.small) = (decimal("12345678901234567890123456789012345678"), decimal("1e-50"))
            sample.list = [
                0, 1, -1, decimal("0.1"), decimal("100"), decimal("1e20"), decimal("18446744073709551616"),
                decimal("-9223372036854775808"), decimal("3.14159265358979323846264338327950288419"), decimal("1e100"),
                .greatestFiniteMagnitude, .leastFiniteMagnitude,
            ]
            sample.named = ["one": decimal("1.10"), "two": decimal("2e2")]
            sample.keyed = [decimal("0.5"): 1]
            return sample
        }
    }
#endif
