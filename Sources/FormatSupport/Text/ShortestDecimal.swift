/// The shortest decimal of a floating-point number: it has the fewest digits that are read back as the same bits. If
/// there are several such decimals, it is the decimal nearest to the number.
///
/// The algorithm is Raffaello Giulietti's, "The Schubfach way to render doubles" (2020), with Alexander Bolz's choice
/// of 128-bit powers rounded up. It allocates nothing, and its only loop removes trailing zeros.
public struct ShortestDecimal: Sendable, Hashable {
    /// The digits as an integer, without trailing zeros. 0 for zero.
    public let digits: UInt64
    /// The power of ten that the digits are multiplied by.
    public let exponent: Int

    /// Creates the decimal of a finite number's magnitude.
    @inline(__always)
    public init(magnitudeOf value: Double) {
        self.init(value.significandBitPattern, Int(value.exponentBitPattern), bits: 52, least: -1074, isFloat: false)
    }

    /// Creates the decimal of a finite number's magnitude, with a float's precision.
    package init(magnitudeOf value: Float) {
        let fraction = UInt64(value.significandBitPattern)
        self.init(fraction, Int(value.exponentBitPattern), bits: 23, least: -149, isFloat: true)
    }

    /// Creates the decimal of a number from the number's parts. The initializer is inlined, so that each of its two
    /// callers has code for its own type.
    ///
    /// - Parameters:
    ///   - fraction: The stored bits of the significand.
    ///   - biased: The stored exponent, to which the type adds a bias.
    ///   - bits: The number of bits of the significand that the type stores.
    ///   - least: The binary exponent of the type's least nonzero magnitude.
    ///   - isFloat: True for a float, which needs only half of the bits of a power of ten.
    @inline(__always)
    private init(_ fraction: UInt64, _ biased: Int, bits: Int, least: Int, isFloat: Bool) {
        guard fraction != 0 || biased != 0 else {
            self.init(0, 0)
            return
        }
        let significand = biased == 0 ? fraction : fraction | 1 &<< UInt64(bits)
        let power = biased == 0 ? least : biased &+ (least &- 1)
        if power <= 0, power >= -bits, significand & ((1 << UInt64(-power)) &- 1) == 0 {
            self.init(significand >> UInt64(-power), 0)
            return
        }
        if !PowersOfTen.areComputed { PowersOfTen.compute() }
        let isNearerBelow = fraction == 0 && biased > 1
        let scale = Self.scale(power, isNearerBelow)
        let shift = UInt64(truncatingIfNeeded: power &+ Self.floorLog2(-scale) &+ 1)
        var (high, low) = PowersOfTen.leadingBits(-scale)
        if -scale < 0 || -scale > (isFloat ? 27 : 55) {
            // The table's bits are truncated, but are needed rounded up.
            let (sum, overflow) = low.addingReportingOverflow(1)
            low = sum
            high &+= isFloat || overflow ? 1 : 0
        }
        let center = significand &<< 2
        let below = Self.roundedToOdd(high, low, (center &- (isNearerBelow ? 1 : 2)) &<< shift, isFloat)
        let middle = Self.roundedToOdd(high, low, center &<< shift, isFloat)
        let above = Self.roundedToOdd(high, low, (center &+ 2) &<< shift, isFloat)
        self.init(middle, between: below, and: above, isOdd: significand & 1, scale)
    }

    /// Chooses among the decimals between `below` and `above`. All three values are in quarters of 10^`scale`.
    @inline(__always)
    private init(_ value: UInt64, between below: UInt64, and above: UInt64, isOdd: UInt64, _ scale: Int) {
        // The ends of the interval belong to it if a tie rounds to this number: if its significand is even.
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

    /// Creates a decimal, and removes trailing zeros.
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

    /// Returns ⌊log₁₀ 2^power⌋, or ⌊log₁₀ (¾ · 2^power)⌋ if the second parameter is true.
    @inline(__always)
    private static func scale(_ power: Int, _ threeQuarters: Bool) -> Int {
        (power &* 1_262_611 &- (threeQuarters ? 524_031 : 0)) >> 22
    }

    /// Returns ⌊log₂ 10^exponent⌋.
    @inline(__always)
    private static func floorLog2(_ exponent: Int) -> Int {
        (exponent &* 1_741_647) >> 19
    }

    /// Returns the leading bits of a product. The lowest bit is also set if anything but rounding errors was cut off.
    /// For a float, only the upper half of the power is multiplied.
    @inline(__always)
    private static func roundedToOdd(_ high: UInt64, _ low: UInt64, _ factor: UInt64, _ isFloat: Bool) -> UInt64 {
        let upper = high.multipliedFullWidth(by: factor)
        if isFloat { return upper.high | (upper.low >> 32 > 1 ? 1 : 0) }
        let lower = low.multipliedFullWidth(by: factor)
        let (middle, overflow) = upper.low.addingReportingOverflow(lower.high)
        let top = upper.high &+ (overflow ? 1 : 0)
        return top | (middle > 1 ? 1 : 0)
    }
}
