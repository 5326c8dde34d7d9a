/// How a file says what it holds: what its reader and its writer must know beyond the classes.
///
/// A document carries the conventions of the file that it was read from. Each copy of it, each part of it, and each
/// reading of a value inside it takes all of them.
public struct FileConventions: Sendable {
    /// How the file writes the names of properties for which their classes say no key; nil for as they are.
    public var keyStyle: KeyStyle?
    /// How the file writes dates, if they are something else than dates; nil for as the format does by itself.
    public var dateStyle: DateStyle?
    /// The key paths and the encoded forms with which the file stores the properties of some classes, for the layer of
    /// the models. Nil: as the classes say.
    package var classMapping: (any AnyObject & Sendable)?
    /// The coercions that apply to the file's scalars.
    public var scalars = DocumentBuilder.Scalars.typed
    /// False if archives in data come from anywhere: then only those that hold a single value are opened.
    public var trustsArchives = true
    /// True if the file's numbers are numerals, which don't tell whether they are doubles or decimals.
    public var hasNumerals = false

    /// The circumstances in which the values are read or written.
    package var reading = Reading()

    /// The circumstances in which a file's values are read or written, beyond its conventions.
    package struct Reading: Sendable {
        /// The format whose keys properties have.
        package var format = FileFormat.document
        /// The origin of the values.
        package var origin = Origin.file
        /// The limits for the decoding of a value inside the file.
        package var limits = DecodingLimits.standard
        /// The allowance for long text in models that are set by way of `Any`; nil: no bound.
        package var allowance: TextAllowance?
        /// True for a file whose contents no error and no report may show.
        package var isConfidential = false

        package init(format: FileFormat = .document, origin: Origin = .file) {
            self.format = format
            self.origin = origin
        }
    }

    package enum Origin {
        /// A file of the format.
        case file
        /// The program: text stands for numbers too.
        case program
        /// A dictionary that was made of a file's object, for a class that is set with one. Text stands for numbers
        /// too, and objects may be of older versions of their classes.
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

    /// The conventions of a file about which there is nothing to say.
    public init(keyStyle: KeyStyle? = nil, dateStyle: DateStyle? = nil) {
        self.keyStyle = keyStyle
        self.dateStyle = dateStyle
    }

    /// The conventions of a program's dictionary for a class that is set with it: those of the file that it was made
    /// of, if it was.
    package static func ofDictionary(from file: FileConventions?) -> FileConventions {
        var conventions = file ?? FileConventions()
        conventions.scalars = .text
        conventions.reading.origin = file == nil ? .program : .dictionaryOfFile
        return conventions
    }

    /// The conventions of a keyed archive inside the file. The archive has its classes' own keys, dates that are dates,
    /// and values with types: whatever wrote it didn't write it for this file's format.
    package var ofArchive: FileConventions {
        var conventions = FileConventions()
        conventions.trustsArchives = trustsArchives
        conventions.reading = reading
        conventions.format = .keyedArchive
        conventions.reading.origin = .file
        return conventions
    }

    /// These conventions with other circumstances of reading.
    package func read(as reading: Reading) -> FileConventions {
        var conventions = self
        conventions.reading = reading
        return conventions
    }

    /// True if values are known to mean the same under both, so that a document of the one is one of the other.
    /// Numerals don't count: a format that tells decimals apart has no others.
    package func agree(with other: FileConventions) -> Bool {
        keyStyle?.name == other.keyStyle?.name && dateStyle == nil && other.dateStyle == nil
            && classMapping == nil && other.classMapping == nil && scalars == other.scalars
            && trustsArchives == other.trustsArchives
    }

    /// Takes what a format's capabilities say of its scalars.
    package mutating func take(_ capabilities: FormatCapabilities) {
        hasNumerals = capabilities.contains(.numerals)
        scalars =
            if !capabilities.isSuperset(of: [.data, .wholeDates]) { .text } else if hasNumerals { .numerals } else {
                .typed
            }
    }
}
