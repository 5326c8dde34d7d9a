/// The conventions of a file: what its reader and its writer must know beyond the classes.
///
/// A document carries the conventions of the file that it was read from. Each copy of the document, each part of it,
/// and each reading of a value inside it takes over these conventions.
public struct FileConventions: Sendable {
    /// The style in which the file writes the names of properties whose classes declare no key. Nil: the names are the
    /// keys.
    public var keyStyle: KeyStyle?
    /// The style in which the file writes dates, if it doesn't write them as dates. Nil: as the format does by default.
    public var dateStyle: DateStyle?
    /// Determines how objects are written whose properties have the values of a new instance. A class and a property
    /// may declare another treatment.
    public var writtenDefaults = WrittenDefaults.all
    /// The content of a `ModelMapping`, a type of ModelCore: the key paths and the encoded forms with which the file
    /// stores the properties of some classes. Nil: as the classes declare.
    package var classMapping: (any AnyObject & Sendable)?
    /// The coercions that apply to the file's scalars.
    public var scalars = Scalars.typed
    /// True if keyed archives in data may contain any values. False if they may come from an untrusted source: an
    /// archive is then opened only if it contains a single value.
    public var trustsArchives = true
    /// True if the file stores numbers as their decimal digits, which don't tell whether a number is a double or a
    /// decimal.
    public var hasNumerals = false
    /// True if a date is written as Foundation encodes it: as an object of the class `NSDate`, with its seconds since
    /// 2001 under the key `NS.time`.
    public var hasDatesAsObjects = false

    /// The settings of the current reading or writing.
    package var reading = Reading()

    /// The settings of one reading or writing of values, such as limits. They aren't conventions of the file.
    package struct Reading: Sendable {
        /// The format that determines the keys of properties.
        package var format = FileFormat.document
        /// The origin of the values.
        package var origin = Origin.file
        /// The limits for the decoding of a value inside the file.
        package var limits = DecodingLimits.standard
        /// The limit for long text in models that are set with values of type `Any`. Nil: no limit.
        package var allowance: TextAllowance?
        /// True for a file whose contents no error and no report may show.
        package var isConfidential = false
        /// The purpose of the models that are made.
        package var purpose = Purpose.use

        package init(format: FileFormat = .document, origin: Origin = .file) {
            self.format = format
            self.origin = origin
        }
    }

    /// The coercions that apply to the scalars of a file: the other types that a scalar may be read as.
    public enum Scalars: Sendable {
        /// None, except that text is read as a date or as data if a property declares that type. This holds in every
        /// format.
        case typed
        /// A number is read as the nearest float or double, as in files that contain numbers as text.
        case numerals
        /// For files that people write. Text is also read as a number, a boolean, a date or data. A number, a date
        /// and data are also read as text. In `Codable` types, whose code may ask for one type after the other, text
        /// is read as a date or as data only.
        case text
        /// Text is also read as a number, a boolean, a date or data, in `Codable` types as well. Nothing else is read
        /// as text. For files in which all scalars are text.
        case strings
        /// A boolean is also read as the integer 1 or 0, as in files of writers that didn't tell them apart.
        case booleans
    }

    /// The purpose for which models are made of a file.
    package enum Purpose {
        /// The program uses them.
        case use
        /// The models are compared with other models, to find the values of an old file that are unchanged. A class's
        /// `awakeAfterDecoding()` isn't called, because it may return the very models that are being written.
        case comparison
        /// They are a class's defaults: its resource file. Unknown values in it aren't kept.
        case defaults
    }

    package enum Origin {
        /// A file of the format.
        case file
        /// The program: text is also converted to numbers.
        case program
        /// A dictionary that was made from an object of a file, for a class that is set with a dictionary. Text is also
        /// converted to numbers, and objects may be of older versions of their classes.
        case dictionaryOfFile
    }

    package var format: FileFormat {
        get { reading.format }
        set { reading.format = newValue }
    }
    package var origin: Origin { reading.origin }
    package var limits: DecodingLimits {
        get { reading.limits }
        set { reading.limits = newValue }
    }
    package var allowance: TextAllowance? {
        get { reading.allowance }
        set { reading.allowance = newValue }
    }

    /// Creates the conventions of a file. By default, the classes and the format determine everything.
    public init(
        keyStyle: KeyStyle? = nil, dateStyle: DateStyle? = nil, writtenDefaults: WrittenDefaults = .all
    ) {
        self.keyStyle = keyStyle
        self.dateStyle = dateStyle
        self.writtenDefaults = writtenDefaults
    }

    /// Returns the conventions of a dictionary that a class is set with. They are the conventions of the file from
    /// which the dictionary was made, or the program's conventions.
    package static func ofDictionary(from file: FileConventions?) -> FileConventions {
        var conventions = file ?? FileConventions()
        conventions.scalars = .text
        conventions.reading.origin = file == nil ? .program : .dictionaryOfFile
        return conventions
    }

    /// The conventions of a keyed archive inside the file. The archive has the classes' own keys, dates that are dates,
    /// and values with types, because it wasn't written for the file's format.
    package var ofArchive: FileConventions {
        var conventions = FileConventions()
        conventions.trustsArchives = trustsArchives
        conventions.reading = reading
        conventions.format = .keyedArchive
        conventions.reading.origin = .file
        return conventions
    }

    /// Returns a scalar in the file's style of dates.
    ///
    /// - Throws: The error of the style, for a date that the style can't represent.
    package func styled(_ scalar: ModelScalar) throws(ModelError) -> ModelScalar {
        guard case .date(let date) = scalar, let dateStyle else { return scalar }
        return try dateStyle.scalar(of: date)
    }

    /// Returns these conventions with the given settings of the reading.
    package func read(as reading: Reading) -> FileConventions {
        var conventions = self
        conventions.reading = reading
        return conventions
    }

    /// Returns true if a document that was read with these conventions certainly has the same meaning with the other
    /// conventions. Returns false if it isn't certain, as with a style of dates or a mapping. ``hasNumerals`` isn't
    /// compared: a format that distinguishes decimals from doubles doesn't set it.
    package func agree(with other: FileConventions) -> Bool {
        dateStyle == nil && other.dateStyle == nil && agreeBesideDates(with: other)
    }

    /// Returns true if the conventions agree as in ``agree(with:)``, except that both may have the same style of dates.
    package func agreeInStyle(with other: FileConventions) -> Bool {
        dateStyle?.names == other.dateStyle?.names && agreeBesideDates(with: other)
    }

    private func agreeBesideDates(with other: FileConventions) -> Bool {
        keyStyle?.name == other.keyStyle?.name && classMapping == nil && other.classMapping == nil
            && scalars == other.scalars && trustsArchives == other.trustsArchives
    }

    /// Sets ``hasNumerals`` and ``scalars`` to what the capabilities of a format require.
    package mutating func take(_ capabilities: FormatCapabilities) {
        hasNumerals = capabilities.contains(.numerals)
        scalars =
            if !capabilities.isSuperset(of: [.data, .wholeDates]) { .text } else if hasNumerals { .numerals } else {
                .typed
            }
    }
}
