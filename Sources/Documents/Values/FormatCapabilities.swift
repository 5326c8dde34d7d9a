/// What a format keeps as it is, without a substitute, and how its files are read.
public struct FormatCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    // MARK: What it keeps

    /// Each object's class.
    public static let classes = FormatCapabilities(rawValue: 1 << 0)
    /// That two references lead to one object, and so cycles.
    public static let identity = FormatCapabilities(rawValue: 1 << 1)
    /// A null that differs from a missing key.
    public static let null = FormatCapabilities(rawValue: 1 << 2)
    /// Dictionaries whose keys are not text.
    public static let valueKeys = FormatCapabilities(rawValue: 1 << 3)
    /// Sets and ordered sets, told apart from arrays.
    public static let sets = FormatCapabilities(rawValue: 1 << 4)
    /// NaN and the infinities.
    public static let nonFinite = FormatCapabilities(rawValue: 1 << 5)
    /// Floats, told from doubles.
    public static let floats = FormatCapabilities(rawValue: 1 << 6)
    /// Decimals, with all their digits.
    public static let decimals = FormatCapabilities(rawValue: 1 << 7)
    /// Every kind of scalar as itself: float, decimal, URL, UUID, UID and geometry come back as what they were though
    /// nobody says what is expected.
    public static let typedScalars: FormatCapabilities = [floats, decimals, FormatCapabilities(rawValue: 1 << 8)]
    /// Data as itself, not as text.
    public static let data = FormatCapabilities(rawValue: 1 << 9)
    /// Dates that are whole seconds of the years 1 to 9999.
    public static let wholeDates = FormatCapabilities(rawValue: 1 << 10)
    /// Dates as themselves, to the bit.
    public static let exactDates: FormatCapabilities = [wholeDates, FormatCapabilities(rawValue: 1 << 11)]

    /// Everything above.
    public static let all = FormatCapabilities(rawValue: (1 << 12) - 1)

    /// UIDs, as property lists have them, told from integers; formats with ``typedScalars`` keep them as well.
    public static let uids = FormatCapabilities(rawValue: 1 << 17)

    // MARK: How its files are read and written

    /// What has no plainer terms is a keyed archive, as data: nulls, geometry, URLs with a base and dates.
    public static let archives = FormatCapabilities(rawValue: 1 << 12)
    /// Numbers are their digits: floats come as such, though a numeral in a file doesn't tell its type, and is read as
    /// the nearest float or double that is expected.
    public static let numerals = FormatCapabilities(rawValue: 1 << 13)
    /// The root's class is named as any other object's, though readers know what to expect.
    public static let rootClass = FormatCapabilities(rawValue: 1 << 14)
    /// Every object's class is named, the root's too, though readers know what to expect.
    public static let everyClass: FormatCapabilities = [rootClass, FormatCapabilities(rawValue: 1 << 16)]
    /// Files are for their owner alone, as encrypted ones are: they are made with mode 0600, from their first byte on,
    /// and errors say nothing of the content.
    public static let confidential = FormatCapabilities(rawValue: 1 << 15)
}
