import FormatSupport

/// The representation of dates in files, as numbers or text. It is used in formats without a type for dates, and for
/// files that write dates in another way than this library.
///
/// ```swift
/// let service = JSONFormat(dates: .secondsSince1970)
/// @Transform(.date(.day)) var birthday: Date?
/// ```
public struct DateStyle: Sendable {
    /// Converts a date to the scalar that represents it in files.
    package let write: @Sendable (Date) throws -> ModelScalar
    /// Converts a scalar of a file to the date that it represents. Returns nil if the scalar represents no date.
    package let read: @Sendable (ModelScalar) throws -> Date?
    /// The types of the scalars in files, `Double` or `String`. Empty for a custom style, whose type isn't known.
    package let codedTypes: [Any.Type]
    /// True if the style doesn't apply to some dates. These are written as they would be without a style.
    package private(set) var leavesSome = false
    /// The names of the styles that this style consists of. Two styles with equal names read and write alike. The
    /// name of a custom style is unique.
    package private(set) var names: [String]

    /// Creates a custom style.
    ///
    /// - Parameters:
    ///   - write: Converts a date to the scalar that files contain.
    ///   - read: Converts a scalar of a file to the date that it represents. If it returns nil, reading the scalar
    ///     throws `typeMismatch`.
    public init(
        write: @escaping @Sendable (Date) throws -> ModelScalar,
        read: @escaping @Sendable (ModelScalar) throws -> Date?
    ) {
        self.init(UUID().uuidString, codedTypes: [], write: write, read: read)
    }

    package init(
        _ name: String, codedTypes: [Any.Type],
        write: @escaping @Sendable (Date) throws -> ModelScalar,
        read: @escaping @Sendable (ModelScalar) throws -> Date?
    ) {
        names = [name]
        self.codedTypes = codedTypes
        self.write = write
        self.read = read
    }

    /// Returns the scalar that represents a date in files.
    package func scalar(of date: Date) throws(ModelError) -> ModelScalar {
        do {
            return try write(date)
        } catch {
            throw ModelError(wrapping: error)
        }
    }

    /// Returns the date that a scalar of a file represents. The scalar may also be a date itself.
    ///
    /// - Parameter fromText: True if the file's numbers may be text.
    /// - Throws: `typeMismatch` if it represents no date.
    package func date(of scalar: ModelScalar, fromText: Bool = false) throws -> Date {
        if case .date(let date) = scalar { return date }
        if let date = try read(scalar) { return date }
        if fromText, scalar.kind == .string, let number = try? ScalarConversion.double(scalar, fromText: true),
            let date = try read(.double(number))
        {
            return date
        }
        let example = try? ScalarConversion.keyText(write(ScalarConversion.exampleDate))
        throw ScalarConversion.mismatch(example.map { "a date such as \($0)" } ?? "date", scalar)
    }

    /// Returns a style that writes dates in this style, and reads dates in both styles: for services that have both.
    ///
    /// ```swift
    /// @Transform(.date(.iso8601.or(.secondsSince1970))) var created = Date()
    /// ```
    public func or(_ other: DateStyle) -> DateStyle {
        let hasTypes = !codedTypes.isEmpty && !other.codedTypes.isEmpty
        var style = DateStyle("", codedTypes: hasTypes ? codedTypes + other.codedTypes : [], write: write) { scalar in
            do {
                if let date = try read(scalar) { return date }
            } catch {
                // The error is this style's own, if the other one can't read it either.
                guard let date = try? other.read(scalar) else { throw error }
                return date
            }
            return try other.read(scalar)
        }
        style.leavesSome = leavesSome
        style.names = names + other.names
        return style
    }

    // MARK: Numbers

    /// Seconds since the beginning of 1970 in UTC: an integer if they are whole, as most are.
    ///
    /// A `Date` counts from 2001, so a fraction is read back exactly only to the microsecond.
    public static let secondsSince1970 = since1970(perSecond: 1)

    /// Seconds since the beginning of 2001 in UTC, as Foundation's `JSONEncoder` writes dates by default: an integer
    /// if they are whole. Every date is read back exactly, except NaN.
    public static let secondsSince2001 = DateStyle("seconds since 2001", codedTypes: [Double.self]) {
        let count = $0.timeIntervalSinceReferenceDate
        // An integer has no negative zero.
        return Int64(exactly: count).flatMap { $0 == 0 && count.sign == .minus ? nil : .int64($0) } ?? .double(count)
    } read: {
        try number($0).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// Milliseconds since the beginning of 1970 in UTC: an integer if they are whole. As exact as ``secondsSince1970``.
    public static let millisecondsSince1970 = since1970(perSecond: 1000)

    private static func since1970(perSecond factor: Double) -> DateStyle {
        DateStyle("1/\(factor) seconds since 1970", codedTypes: [Double.self]) {
            let count = shortestCount(of: $0, perSecond: factor)
            return Int64(exactly: count).map { .int64($0) } ?? .double(count)
        } read: {
            try number($0).map { Date(timeIntervalSince1970: $0 / factor) }
        }
    }

    /// Returns the number that a scalar of a file contains. Returns nil for a boolean and for text.
    private static func number(_ scalar: ModelScalar) throws -> Double? {
        guard scalar.kind != .bool, scalar.kind != .string else { return nil }
        return try ScalarConversion.double(scalar, fromText: true)
    }

    /// Returns the number that represents a date, with the fewest fractional digits that are exact: none, three, six,
    /// or all. A `Date` counts from 2001. Therefore a number from 1970 that should be whole, or have few fractional
    /// digits, is slightly off.
    private static func shortestCount(of date: Date, perSecond factor: Double) -> Double {
        let count = date.timeIntervalSince1970 * factor
        let rounded = [1.0, 1e3, 1e6].lazy.map { (count * $0).rounded() / $0 }
        return rounded.first { Date(timeIntervalSince1970: $0 / factor) == date } ?? count
    }

    // MARK: Text

    /// ISO 8601 without fractions, `2018-03-16T16:49:14Z`. Fractions of a second are dropped.
    public static let iso8601 = iso8601()

    /// ISO 8601 in a time zone, with fractional digits of the second: `2018-03-16T17:49:14.125+01:00`.
    ///
    /// Text in any time zone is read, with or without a fraction, and also without seconds. Text without a time zone is
    /// in UTC.
    ///
    /// - Parameters:
    ///   - fractionDigits: The number of fractional digits of the second that are written, up to 9. The last one is
    ///     rounded.
    ///   - timeZone: The time zone of the written text.
    public static func iso8601(fractionDigits: Int = 0, timeZone: TimeZone = .gmt) -> DateStyle {
        let digits = min(max(fractionDigits, 0), 9)
        let zone = zoneToAsk(timeZone)
        return DateStyle("ISO 8601, \(digits), \(timeZone.identifier)", codedTypes: [String.self]) {
            // Historical offsets have seconds, which the text can't contain.
            let offset = try offset(of: $0, in: zone) / 60 * 60
            guard let text = DateText.string(from: $0, fractionDigits: digits, secondsFromUTC: offset) else {
                throw outside
            }
            return .string(text)
        } read: {
            guard case .string(let text) = $0 else { return nil }
            return DateText.date(from: text) ?? DateText.completed(text).flatMap { DateText.date(from: $0) }
        }
    }

    /// ISO 8601 with all fractional digits: `2018-03-16T16:49:14.125+00:00`. The order of the texts is the order of
    /// the dates, for databases that compare text. A date before the year 0 or after 9999 is written as it would be
    /// without a style.
    ///
    /// Text in any time zone is read.
    public static let sortableText: DateStyle = {
        var style = DateStyle("sortable text", codedTypes: [String.self]) {
            DateText.sortableString(from: $0).map { .string($0) } ?? .date($0)
        } read: {
            if case .string(let text) = $0 { DateText.date(from: text) } else { nil }
        }
        style.leavesSome = true
        return style
    }()

    /// The day only, `2018-03-16`. It is read as the beginning of the day in UTC.
    public static let day = day()

    /// Returns the style of the day only, `2018-03-16`, in a time zone. The text is read as the first moment of the day
    /// in that time zone.
    public static func day(in timeZone: TimeZone = .gmt) -> DateStyle {
        let zone = zoneToAsk(timeZone)
        @Sendable func text(of date: Date) throws -> String {
            guard let text = DateText.dayString(from: date, secondsFromUTC: try offset(of: date, in: zone)) else {
                throw outside
            }
            return text
        }
        return DateStyle("day, \(timeZone.identifier)", codedTypes: [String.self]) {
            .string(try text(of: $0))
        } read: {
            guard case .string(let day) = $0, let begin = DateText.day(from: day) else { return nil }
            guard let zone else { return begin }
            // If clocks change at midnight, only one of the offsets results in a moment of that day.
            let offsets = [-86_400, 86_400].map { zone.secondsFromGMT(for: begin.addingTimeInterval($0)) }
            let moments = offsets.map { begin.addingTimeInterval(-Double($0)) }.sorted()
            return moments.first { (try? text(of: $0)) == day }
        }
    }

    /// Returns the time zone, if its offset can change. Returns nil for GMT, whose offset is always 0.
    private static func zoneToAsk(_ timeZone: TimeZone) -> TimeZone? { timeZone == .gmt ? nil : timeZone }

    /// Returns the number of seconds that a time zone is ahead of UTC at a date. Returns 0 without a time zone.
    /// Throws `unrepresentableValue` if the date is outside the years 0 to 9999, for which calendars give no answer.
    package static func offset(of date: Date, in timeZone: TimeZone?) throws(ModelError) -> Int {
        guard DateText.range.contains(date.timeIntervalSinceReferenceDate) else { throw outside }
        return timeZone?.secondsFromGMT(for: date) ?? 0
    }

    private static var outside: ModelError {
        ModelError(.unrepresentableValue, "No text stands for a date outside the years 0 to 9999.")
    }
}
