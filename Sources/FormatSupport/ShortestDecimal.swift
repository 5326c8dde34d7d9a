/// The shortest decimal that stands for a floating-point number: the fewest digits that are read back as the same bits,
/// and of those the nearest to its value.
///
/// The algorithm is Raffaello Giulietti's, "The Schubfach way to render doubles" (2020), with Alexander Bolz's choice
/// of 128-bit powers rounded up. No loops, no allocation.
public struct ShortestDecimal: Sendable, Hashable {
    /// The digits as an integer; without trailing zeros. Zero for zero.
    public let digits: UInt64
    /// The power of ten that the digits are multiplied by.
    public let exponent: Int

    /// The decimal of a finite number's magnitude.
    public init(magnitudeOf value: Double) {
        let fraction = value.significandBitPattern
        let biased = Int(value.exponentBitPattern)
        guard fraction != 0 || biased != 0 else {
            self.init(0, 0)
            return
        }
        let significand = biased == 0 ? fraction : fraction | 1 << 52
        let power = biased == 0 ? -1074 : biased &- 1075
        if power <= 0, power > -53, significand & ((1 << UInt64(-power)) &- 1) == 0 {
            self.init(significand >> UInt64(-power), 0)
            return
        }
        let isNearerBelow = fraction == 0 && biased > 1
        let scale = Self.scale(power, isNearerBelow)
        let shift = UInt64(truncatingIfNeeded: power &+ Self.floorLog2(-scale) &+ 1)
        var (high, low) = PowersOfTen.leadingBits(-scale)
        if !(0...55).contains(-scale) {
            // Cut off, but needed rounded up.
            let (sum, overflow) = low.addingReportingOverflow(1)
            low = sum
            high &+= overflow ? 1 : 0
        }
        let center = significand &<< 2
        let below = Self.roundedToOdd(high, low, (center &- (isNearerBelow ? 1 : 2)) &<< shift)
        let middle = Self.roundedToOdd(high, low, center &<< shift)
        let above = Self.roundedToOdd(high, low, (center &+ 2) &<< shift)
        self.init(middle, between: below, and: above, isOdd: significand & 1, scale)
    }

    /// The decimal of a finite number's magnitude, with a float's precision.
    package init(magnitudeOf value: Float) {
        let fraction = UInt64(value.significandBitPattern)
        let biased = Int(value.exponentBitPattern)
        guard fraction != 0 || biased != 0 else {
            self.init(0, 0)
            return
        }
        let significand = biased == 0 ? fraction : fraction | 1 << 23
        let power = biased == 0 ? -149 : biased &- 150
        if power <= 0, power > -24, significand & ((1 << UInt64(-power)) &- 1) == 0 {
            self.init(significand >> UInt64(-power), 0)
            return
        }
        let isNearerBelow = fraction == 0 && biased > 1
        let scale = Self.scale(power, isNearerBelow)
        let shift = UInt64(truncatingIfNeeded: power &+ Self.floorLog2(-scale) &+ 1)
        var high = PowersOfTen.leadingBits(-scale).high
        if !(0...27).contains(-scale) { high &+= 1 }
        let center = significand &<< 2
        let below = Self.roundedToOdd(high, (center &- (isNearerBelow ? 1 : 2)) &<< shift)
        let middle = Self.roundedToOdd(high, center &<< shift)
        let above = Self.roundedToOdd(high, (center &+ 2) &<< shift)
        self.init(middle, between: below, and: above, isOdd: significand & 1, scale)
    }

    /// Chooses among the candidates. All three values are in quarters.
    @inline(__always)
    private init(_ value: UInt64, between below: UInt64, and above: UInt64, isOdd: UInt64, _ scale: Int) {
        // The ends of the interval count where ties go to this number, which is where its significand is even.
        let lower = below &+ isOdd
        let upper = above &- isOdd
        let whole = value >> 2
        if whole >= 10 {
            let tens = whole / 10
            let isBelowInside = lower <= 40 &* tens
            let isAboveInside = 40 &* tens &+ 40 <= upper
            if isBelowInside != isAboveInside {
                self.init(tens &+ (isAboveInside ? 1 : 0), scale &+ 1)
                return
            }
        }
        let isBelowInside = lower <= 4 &* whole
        let isAboveInside = 4 &* whole &+ 4 <= upper
        if isBelowInside != isAboveInside {
            self.init(whole &+ (isAboveInside ? 1 : 0), scale)
            return
        }
        let middle = 4 &* whole &+ 2
        let roundsUp = value > middle || (value == middle && whole & 1 != 0)
        self.init(whole &+ (roundsUp ? 1 : 0), scale)
    }

    /// Drops trailing zeros.
    @inline(__always)
    private init(_ digits: UInt64, _ exponent: Int) {
        var digits = digits
        var exponent = exponent
        while digits != 0 {
            let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
            guard remainder == 0 else { break }
            digits = quotient
            exponent &+= 1
        }
        self.digits = digits
        self.exponent = exponent
    }

    /// ⌊log₁₀ 2^power⌋, or ⌊log₁₀ (¾ · 2^power)⌋.
    @inline(__always)
    private static func scale(_ power: Int, _ threeQuarters: Bool) -> Int {
        (power &* 1_262_611 &- (threeQuarters ? 524_031 : 0)) >> 22
    }

    /// ⌊log₂ 10^exponent⌋.
    @inline(__always)
    private static func floorLog2(_ exponent: Int) -> Int {
        (exponent &* 1_741_647) >> 19
    }

    /// The product's leading bits; the lowest tells whether anything was cut off.
    @inline(__always)
    private static func roundedToOdd(_ high: UInt64, _ low: UInt64, _ factor: UInt64) -> UInt64 {
        let lower = low.multipliedFullWidth(by: factor)
        let upper = high.multipliedFullWidth(by: factor)
        let (middle, overflow) = upper.low.addingReportingOverflow(lower.high)
        let top = upper.high &+ (overflow ? 1 : 0)
        return top | (middle > 1 ? 1 : 0)
    }

    @inline(__always)
    private static func roundedToOdd(_ high: UInt64, _ factor: UInt64) -> UInt64 {
        let product = high.multipliedFullWidth(by: factor)
        return product.high | (product.low >> 32 > 1 ? 1 : 0)
    }
}
