/// What a format keeps as it is, without a substitute.
public struct FormatCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

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
    /// Every kind of scalar as itself: float, decimal, URL, UUID and geometry come back as what they were though
    /// nobody says what is expected.
    public static let typedScalars = FormatCapabilities(rawValue: 1 << 6)
    /// Data as itself, not as text.
    public static let data = FormatCapabilities(rawValue: 1 << 7)
    /// Dates as themselves, to the bit.
    public static let exactDates = FormatCapabilities(rawValue: 1 << 8)

    /// True where some kind of scalar has to be text: then text stands for numbers, dates and data too.
    var convertsText: Bool { !isSuperset(of: [.typedScalars, .data, .exactDates]) }

    /// Everything above.
    public static let all = FormatCapabilities(rawValue: (1 << 9) - 1)
}
