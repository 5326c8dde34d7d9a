// Writes the digits of dates with integer arithmetic.

extension DateText {
    /// The maximum number of bytes of a text: 19 for the seconds, a point with 20 digits, and the offset with 6.
    static let mostBytes = 48

    /// The number of seconds from the beginning of the year 0 to the beginning of 2001, the reference date of `Date`.
    static let secondsToReference = 63_145_526_400

    /// The numbers of digits that a fraction may have, as a set of bits: 3, 6, 7, 8, 9, 10, 12, 14, 17 and 20.
    private static let precisions: UInt32 = 0b1_0010_0101_0111_1100_1000

    /// An interval as a number of seconds and a fraction.
    private struct Split {
        /// The number of whole seconds, rounded down.
        var seconds: Int
        /// The fraction in units of 2^-`bits`.
        var fraction: UInt64
        /// The number of bits of the fraction, 1 to 50.
        let bits: UInt64

        /// Splits an interval of at least four seconds before or after the reference date, or of whole seconds.
        /// Returns nil for any other interval.
        ///
        /// An interval of fewer seconds has a longer fraction. ``DateText/writeSlowly(_:_:_:to:)`` writes it.
        @inline(__always)
        init?(_ interval: Double) {
            let exponent = interval.exponentBitPattern
            let significand = interval.significandBitPattern | 1 << 52
            // From 2^2 to less than 2^52.
            guard exponent &- 1025 < 50 else {
                guard interval.magnitude < 4, let whole = Int(exactly: interval) else { return nil }
                (seconds, fraction, bits) = (whole, 0, 1)
                return
            }
            bits = UInt64(truncatingIfNeeded: 1075 &- exponent)
            fraction = significand & (1 &<< bits &- 1)
            seconds = Int(truncatingIfNeeded: significand &>> bits)
            if interval < 0 {
                seconds = 0 &- seconds
                if fraction != 0 {
                    seconds &-= 1
                    fraction = 1 &<< bits &- fraction
                }
            }
        }

        /// Returns the first digits of the fraction, and the rest of it. The unit of the rest is the unit of the last
        /// digit times 2^-`bits`.
        ///
        /// - Parameter power: Ten to the number of digits, at most 10^18.
        @inline(__always)
        func digits(_ power: UInt64) -> (digits: UInt64, rest: UInt64) {
            let product = fraction.multipliedFullWidth(by: power)
            return (
                product.high &<< (64 &- bits) | product.low &>> bits, product.low & (1 &<< bits &- 1)
            )
        }

        /// Returns true if a rest is at least half of the last digit's unit.
        @inline(__always)
        private func roundsUp(_ rest: UInt64) -> Bool { rest &>> (bits &- 1) != 0 }

        /// Returns true if the fraction is read back as the same double when it has as many digits as `power` has
        /// zeros. The last digit is rounded.
        @inline(__always)
        func isExact(_ power: UInt64, _ isEven: Bool) -> Bool {
            let rest = digits(power).rest
            // The distance of the digits from the interval, in halves of the distance of two doubles.
            let distance = 2 &* (roundsUp(rest) ? 1 &<< bits &- rest : rest)
            // The digits are read as the nearest double. If two doubles are equally near, the double with an even
            // significand is read.
            return distance < power || distance == power && isEven
        }

        /// Returns as many digits of the fraction as `power` has zeros. The last digit is rounded. Rounding up may
        /// change the seconds.
        @inline(__always)
        mutating func round(_ power: UInt64) -> UInt64 {
            let (digits, rest) = digits(power)
            guard roundsUp(rest) else { return digits }
            guard digits &+ 1 == power else { return digits &+ 1 }
            seconds &+= 1
            return 0
        }
    }

    /// Returns true if the year of an interval is 0 to 9999, and the interval isn't -0.0, which is read back as 0.0.
    @inline(__always)
    private static func isInRange(_ interval: Double) -> Bool {
        range.contains(interval) && interval.bitPattern != 1 << 63
    }

    /// Returns true if an interval in the range has whole seconds.
    @inline(__always)
    static func isWhole(_ interval: Double) -> Bool { isInRange(interval) && Double(Int(interval)) == interval }

    /// Returns true if an interval has a text that is read back as the same double. Returns nil if this can be found
    /// out only by writing the text.
    static func isExact(_ interval: Double) -> Bool? {
        guard isInRange(interval) else { return false }
        return Split(interval) == nil ? nil : true
    }

    /// Writes the text of an interval with the fewest digits of ``precisions`` that are read as the same bits. Returns
    /// the number of bytes, or 0 if there is no such text.
    @unsafe
    static func writeExact(_ interval: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard isInRange(interval) else { return 0 }
        guard var split = Split(interval) else { return unsafe writeExactSlowly(interval, to: target) }
        let isEven = interval.significandBitPattern & 1 == 0
        var count = 3
        var power: UInt64 = 1000
        if !split.isExact(power, isEven) {
            count = 6
            power = 1_000_000
            // A fraction of 50 bits needs at most 16 digits, so that 17 are enough.
            while !split.isExact(power, isEven) {
                repeat {
                    count &+= 1
                    power &*= 10
                } while precisions &>> UInt32(truncatingIfNeeded: count) & 1 == 0
            }
        }
        let digits = split.round(power)
        guard unsafe writeSeconds(split.seconds, to: target) else { return 0 }
        unsafe write(digits, count, to: target)
        unsafe target[20 + count] = UInt8(ascii: "Z")
        return count + 21
    }

    /// Writes the text of an interval of whole seconds. Returns the number of bytes, or 0 if the interval has a
    /// fraction or no text.
    @unsafe
    static func writeWholeSeconds(_ interval: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard isWhole(interval), unsafe writeSeconds(Int(interval), to: target) else { return 0 }
        unsafe target[19] = UInt8(ascii: "Z")
        return 20
    }

    /// Writes the text of an interval in a time zone. The last digit is rounded; without digits, the fraction is
    /// dropped. Returns the number of bytes, or 0 if the year isn't 0 to 9999.
    @unsafe
    static func write(
        _ interval: Double, _ count: Int, _ offset: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var end = 19
        if count <= 0 {
            guard unsafe writeSeconds(floor(interval) + offset, to: target) else { return 0 }
        } else if count <= 18, var split = Split(interval) {
            let digits = split.round(NumberText.power(count))
            guard unsafe writeSeconds(split.seconds &+ offset, to: target) else { return 0 }
            unsafe write(digits, count, to: target)
            end = count + 20
        } else {
            end = unsafe writeSlowly(interval, min(count, 20), offset, to: target)
            guard end > 0 else { return 0 }
        }
        return unsafe end + writeZone(offset, to: target + end)
    }

    /// Writes the day of an interval in a time zone. Returns the number of bytes, or 0 if the year isn't 0 to 9999.
    @unsafe
    static func writeDay(_ interval: Double, _ offset: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe writeSeconds(floor(interval) + offset, to: target) ? 10 : 0
    }

    /// Returns the interval rounded down. This is faster than `rounded(.down)`, which is a function call.
    @inline(__always)
    private static func floor(_ interval: Double) -> Int {
        let whole = Int(interval)
        return Double(whole) > interval ? whole &- 1 : whole
    }

    // MARK: Short intervals

    /// Does the same as ``writeExact(_:to:)``, but for any interval. It reads each text back to check it.
    @unsafe
    @inline(never)
    private static func writeExactSlowly(_ interval: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        for count in 3...20 where precisions >> UInt32(count) & 1 != 0 {
            let end = unsafe writeSlowly(interval, count, 0, to: target)
            guard end > 0 else { continue }
            unsafe target[end] = UInt8(ascii: "Z")
            if unsafe read(UnsafeBufferPointer(start: target, count: end + 1)) == interval { return end + 1 }
        }
        return 0
    }

    /// Writes the seconds and 1 to 20 digits of a fraction of any length. Returns the number of bytes, or 0 if the year
    /// isn't 0 to 9999.
    @unsafe
    @inline(never)
    private static func writeSlowly(
        _ interval: Double, _ count: Int, _ offset: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        @safe let room = unsafe target + 20
        var seconds = floor(interval)
        // Exact, except between -1 and 0: the difference of a double and its floor has no more bits than the double.
        var fraction = interval - Double(seconds)
        for index in 0..<count {
            fraction *= 10
            let digit = min(9, Int(fraction))
            room[index] = 0x30 + UInt8(digit)
            fraction -= Double(digit)
        }
        // The digits are truncated, not rounded: round up if the rest is at least half of the last digit's unit.
        var index = count
        var carries = fraction >= 0.5
        while carries, index > 0 {
            index -= 1
            carries = room[index] == 0x39
            room[index] = carries ? 0x30 : room[index] + 1
        }
        if carries { seconds += 1 }
        guard unsafe writeSeconds(seconds + offset, to: target) else { return 0 }
        unsafe target[19] = UInt8(ascii: ".")
        return count + 20
    }

    // MARK: Parts

    /// Writes a number of seconds since 2001, without a fraction and an offset: 19 bytes. Returns false if the year
    /// isn't 0 to 9999.
    ///
    /// The algorithm of the day is Howard Hinnant's, "chrono-Compatible Low-Level Date Algorithms".
    @unsafe
    @inline(__always)
    private static func writeSeconds(_ seconds: Int, to target: UnsafeMutablePointer<UInt8>) -> Bool {
        // From the beginning of the year 0; a negative number becomes a large one.
        let time = UInt64(bitPattern: Int64(seconds &+ secondsToReference))
        guard time < 315_569_520_000 else { return false }
        let day = time / 86400
        let clock = UInt32(truncatingIfNeeded: time &- day &* 86400)
        // The day from the March of 400 years before the year 0.
        let shifted = UInt32(truncatingIfNeeded: day) &+ 146_037
        let era = shifted / 146_097
        let dayOfEra = shifted &- era &* 146_097
        let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let shiftedMonth = (5 &* dayOfYear &+ 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth &+ 3 : shiftedMonth &- 9
        let year = yearOfEra &+ era &* 400 &- 400 &+ (month <= 2 ? 1 : 0)
        let century = year / 100
        let minutes = clock / 60
        let hour = clock / 3600
        unsafe put(century, at: target)
        unsafe put(year &- century &* 100, at: target + 2)
        unsafe target[4] = UInt8(ascii: "-")
        unsafe put(month, at: target + 5)
        unsafe target[7] = UInt8(ascii: "-")
        unsafe put(dayOfYear &- (153 &* shiftedMonth &+ 2) / 5 &+ 1, at: target + 8)
        unsafe target[10] = UInt8(ascii: "T")
        unsafe put(hour, at: target + 11)
        unsafe target[13] = UInt8(ascii: ":")
        unsafe put(minutes &- hour &* 60, at: target + 14)
        unsafe target[16] = UInt8(ascii: ":")
        unsafe put(clock &- minutes &* 60, at: target + 17)
        return true
    }

    /// Writes two digits of a number less than 100.
    @unsafe
    @inline(__always)
    private static func put(_ value: UInt32, at target: UnsafeMutablePointer<UInt8>) {
        let pair = unsafe UnsafeRawPointer(NumberText.pairs.utf8Start).loadUnaligned(
            fromByteOffset: Int(truncatingIfNeeded: value &* 2), as: UInt16.self)
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: pair, as: UInt16.self)
    }

    /// Writes the point and `count` digits of a fraction after the seconds.
    @unsafe
    @inline(__always)
    private static func write(_ digits: UInt64, _ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        unsafe target[19] = UInt8(ascii: ".")
        var end = 20 &+ count
        var digits = digits
        // Two digits at a time. Divisions of 32 bits are faster.
        while end >= 30 {
            let rest = digits / 100
            end &-= 2
            unsafe put(UInt32(truncatingIfNeeded: digits &- rest &* 100), at: target + end)
            digits = rest
        }
        var short = UInt32(truncatingIfNeeded: digits)
        while end >= 22 {
            let rest = short / 100
            end &-= 2
            unsafe put(short &- rest &* 100, at: target + end)
            short = rest
        }
        if end > 20 { unsafe target[20] = 0x30 &+ UInt8(truncatingIfNeeded: short) }
    }

    /// Writes the offset of a time zone: `Z` or `+01:00`. Returns the number of bytes.
    @unsafe
    private static func writeZone(_ offset: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let minutes = UInt32(offset.magnitude / 60)
        guard minutes > 0 else {
            unsafe target[0] = UInt8(ascii: "Z")
            return 1
        }
        unsafe target[0] = offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")
        unsafe put(minutes / 60, at: target + 1)
        unsafe target[3] = UInt8(ascii: ":")
        unsafe put(minutes % 60, at: target + 4)
        return 6
    }
}
