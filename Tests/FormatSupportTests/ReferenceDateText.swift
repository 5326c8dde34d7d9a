import Foundation

/// Dates as text, written digit by digit and parsed as numerals: slow, and independent of the code that it is compared
/// with.
enum ReferenceDateText {
    /// The seconds from 1970 to 2001, the reference date of `Date`.
    private static let referenceOffset = 978_307_200
    /// The years 0 to 9999, in seconds since the beginning of 2001.
    static let range = -63_145_526_400.0..<252_423_993_600

    /// The text of a date that is read back as the same bits. The fraction of the second has three digits, and more
    /// only if they are needed.
    ///
    /// Nil for dates before the year 0 and after 9999, for those that aren't numbers, for -0.0, and if twenty digits
    /// aren't enough.
    static func exactString(from date: Date) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard range.contains(interval), !isMinusZero(interval) else { return nil }
        for digits in [3, 6, 7, 8, 9, 10, 12, 14, 17, 20] {
            if let text = string(interval, digits: digits), self.date(from: text) == date { return text }
        }
        return nil
    }

    /// The text of a date in whole seconds. Nil if the date has a fraction of a second, is -0.0, or isn't in the years
    /// 0 to 9999.
    static func wholeSecondsString(from date: Date) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard interval.rounded() == interval, range.contains(interval), !isMinusZero(interval) else { return nil }
        return string(interval, digits: 0)
    }

    /// The text of a date as the local time of a time zone, without the zone.
    ///
    /// Nil for dates before the year 0 and after 9999, and for those that aren't numbers.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - fractionDigits: The number of digits of the fraction of the second, the last one rounded. With 0, the
    ///     fraction is dropped.
    ///   - offset: The offset of the time zone from UTC in seconds, positive if it is ahead.
    static func string(from date: Date, fractionDigits: Int, secondsFromUTC offset: Int) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard (range.lowerBound - 86400..<range.upperBound + 86400).contains(interval) else { return nil }
        let exact = fractionDigits == 0 ? interval.rounded(.down) : interval
        return string(exact, digits: fractionDigits, offset: offset).map { String($0.dropLast()) }
    }

    private static func isMinusZero(_ interval: Double) -> Bool { interval == 0 && interval.sign == .minus }

    private static func string(_ interval: Double, digits: Int, offset: Int = 0) -> String? {
        let whole = interval.rounded(.down)
        // Exact, except between -1 and 0: the difference of a double and its floor has no more bits than the double.
        var fraction = interval - whole
        var text = [UInt8]()
        for _ in 0..<digits {
            fraction *= 10
            let digit = min(9, Int(fraction))
            text.append(0x30 + UInt8(digit))
            fraction -= Double(digit)
        }
        // The digits are truncated, not rounded: round up if the rest is at least half of the last digit's unit.
        var carry = fraction >= 0.5
        for index in text.indices.reversed() where carry {
            if text[index] == 0x39 {
                text[index] = 0x30
            } else {
                text[index] += 1
                carry = false
            }
        }
        let seconds = Int(whole) + referenceOffset + offset + (carry ? 1 : 0)
        let (year, month, day) = civil(fromDays: seconds.floorDivided(by: 86400))
        guard (0...9999).contains(year) else { return nil }
        let clock = seconds.floorRemainder(by: 86400)
        var result = [UInt8]()
        result.reserveCapacity(32)
        func put(_ value: Int, width: Int) {
            var scale = 1
            for _ in 1..<width { scale *= 10 }
            while scale > 0 {
                result.append(0x30 + UInt8(value / scale % 10))
                scale /= 10
            }
        }
        put(year, width: 4)
        result.append(UInt8(ascii: "-"))
        put(month, width: 2)
        result.append(UInt8(ascii: "-"))
        put(day, width: 2)
        result.append(UInt8(ascii: "T"))
        put(clock / 3600, width: 2)
        result.append(UInt8(ascii: ":"))
        put(clock / 60 % 60, width: 2)
        result.append(UInt8(ascii: ":"))
        put(clock % 60, width: 2)
        if digits > 0 {
            result.append(UInt8(ascii: "."))
            result += text
        }
        result.append(UInt8(ascii: "Z"))
        return String(decoding: result, as: UTF8.self)
    }

    /// Parses `2018-03-16T16:49:14Z`, with or without a fraction, with `Z` or an offset such as `+01:00` or `+01`.
    ///
    /// A space may replace the `T`, as in the text of databases, and another may precede the offset, as in the
    /// description of a `Date`. `24:00:00` is the end of a day. Nil for any other text.
    static func date(from text: String) -> Date? {
        var scanner = Array(text.utf8)[...]
        func number(_ width: Int) -> Int? {
            guard scanner.count >= width else { return nil }
            var value = 0
            for byte in scanner.prefix(width) {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            scanner = scanner.dropFirst(width)
            return value
        }
        func skip(_ byte: UInt8) -> Bool {
            guard scanner.first == byte else { return false }
            scanner = scanner.dropFirst()
            return true
        }
        guard let year = number(4), skip(0x2D), let month = number(2), skip(0x2D), let day = number(2),
            skip(UInt8(ascii: "T")) || skip(0x20),
            let hour = number(2), skip(0x3A), let minute = number(2), skip(0x3A), let second = number(2),
            (1...12).contains(month), day >= 1, day <= daysInMonth(year, month),
            hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60, second < 61
        else { return nil }
        var fractionText = [UInt8]()
        if skip(UInt8(ascii: ".")) {
            while let byte = scanner.first, (0x30...0x39).contains(byte) {
                fractionText.append(byte)
                scanner = scanner.dropFirst()
            }
            guard !fractionText.isEmpty, fractionText.count <= 30,
                hour < 24 || fractionText.allSatisfy({ $0 == 0x30 })
            else { return nil }
        }
        _ = skip(0x20)
        var offset = 0
        if !skip(UInt8(ascii: "Z")) {
            let negative = scanner.first == 0x2D
            guard skip(0x2D) || skip(0x2B), let hours = number(2), hours < 24 else { return nil }
            var minutes = 0
            if !scanner.isEmpty {
                _ = skip(0x3A)
                guard let written = number(2), written < 60 else { return nil }
                minutes = written
            }
            offset = (hours * 3600 + minutes * 60) * (negative ? -1 : 1)
        }
        guard scanner.isEmpty else { return nil }
        let days = daysFromCivil(year, month, day)
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset - referenceOffset
        guard !fractionText.isEmpty else { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }
        // Parsed as one numeral, so that the result is the double nearest to the text.
        let digits = String(decoding: fractionText, as: UTF8.self)
        if seconds >= 0 {
            return Double("\(seconds).\(digits)").map(Date.init(timeIntervalSinceReferenceDate:))
        }
        // Before 2001, the seconds are negative and the fraction is added: -5 + .25 is -4.75.
        guard fractionText.contains(where: { $0 != 0x30 }) else {
            return Date(timeIntervalSinceReferenceDate: Double(seconds))
        }
        return Double("-\(-seconds - 1).\(complement(fractionText))").map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// The digits of 1 minus the fraction. The fraction isn't zero.
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

    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".

    private static func daysFromCivil(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year.floorDivided(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func daysInMonth(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int {
    fileprivate func floorDivided(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }

    fileprivate func floorRemainder(by divisor: Int) -> Int {
        self - floorDivided(by: divisor) * divisor
    }
}
