// Reads the digits of dates with integer arithmetic.

extension DateText {
    /// Returns the text of a date and a time with the parts that it lacks: zero for missing seconds, and UTC for a
    /// missing time zone. Returns nil if nothing is missing, or if the text is no date and time. ISO 8601 allows both
    /// parts to be omitted.
    package static func completed(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        // As far as the minutes: 2018-03-16T16:49
        guard bytes.count >= 16, bytes.count < 64, bytes[10] == UInt8(ascii: "T"), bytes[13] == 0x3A else { return nil }
        let hasSeconds = bytes.count > 16 && bytes[16] == 0x3A
        let isTime = { (byte: UInt8) in byte == 0x2E || byte == 0x3A || byte &- 0x30 <= 9 }
        let hasZone = !bytes[16...].allSatisfy(isTime)
        if hasSeconds, hasZone { return nil }
        return String(decoding: bytes[..<16], as: UTF8.self) + (hasSeconds ? "" : ":00")
            + String(decoding: bytes[16...], as: UTF8.self) + (hasZone ? "" : "Z")
    }

    /// Returns the number of seconds since 2001 that a text represents. Returns nil if the text isn't a date.
    @safe
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        // 19 bytes for the seconds and at least one for the offset.
        let count = bytes.count
        guard count >= 20, let days = unsafe readDay(bytes), let start = bytes.baseAddress else { return nil }
        @safe let text = unsafe start
        let (hour, minute, second) = unsafe (pair(text + 11), pair(text + 14), pair(text + 17))
        guard text[10] == UInt8(ascii: "T") || text[10] == 0x20, text[13] == 0x3A, text[16] == 0x3A,
            hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60, second < 61
        else { return nil }
        var next = 19
        // The first 19 digits of the fraction fit into 64 bits.
        var fraction: UInt64 = 0
        var isCut = false
        if text[19] == UInt8(ascii: ".") {
            next = 20
            while next < count {
                let digit = text[next] &- 0x30
                guard digit <= 9 else { break }
                if next < 39 { fraction = fraction &* 10 &+ UInt64(digit) } else if digit != 0 { isCut = true }
                next &+= 1
            }
            guard next > 20, next <= 50, hour < 24 || fraction == 0 && !isCut else { return nil }
        }
        let end = next
        if next < count, text[next] == 0x20 { next &+= 1 }
        guard next < count else { return nil }
        var offset = 0
        if text[next] == UInt8(ascii: "Z") {
            guard next &+ 1 == count else { return nil }
        } else {
            guard let found = unsafe readOffset(bytes.part(next..<count)) else { return nil }
            offset = found
        }
        let clock = hour &* 3600 &+ minute &* 60 &+ second
        let seconds = days &* 86400 &+ Int(clock) &- offset &- secondsToReference
        if fraction == 0, !isCut { return Double(seconds) }
        let digits = min(end, 39) &- 20
        return unsafe nearest(seconds, fraction, digits, isCut) ?? slowlyNearest(seconds, bytes.part(20..<end))
    }

    /// Returns the number of days from the beginning of the year 0 to the day at the beginning of the bytes, such as
    /// `2018-03-16`. There must be at least ten bytes. Returns nil if they don't begin with a day.
    @unsafe
    @inline(__always)
    static func readDay(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count >= 10, let start = bytes.baseAddress else { return nil }
        @safe let text = unsafe start
        let (century, years, month, day) = unsafe (pair(text), pair(text + 2), pair(text + 5), pair(text + 8))
        guard century < 100, years < 100, text[4] == 0x2D, text[7] == 0x2D, month &- 1 < 12, day &- 1 < 31,
            day <= 28 || day <= daysInMonth(century &* 100 &+ years, month)
        else { return nil }
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": the year begins in March.
        let year = century &* 100 &+ years &+ 400 &- (month <= 2 ? 1 : 0)
        let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
        let centuries = year / 100
        let days = year &* 365 &+ year / 4 &- centuries &+ centuries / 4 &+ dayOfYear
        // The days of the 400 years before, except for the first January and February.
        return Int(days) &- 146_037
    }

    /// Returns the number of seconds of a time zone's offset: `+01:00`, `+0100` or `+01`. Returns nil for any other
    /// bytes.
    @unsafe
    private static func readOffset(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count >= 3, let start = bytes.baseAddress else { return nil }
        @safe let text = unsafe start
        let hours = unsafe pair(text + 1)
        guard text[0] == 0x2B || text[0] == 0x2D, hours < 24 else { return nil }
        var minutes: UInt32 = 0
        if bytes.count > 3 {
            let index = text[3] == 0x3A ? 4 : 3
            guard bytes.count == index + 2 else { return nil }
            minutes = unsafe pair(text + index)
            guard minutes < 60 else { return nil }
        }
        let seconds = Int(hours * 3600 + minutes * 60)
        return text[0] == 0x2D ? -seconds : seconds
    }

    /// Returns the number that two digits represent. Returns at least 1000 if the bytes aren't digits.
    @unsafe
    @inline(__always)
    private static func pair(_ text: UnsafePointer<UInt8>) -> UInt32 {
        let (tens, ones) = unsafe (text[0] &- 0x30, text[1] &- 0x30)
        return tens <= 9 && ones <= 9 ? UInt32(tens) &* 10 &+ UInt32(ones) : 1000
    }

    private static func daysInMonth(_ year: UInt32, _ month: UInt32) -> UInt32 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // MARK: The nearest double

    /// Returns the double nearest to a sum of seconds and a fraction. Returns nil if 64 bits of the sum aren't enough
    /// to determine it.
    ///
    /// - Parameters:
    ///   - seconds: The seconds. The fraction is added to them, even if they are negative.
    ///   - fraction: The digits of the fraction.
    ///   - digits: The number of these digits, up to 19.
    ///   - isCut: True if the fraction has more digits that aren't zero.
    private static func nearest(_ seconds: Int, _ fraction: UInt64, _ digits: Int, _ isCut: Bool) -> Double? {
        var (fraction, digits, isCut) = (fraction, digits, isCut)
        let whole = UInt64(seconds.magnitude)
        var power = NumberText.power(digits)
        // Seven digits of a fraction always fit after the seconds of 10,000 years.
        while digits > 7, (whole &+ 1).multipliedReportingOverflow(by: power).overflow {
            let shorter = fraction / 10
            if shorter &* 10 != fraction { isCut = true }
            fraction = shorter
            digits &-= 1
            power /= 10
        }
        let isNegative = seconds < 0
        let sum = isNegative ? whole &* power &- fraction : whole &* power &+ fraction
        guard isCut else { return NumberText.double(significand: sum, exponent: -digits, isNegative: isNegative) }
        // The sum lies between two integers. If both give the same double, that is the result.
        let low = NumberText.double(
            significand: isNegative ? sum &- 1 : sum, exponent: -digits, isNegative: isNegative)
        let high = NumberText.double(
            significand: isNegative ? sum : sum &+ 1, exponent: -digits, isNegative: isNegative)
        return low == high ? low : nil
    }

    /// Returns the double nearest to a sum of seconds and a fraction with up to 30 digits that aren't all zero.
    /// Parses the sum as one numeral.
    @unsafe
    @inline(never)
    private static func slowlyNearest(_ seconds: Int, _ digits: UnsafeBufferPointer<UInt8>) -> Double? {
        if seconds >= 0 { return Double("\(seconds).\(digits.text)") }
        // The fraction is added to the negative seconds: -5 + .25 is -4.75.
        return Double("-\(-seconds - 1).\(complement(digits.array))")
    }

    /// Returns the digits of 1 minus the fraction. The fraction isn't zero.
    private static func complement(_ fraction: [UInt8]) -> String {
        var result = fraction
        let last = result.lastIndex { $0 != 0x30 } ?? 0
        for index in result.indices {
            let digit = result[index] - 0x30
            if index < last {
                result[index] = 0x30 + 9 - digit
            } else if index == last {
                result[index] = 0x30 + 10 - digit
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
