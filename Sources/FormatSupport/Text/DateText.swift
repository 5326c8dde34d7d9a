/// Dates as ISO 8601 text in UTC, in the proleptic Gregorian calendar: `2018-03-16T16:49:14.125Z`.
///
/// Every conversion takes constant time.
public enum DateText {
    /// The years 0 to 9999, in seconds since the beginning of 2001.
    package static let range = -63_145_526_400.0..<252_423_993_600

    // MARK: Writing

    /// Returns the text of a date that is read back as the same bits. The fraction of the second has three digits. It
    /// has more digits only if they are needed.
    ///
    /// Returns nil for dates before the year 0 and after 9999, for NaN, for -0.0, and if twenty digits aren't enough.
    public static func exactString(from date: Date) -> String? {
        text { target in unsafe writeExact(date.timeIntervalSinceReferenceDate, to: target) }
    }

    /// Returns the text that ``exactString(from:)`` returns, with `+00:00` in place of `Z`. Comparing such texts by
    /// their bytes gives the order of their dates: `+` comes before the digits, and `Z` after them.
    package static func sortableString(from date: Date) -> String? {
        exactString(from: date).map { $0.dropLast() + "+00:00" }
    }

    /// Returns true if ``exactString(from:)`` returns a text.
    package static func hasExactString(_ date: Date) -> Bool {
        isExact(date.timeIntervalSinceReferenceDate) ?? (exactString(from: date) != nil)
    }

    /// Appends the text that ``exactString(from:)`` returns, without a `String`.
    ///
    /// - Returns: False if there is no such text. Then nothing is appended.
    public static func appendExact(_ date: Date, to buffer: inout ByteBuffer) -> Bool {
        append(to: &buffer) { target in unsafe writeExact(date.timeIntervalSinceReferenceDate, to: target) }
    }

    /// Returns the text of a date in whole seconds. Returns nil if the date has a fraction of a second, is -0.0, or
    /// isn't in the years 0 to 9999.
    public static func wholeSecondsString(from date: Date) -> String? {
        text { target in unsafe writeWholeSeconds(date.timeIntervalSinceReferenceDate, to: target) }
    }

    /// Returns true if ``wholeSecondsString(from:)`` returns a text.
    package static func hasWholeSecondsString(_ date: Date) -> Bool {
        isWhole(date.timeIntervalSinceReferenceDate)
    }

    /// Appends the text that ``wholeSecondsString(from:)`` returns, without a `String`.
    ///
    /// - Returns: False if there is no such text. Then nothing is appended.
    package static func appendWholeSeconds(_ date: Date, to buffer: inout ByteBuffer) -> Bool {
        append(to: &buffer) { target in unsafe writeWholeSeconds(date.timeIntervalSinceReferenceDate, to: target) }
    }

    /// Returns the text of a date as the local time of a time zone, with the offset of the zone: `Z` or `+01:00`.
    ///
    /// Returns nil for dates before the year 0 and after 9999, and for NaN.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - fractionDigits: The number of digits of the fraction of the second, 0 to 20, of which the last is rounded.
    ///     With 0, the fraction is dropped.
    ///   - offset: The offset of the time zone from UTC in seconds, less than a day. It is positive if the time zone
    ///     is ahead of UTC. The text contains the offset's whole minutes.
    package static func string(from date: Date, fractionDigits: Int, secondsFromUTC offset: Int) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard isWritable(interval, offset) else { return nil }
        return text { target in unsafe write(interval, fractionDigits, offset, to: target) }
    }

    /// Returns the day of a date in a time zone: `2018-03-16`.
    ///
    /// Returns nil for dates before the year 0 and after 9999, and for NaN.
    package static func dayString(from date: Date, secondsFromUTC offset: Int) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard isWritable(interval, offset) else { return nil }
        return text { target in unsafe writeDay(interval, offset, to: target) }
    }

    /// Returns true if an interval and an offset can be added as integers.
    private static func isWritable(_ interval: Double, _ offset: Int) -> Bool {
        (range.lowerBound - 86400..<range.upperBound + 86400).contains(interval) && offset.magnitude <= 86400
    }

    /// Returns the text of any date: its exact text if there is one, otherwise the number of its seconds since 2001.
    package static func string(from date: Date) -> String {
        exactString(from: date) ?? "\(date.timeIntervalSinceReferenceDate)"
    }

    /// Returns the text that `write` writes to memory for ``mostBytes`` bytes. Returns nil if `write` writes no
    /// bytes.
    @safe
    @inline(__always)
    private static func text(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostBytes) { room -> String? in
            guard let start = room.baseAddress else { return nil }
            let count = unsafe write(start)
            // Digits and signs were written.
            return unsafe count == 0 ? nil : UnsafeBufferPointer(start: start, count: count).uncheckedASCII
        }
    }

    /// Appends the text that `write` writes. Returns false if `write` writes no bytes.
    @safe
    @inline(__always)
    private static func append(to buffer: inout ByteBuffer, _ write: (UnsafeMutablePointer<UInt8>) -> Int) -> Bool {
        let start = buffer.count
        buffer.append(room: mostBytes) { room in
            guard let target = room.baseAddress else { return 0 }
            return unsafe write(target)
        }
        return buffer.count > start
    }

    // MARK: Seconds

    /// The unit of the text of a date that has no text in ISO 8601.
    package static let secondsSuffix = " seconds from 2001"

    /// Returns the text of any finite date as the number of its seconds: `1e+300 seconds from 2001`. Returns nil for
    /// other dates.
    package static func secondsString(from date: Date) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        return interval.isFinite ? "\(interval)\(secondsSuffix)" : nil
    }

    /// Returns the date of a text that ``secondsString(from:)`` makes. Returns nil for any other text.
    package static func date(fromSeconds text: String) -> Date? {
        guard text.hasSuffix(secondsSuffix), let interval = Double(text.dropLast(secondsSuffix.count)) else {
            return nil
        }
        let date = Date(timeIntervalSinceReferenceDate: interval)
        return secondsString(from: date) == text ? date : nil
    }

    // MARK: Reading

    /// Parses `2018-03-16T16:49:14Z`, with or without a fraction, with `Z` or an offset such as `+01:00` or `+01`.
    ///
    /// A space may replace the `T`, as in the text of databases, and another space may precede the offset, as in the
    /// description of a `Date`. `24:00:00` is the end of a day. A fraction has up to 30 digits. The result is the
    /// date nearest to the text. Returns nil for any other text.
    public static func date(from text: String) -> Date? {
        if let date = text.withStoredUTF8({ date(from: $0) }) { return date }
        var copy = text
        return copy.withUTF8 { date(from: $0) }
    }

    /// Parses the UTF-8 bytes of a date like ``date(from:)-(String)``.
    @safe
    public static func date(from bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        read(bytes).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// Returns the beginning of a day in UTC. Parses text such as `2018-03-16`. Returns nil for any other text.
    package static func day(from text: String) -> Date? {
        var text = text
        let days = text.withUTF8 { unsafe $0.count == 10 ? readDay($0) : nil }
        return days.map { Date(timeIntervalSinceReferenceDate: Double($0 * 86400 - secondsToReference)) }
    }
}
