extension NumberText {
    /// The two digits of each number from 00 to 99.
    static let pairs: StaticString =
        """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """

    /// Returns the number of decimal digits of an integer.
    @inline(__always)
    static func digitCount(_ value: UInt64) -> Int {
        // The number of bits gives the number of digits or one less; a comparison decides.
        let guess = ((64 &- value.leadingZeroBitCount) &* 1233) >> 12
        return guess &+ (value >= power(guess) ? 1 : 0)
    }

    /// 10 to the `exponent`, for exponents up to 19.
    @inline(__always)
    static func power(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        case 4: 10000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        case 8: 100_000_000
        case 9: 1_000_000_000
        case 10: 10_000_000_000
        case 11: 100_000_000_000
        case 12: 1_000_000_000_000
        case 13: 10_000_000_000_000
        case 14: 100_000_000_000_000
        case 15: 1_000_000_000_000_000
        case 16: 10_000_000_000_000_000
        case 17: 100_000_000_000_000_000
        case 18: 1_000_000_000_000_000_000
        default: 10_000_000_000_000_000_000
        }
    }

    /// Writes the `count` digits of an integer to `target`, which must have room for them. An integer with fewer digits gets
    /// zeros in front.
    @inline(__always)
    @unsafe
    static func write(_ value: UInt64, _ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        @safe let room = unsafe target
        @safe let pairs = unsafe self.pairs.utf8Start
        var value = value
        var next = count
        while next >= 8 {
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: 100_000_000)
            value = quotient
            next &-= 8
            unsafe UnsafeMutableRawPointer(target + next).storeBytes(of: eightDigits(remainder), as: UInt64.self)
        }
        while next >= 2 {
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: 100)
            value = quotient
            next &-= 2
            let pair = Int(truncatingIfNeeded: remainder &* 2)
            room[next] = pairs[pair]
            room[next &+ 1] = pairs[pair &+ 1]
        }
        if next == 1 { room[0] = 0x30 &+ UInt8(truncatingIfNeeded: value) }
    }

    /// Returns the eight digits of an integer below 10^8 as the bytes of text, the first digit at the lowest address.
    ///
    /// All digits are computed at once: first two parts of four digits, then four parts of two digits, then eight
    /// parts of one digit. Each division is a multiplication by a reciprocal, which is exact for numbers of so few
    /// digits.
    @inline(__always)
    static func eightDigits(_ value: UInt64) -> UInt64 {
        let high = value / 10_000
        let fours = high | (value &- high &* 10_000) << 32
        let hundreds = ((fours &* 10486) >> 20) & 0x7F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
        let ones = tens | (twos &- tens &* 10) << 8
        return (ones | 0x3030_3030_3030_3030).littleEndian
    }

    /// Inserts a point into the digits of a number, which begin at the second byte. The digits before the point are
    /// moved to the first byte.
    ///
    /// - Parameter whole: The number of digits before the point.
    @inline(__always)
    @unsafe
    private static func insertPoint(at whole: Int, to target: UnsafeMutablePointer<UInt8>) {
        guard whole < 8 else {
            unsafe target.update(from: target + 1, count: whole)
            unsafe target[whole] = UInt8(ascii: ".")
            return
        }
        // The target has room for a whole word.
        let memory = UnsafeMutableRawPointer(target)
        let word = unsafe UInt64(littleEndian: memory.loadUnaligned(as: UInt64.self))
        let (shift, digits) = (UInt64(truncatingIfNeeded: whole &* 8), word &>> 8)
        let before = (1 &<< shift) &- 1
        let rest = word & ~(before &<< 8 | 0xFF)
        let changed = digits & before | 0x2E &<< shift | rest
        unsafe memory.storeBytes(of: changed.littleEndian, as: UInt64.self)
    }

    /// Writes a decimal: without an exponent from 1e-5 to below 1e21, otherwise with an exponent. Returns the number
    /// of bytes, at most 39.
    @inline(__always)
    @unsafe
    static func write(_ decimal: ShortestDecimal, to target: UnsafeMutablePointer<UInt8>) -> Int {
        @safe let room = unsafe target
        let digits = decimal.digits
        let count = digits == 0 ? 1 : digitCount(digits)
        // The number of digits before the point.
        let whole = count &+ decimal.exponent
        if decimal.exponent >= 0, whole <= 21 {
            unsafe write(digits, count, to: target)
            unsafe (target + count).update(repeating: 0x30, count: decimal.exponent)
            room[whole] = UInt8(ascii: ".")
            room[whole + 1] = 0x30
            return whole + 2
        }
        if whole > 0, whole <= 21 {
            unsafe write(digits, count, to: target + 1)
            unsafe insertPoint(at: whole, to: target)
            return count + 1
        }
        if whole <= 0, whole > -5 {
            room[0] = 0x30
            room[1] = UInt8(ascii: ".")
            unsafe (target + 2).update(repeating: 0x30, count: -whole)
            unsafe write(digits, count, to: target + 2 - whole)
            return count + 2 - whole
        }
        var length = count
        if count == 1 {
            unsafe write(digits, 1, to: target)
        } else {
            unsafe write(digits, count, to: target + 1)
            room[0] = room[1]
            room[1] = UInt8(ascii: ".")
            length += 1
        }
        let exponent = whole - 1
        room[length] = UInt8(ascii: "e")
        room[length + 1] = exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
        let size = exponent.magnitude < 10 ? 1 : exponent.magnitude < 100 ? 2 : 3
        unsafe write(UInt64(exponent.magnitude), size, to: target + length + 2)
        return length + 2 + size
    }
}
