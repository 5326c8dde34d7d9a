/// Converts decimal text to the nearest floating-point number, ties to even, and numbers to text.
public enum NumberText {
    /// Returns the double nearest to `significand` · 10^`exponent`. Returns nil in the rare case that 128 bits aren't
    /// enough to determine it.
    ///
    /// Small numbers are computed by William Clinger's method, in which both parts are exact doubles. Other numbers
    /// are computed by Daniel Lemire's method, "Number Parsing at a Gigabyte per Second" (2021), after an idea of
    /// Michael Eisel. Numbers that are too large become infinity, and numbers that are too small become zero.
    public static func double(significand: UInt64, exponent: Int, isNegative: Bool) -> Double? {
        if significand <= 1 << 53, exponent >= -22, exponent <= 22 {
            let value = Double(significand)
            let scaled = exponent < 0 ? value / exactPower(-exponent) : value * exactPower(exponent)
            return isNegative ? -scaled : scaled
        }
        // The first call computes the powers in another function, so that this one calls none and saves no registers.
        guard PowersOfTen.areComputed else { return firstDouble(significand, exponent, isNegative) }
        guard let bits = bits(significand, exponent) else { return nil }
        return Double(bitPattern: bits | (isNegative ? 1 << 63 : 0))
    }

    @inline(never)
    private static func firstDouble(_ significand: UInt64, _ exponent: Int, _ isNegative: Bool) -> Double? {
        PowersOfTen.compute()
        return double(significand: significand, exponent: exponent, isNegative: isNegative)
    }

    /// Returns the double nearest to a numeral of any length: an optional sign, digits with or without a point, an
    /// optional exponent.
    ///
    /// Digits may be missing on one side of the point. Returns nil for any other text, and infinity if the number is
    /// too large. The time is linear in the number of bytes.
    @safe
    public static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let numeral = DecimalNumeral(text) else { return nil }
        return double(numeral, text)
    }

    /// Returns the double nearest to a numeral that was already parsed. `text` contains the numeral's bytes.
    @safe
    public static func double(_ numeral: DecimalNumeral, _ text: UnsafeBufferPointer<UInt8>) -> Double? {
        let low = double(significand: numeral.significand, exponent: numeral.exponent, isNegative: numeral.isNegative)
        if let low {
            if numeral.isExact { return low }
            // The number lies between this significand and the next. If both give the same double, that is the result.
            let high = double(
                significand: numeral.significand + 1, exponent: numeral.exponent, isNegative: numeral.isNegative)
            if low == high { return low }
        }
        return Double(text.text)
    }

    /// Returns the powers of ten that a double represents exactly.
    @inline(__always)
    private static func exactPower(_ exponent: Int) -> Double {
        switch exponent {
        case 0: 1
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        case 7: 1e7
        case 8: 1e8
        case 9: 1e9
        case 10: 1e10
        case 11: 1e11
        case 12: 1e12
        case 13: 1e13
        case 14: 1e14
        case 15: 1e15
        case 16: 1e16
        case 17: 1e17
        case 18: 1e18
        case 19: 1e19
        case 20: 1e20
        case 21: 1e21
        default: 1e22
        }
    }

    private static let infinity: UInt64 = 0x7FF0_0000_0000_0000

    private static func bits(_ significand: UInt64, _ exponent: Int) -> UInt64? {
        guard significand != 0, exponent >= -342 else { return 0 }
        guard exponent <= 308 else { return infinity }
        let zeros = significand.leadingZeroBitCount
        let normal = significand << UInt64(zeros)
        var (powerHigh, powerLow) = PowersOfTen.leadingBits(exponent)
        if exponent < 0, exponent >= -27 {
            // The reciprocals of powers that fit into 64 bits are needed rounded up.
            let (sum, overflow) = powerLow.addingReportingOverflow(1)
            powerLow = sum
            powerHigh &+= overflow ? 1 : 0
        }
        var (high, low) = normal.multipliedFullWidth(by: powerHigh)
        if high & 0x1FF == 0x1FF {
            let more = normal.multipliedFullWidth(by: powerLow)
            let (sum, overflow) = low.addingReportingOverflow(more.high)
            low = sum
            if overflow { high &+= 1 }
        }
        if low == .max, exponent < -27 || exponent > 55 { return nil }
        let top = high >> 63
        let shift = top &+ 9
        var mantissa = high >> shift
        var power = ((217_706 &* exponent) >> 16) &+ 63 &+ Int(top) &- zeros &+ 1023
        if power <= 0 {
            guard power > -63 else { return 0 }
            mantissa >>= UInt64(1 &- power)
            mantissa = (mantissa &+ (mantissa & 1)) >> 1
            return mantissa < 1 << 52 ? mantissa : 1 << 52
        }
        if low <= 1, exponent >= -4, exponent <= 23, mantissa & 3 == 1, mantissa << shift == high {
            // Exactly halfway between two doubles, which is possible only for these exponents.
            mantissa &= ~1
        }
        mantissa = (mantissa &+ (mantissa & 1)) >> 1
        if mantissa >= 1 << 53 {
            mantissa = 1 << 52
            power &+= 1
        }
        guard power < 0x7FF else { return infinity }
        return mantissa & ~(1 << 52) | UInt64(power) << 52
    }
}

extension NumberText {
    /// Returns true if the float nearest to a numeral may differ from the float nearest to `value`, which is the
    /// double nearest to the numeral. The numeral must then be parsed again, as a float.
    @inlinable
    @inline(__always)
    public static func mayRoundTwice(_ value: Double) -> Bool {
        // Halfway between two floats, or in the range of subnormal floats, which have fewer digits.
        value.bitPattern & 0x1FFF_FFFF == 0x1000_0000 || value.magnitude < Double(Float.leastNormalMagnitude)
    }
}
