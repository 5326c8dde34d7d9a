import ModelCore

/// Which values a plain format brings back by itself, so that an HRCoded file has them as they are. All others are coded objects.
public struct HRForm: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A null.
    public static let null = HRForm(rawValue: 1 << 0)
    /// Data as data, and not as text.
    public static let data = HRForm(rawValue: 1 << 1)
    /// Dates that are whole seconds of the years 1 to 9999.
    public static let wholeDates = HRForm(rawValue: 1 << 2)
    /// All dates, to the bit.
    public static let exactDates = HRForm(rawValue: 1 << 3)
    /// The infinities, and that something isn't a number.
    public static let nonFinite = HRForm(rawValue: 1 << 4)
    /// Floats, told from doubles; and the bits of what isn't a number.
    public static let floats = HRForm(rawValue: 1 << 5)
    /// Decimals, told from doubles.
    public static let decimals = HRForm(rawValue: 1 << 6)

    /// What a format says of itself.
    public init(_ capabilities: FormatCapabilities) {
        self = []
        if capabilities.contains(.null) { insert(.null) }
        if capabilities.contains(.data) { insert(.data) }
        if capabilities.contains(.exactDates) { insert([.exactDates, .wholeDates]) }
        if capabilities.contains(.nonFinite) { insert(.nonFinite) }
        if capabilities.contains(.typedScalars) { insert([.floats, .decimals]) }
    }
}
