/// The kinds of values that a format stores as they are, and how its files are read and written.
public struct FormatCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    // MARK: What it keeps

    /// The class of each object.
    public static let classes = FormatCapabilities(rawValue: 1 << 0)
    /// Shared references and cycles: a container with several references to it is stored once.
    public static let identity = FormatCapabilities(rawValue: 1 << 1)
    /// Nulls, distinct from missing keys.
    public static let null = FormatCapabilities(rawValue: 1 << 2)
    /// Dictionaries whose keys are not text.
    public static let valueKeys = FormatCapabilities(rawValue: 1 << 3)
    /// Sets and ordered sets, distinct from arrays.
    public static let sets = FormatCapabilities(rawValue: 1 << 4)
    /// NaN and the infinities.
    public static let nonFinite = FormatCapabilities(rawValue: 1 << 5)
    /// Floats, distinct from doubles.
    public static let floats = FormatCapabilities(rawValue: 1 << 6)
    /// Decimals with all their digits.
    public static let decimals = FormatCapabilities(rawValue: 1 << 7)
    /// Scalars of every type. Floats, decimals, URLs, UUIDs, UIDs and geometry are read back with their types, even if
    /// no type is declared for them.
    public static let typedScalars: FormatCapabilities = [floats, decimals, FormatCapabilities(rawValue: 1 << 8)]
    /// Data as bytes, not as text.
    public static let data = FormatCapabilities(rawValue: 1 << 9)
    /// Dates that are whole seconds of the years 1 to 9999.
    public static let wholeDates = FormatCapabilities(rawValue: 1 << 10)
    /// Ordinary dates: dates in the years 0 to 9999, with any fraction of a second. Each of these dates has a text in
    /// ISO 8601 that is read back as the same bits. A format without exact dates gets any other date as text: see
    /// ``DocumentWalker/init(_:for:limits:)``. A format with ``exactDates`` doesn't need this capability.
    public static let ordinaryDates: FormatCapabilities = [wholeDates, FormatCapabilities(rawValue: 1 << 18)]
    /// All dates, with all bits of their values.
    public static let exactDates: FormatCapabilities = [wholeDates, FormatCapabilities(rawValue: 1 << 11)]

    /// All capabilities above.
    public static let all = FormatCapabilities(rawValue: (1 << 12) - 1)

    /// UIDs of property lists, distinct from integers. Formats with ``typedScalars`` store them as well.
    public static let uids = FormatCapabilities(rawValue: 1 << 17)

    /// Numbers with any number of digits. If a number has more digits than a double or a decimal, the walker's step
    /// is ``DocumentWalker/Step/other``, and ``DocumentWalker/numeral`` has the digits. In a format without this
    /// capability, such a number arrives as the nearest double.
    public static let longNumbers = FormatCapabilities(rawValue: 1 << 22)

    // MARK: How its files are read and written

    /// Files whose outermost value is a dictionary or an object. Any other root is refused with
    /// `unrepresentableValue`. With ``arrayRoots`` too, an array is also allowed. With neither capability, any value
    /// is allowed.
    public static let dictionaryRoots = FormatCapabilities(rawValue: 1 << 19)
    /// Files whose outermost value is an array. With ``dictionaryRoots`` too, a dictionary or an object is also
    /// allowed.
    public static let arrayRoots = FormatCapabilities(rawValue: 1 << 20)
    /// Scalars for which the format has no other encoded form are stored as a keyed archive, in data or in Base64 text:
    /// nulls, geometry, URLs with a base, and dates that the format can't store exactly.
    public static let archives = FormatCapabilities(rawValue: 1 << 12)
    /// Numbers are stored as numerals: their decimal digits. The walker passes floats on as floats, but a numeral in
    /// a file doesn't tell its type. A numeral is read as the nearest value of the declared type, float or double.
    public static let numerals = FormatCapabilities(rawValue: 1 << 13)
    /// With ``archives`` and ``data``, decimals and floats that the format lacks are stored as keyed archives, too,
    /// and not as text and doubles. Therefore they are read back with their types even if no type is declared for
    /// them, as in queries.
    public static let exactNumbers = FormatCapabilities(rawValue: 1 << 21)
    /// The class of the root object is stored by the same rules as that of any other object, even though the reader
    /// knows it.
    public static let rootClass = FormatCapabilities(rawValue: 1 << 14)
    /// The class of every object is stored, including the root's, even if the reader knows it.
    public static let everyClass: FormatCapabilities = [rootClass, FormatCapabilities(rawValue: 1 << 16)]
    /// Objects, structs and dictionaries begin without the number of their members, as in JSON, because the file marks
    /// their ends. Without this capability, a ``DirectWriter`` gets the number. If an object's number of members is
    /// known only after code of the program has run, the object is first converted to a document.
    public static let uncountedMembers = FormatCapabilities(rawValue: 1 << 23)
    /// All objects of a class have the same keys, which a file may list once. A property that is nil arrives as a null
    /// for which ``DocumentWalker/isNil`` is true, and is read with ``DocumentBuilder/appendNil()``.
    public static let sharedKeys = FormatCapabilities(rawValue: 1 << 24)
    /// Files are for their owner only, as encrypted files are. They have the mode 0600 from their first byte on, and
    /// errors reveal nothing of their content.
    public static let confidential = FormatCapabilities(rawValue: 1 << 15)

    /// True if a part of a file, a single value, may be written and read through a separate document while the rest is
    /// handled directly. False if each object names its class, because the names may be different in a part of the
    /// file.
    package var haveParts: Bool { !contains(.everyClass) }
}
